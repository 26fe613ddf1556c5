// What is wrong with a file: each finding with its cause and cure, and repairs that need no guessing.

import { button, h, hex } from '../dom';
import type { View } from '../files';
import type { Files, Finding, FindingsOfFile, Repair } from '../schema';
import { touches, type Selection } from '../selection';
import { strings } from '../strings';
import { Pane, type Context } from './pane';

const MOST = 500;

export class FindingsPane extends Pane {
  readonly id = 'findings';
  private readonly repairs = h('div', { class: 'bar wrap' });
  private readonly list = h('ol', { class: 'findings', 'aria-label': strings.panes.findings });
  private shown: { finding: Finding; element: HTMLElement }[] = [];

  constructor(context: Context) {
    super(context);
    this.element.append(this.message, this.repairs, h('div', { class: 'body' }, this.list));
  }

  protected override async load(view: View, signal: AbortSignal): Promise<void> {
    this.clear();
    const { client } = this.context;
    const document = await client.document<Files<FindingsOfFile>>(view.handle, 'findings', signal);
    const file = document.files[0];
    const findings = file?.diagnostics ?? [];
    this.shown = findings.slice(0, MOST).map((finding) => ({ finding, element: this.item(finding) }));
    this.list.replaceChildren(...this.shown.map(({ element }) => element));
    const more = findings.length - this.shown.length + (file?.dropped ?? 0);
    if (findings.length === 0) this.showMessage(strings.findings.none);
    else if (more > 0) this.showMessage(strings.findings.more(more));
    await this.loadRepairs(view, signal);
  }

  protected override clear(): void {
    this.list.replaceChildren();
    this.repairs.replaceChildren();
    this.shown = [];
  }

  protected override follow(selection: Selection): void {
    const first = this.shown.find(({ finding }) => finding.end > finding.start && touches(finding, selection));
    first?.element.scrollIntoView({ block: 'nearest' });
  }

  protected override mark(): void {
    const { selected } = this;
    for (const { finding, element } of this.shown) {
      element.classList.toggle('touched', !!selected && finding.end > finding.start && touches(finding, selected));
    }
  }

  private item(finding: Finding): HTMLElement {
    const where = finding.line !== undefined ? strings.lineColumn(finding.line, finding.column ?? 1)
      : `${finding.path || strings.findings.wholeFile} · ${hex(finding.start)}..${hex(finding.end)}`;
    const details = h('details', {}, h('summary', {}, strings.findings.why));
    details.addEventListener('toggle', () => {
      if (details.open && details.childElementCount === 1) void this.guard(this.explain(finding.rule, details));
    });
    return h('li', { class: `finding ${finding.severity}` },
      button(finding.message, () => this.select(finding.start, finding.end), { class: 'plain what' }),
      h('div', { class: 'dim' }, h('span', { class: 'severity' }, strings.severity[finding.severity]), ` ${finding.rule} · ${where}`),
      ...finding.labels.map((label) => h('div', {}, button(label.message, () => this.select(label.start, label.end), { class: 'plain' }))),
      ...finding.notes.map((note) => h('div', { class: 'note' }, note)),
      finding.help === '' ? null : h('div', { class: 'help' }, finding.help), details);
  }

  private async explain(rule: string, details: HTMLElement): Promise<void> {
    const answer = (await this.context.client.ask('explain', { rule })).answer.rules[0];
    if (!answer) return;
    const parts = [
      [strings.findings.cause, answer.cause], [strings.findings.effect, answer.effect], [strings.findings.cure, answer.cure],
      [strings.findings.source, answer.source],
    ] as const;
    details.append(h('p', {}, h('strong', {}, answer.title)),
      h('dl', {}, ...parts.filter(([, text]) => text).flatMap(([label, text]) => [h('dt', {}, label), h('dd', {}, text)])));
    const { example } = answer;
    if (!example) return;
    details.append(h('p', {}, strings.findings.wrong), h('pre', {}, example.wrong.join('\n')),
      h('p', {}, strings.findings.right), h('pre', {}, example.right.join('\n')));
  }

  private async loadRepairs(view: View, signal: AbortSignal): Promise<void> {
    const document = await this.context.client.document<Files<{ repairs?: Repair[] }>>(view.handle, 'repairs', signal);
    const repairs = document.files[0]?.repairs ?? [];
    const canEdit = view.handle === this.document?.handle;
    this.repairs.replaceChildren(...(canEdit ? repairs : []).map((repair) =>
      button(strings.findings.repair(repair.what), () => void this.guard(this.repair(view, repair)), { title: repair.name })));
  }

  private async repair(view: View, repair: Repair): Promise<void> {
    const { document } = this;
    const { bytes } = await this.context.client.ask('repair', { file: view.handle, repair: repair.name });
    if (!document) return;
    await this.context.documents.replace(document, bytes);
    this.context.say(strings.findings.repaired(repair.what));
  }
}
