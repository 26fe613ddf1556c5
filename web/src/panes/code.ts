// Code as text: listings of the file, and source in each language that it can become.

import { button, choice, download, h } from '../dom';
import type { View } from '../files';
import { PlacedText } from '../placedtext';
import type { Place } from '../protocol';
import type { Files, Names } from '../schema';
import type { Selection } from '../selection';
import { strings } from '../strings';
import { findingList, Pane, type Context } from './pane';

const VERSIONS: Record<string, string[]> = {
  glsl: ['', '300es', '310es', '330', '410', '430', '450', '460'],
  hlsl: ['', '5.0', '5.1', '6.0'],
  msl: ['', '2.0', '2.4', '3.0'],
};

export class CodePane extends Pane {
  readonly id = 'code';
  private readonly text: PlacedText;
  private readonly bar = h('div', { class: 'bar' });
  private readonly findings = h('div', { class: 'notes' });
  private chosen = '';
  private entry = '';
  private version = '';

  constructor(context: Context) {
    super(context);
    this.text = new PlacedText({
      label: strings.code.label, readOnly: true, comments: 'both', onSelect: (start, end) => this.select(start, end),
    });
    this.element.append(this.bar, this.message, this.text.element, this.findings);
  }

  /** What is shown, for the state in the URL: `view:NAME` or `to:TARGET`. */
  get showing(): string {
    return this.chosen;
  }

  show(chosen: string): void {
    this.chosen = chosen;
    this.invalidate();
  }

  protected override async load(view: View, signal: AbortSignal): Promise<void> {
    const { opened } = view;
    const options = [
      ...opened.views.filter((one) => one.view !== 'text').map((one) => ({ value: `view:${one.view}`, title: one.title })),
      ...opened.targets.map((target) => ({ value: `to:${target}`, title: strings.code.target(target) })),
    ];
    this.findings.replaceChildren();
    if (options.length === 0) {
      this.clear();
      this.showMessage(strings.code.none);
      return;
    }
    const fallback = options.find((option) => /^view:(code|listing)/.test(option.value)) ?? options[0]!;
    const shown = options.some((option) => option.value === this.chosen) ? this.chosen : fallback.value;
    const controls: HTMLElement[] = [choice(strings.code.show, options, shown, (value) => this.show(value))];
    if (shown.startsWith('view:')) {
      this.bar.replaceChildren(...controls);
      if (!this.isTextWanted(view)) {
        this.text.setText('', [], 'c');
        return;
      }
      await this.text.load(this.context.client, view, shown.slice(5), signal);
      return;
    }
    await this.convert(view, shown.slice(3), controls, signal);
  }

  protected override clear(): void {
    this.bar.replaceChildren();
    this.findings.replaceChildren();
    this.text.setText('', [], 'c');
  }

  protected override async follow(selection: Selection): Promise<void> {
    await this.text.reveal(selection);
  }

  protected override mark(): void {
    this.text.mark(this.selected);
  }

  private async convert(view: View, to: string, controls: HTMLElement[], signal: AbortSignal): Promise<void> {
    const { client } = this.context;
    const file = view.handle;
    const { entries } = (await client.ask('entries', { file, to }, { signal })).answer;
    if (entries.length > 1) {
      const isSame = (name: string) => entries.filter((entry) => entry.name === name).length > 1;
      const options = entries.map(({ name, stage }) => ({ value: isSame(name) || name === '' ? stage : name, title: `${name} (${stage})` }));
      if (!options.some((option) => option.value === this.entry)) this.entry = options[0]!.value;
      controls.push(choice(strings.code.entry, options, this.entry, (value) => {
        this.entry = value;
        this.invalidate();
      }));
    }
    const versions = VERSIONS[to];
    if (versions) {
      if (!versions.includes(this.version)) this.version = '';
      controls.push(choice(strings.code.version, versions.map((value) => ({ value, title: value || strings.code.newest })), this.version, (value) => {
        this.version = value;
        this.invalidate();
      }));
    }
    this.bar.replaceChildren(...controls);
    this.text.setText('', [], to);
    const { answer, bytes } = await client.ask('convert', {
      file, to,
      options: {
        ...(entries.length > 1 ? { entry: this.entry } : {}), ...(versions && this.version ? { 'target-version': this.version } : {}),
      },
    }, { signal });
    const list = findingList(answer.findings);
    this.findings.replaceChildren(...(list ? [list] : []));
    const name = `${view.opened.name}.${to}`;
    this.bar.append(button(strings.save, () => download(name, bytes)));
    if (!answer.is_text) {
      this.showMessage(strings.code.binary(bytes.length), ' ', button(strings.code.openResult,
        () => void this.context.documents.add([{ name, blob: new Blob([bytes]) }])));
      return;
    }
    const text = new TextDecoder().decode(bytes);
    this.text.setText(text, placesOf(text, answer.names), to);
  }
}

/** The addresses that each line of a translation comes from. */
function placesOf(text: string, document: unknown): (Place | null)[] {
  const names = document as Names | Files<Names> | null;
  const file = names && 'files' in names ? names.files[0] : names;
  const places = new Array<Place | null>(text.split('\n').length).fill(null);
  const base = file?.module?.start ?? 0;
  for (const { line, start, end } of file?.lines ?? []) places[line - 1] = [base + start, base + end];
  return places;
}
