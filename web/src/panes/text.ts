// The text form: edited in place, assembled as it is typed, written back to the file.

import { debounce, button, h } from '../dom';
import { Refused } from '../client';
import type { View } from '../files';
import { PlacedText } from '../placedtext';
import type { Finding } from '../schema';
import type { Selection } from '../selection';
import { strings } from '../strings';
import { findingList, Pane, type Context } from './pane';

export class TextPane extends Pane {
  readonly id = 'text';
  private readonly text: PlacedText;
  private readonly status = h('span', { class: 'grow', role: 'status' });
  private readonly apply = button(strings.text.apply, () => void this.guard(this.write()), { disabled: true, title: strings.text.applyTitle });
  private readonly revert = button(strings.text.revert, () => this.invalidate(), { disabled: true });
  private assembled: Uint8Array<ArrayBuffer> | null = null;
  private isEdited = false;
  private readonly check = debounce(350, () => void this.guard(this.assemble()));

  constructor(context: Context) {
    super(context);
    this.text = new PlacedText({
      label: strings.text.label, readOnly: false, comments: 'semicolon',
      onSelect: (start, end) => this.select(start, end),
      onEdit: () => this.edited(),
    });
    this.element.append(h('div', { class: 'bar' }, this.apply, this.revert, this.status), this.message, this.text.element);
    this.element.addEventListener('keydown', (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
        event.preventDefault();
        void this.guard(this.write());
      }
    });
  }

  protected override async load(view: View, signal: AbortSignal): Promise<void> {
    const { opened } = view;
    // A text form that does not assemble is edited as it was given.
    const name = opened.kind === 'text_form' && opened.mistakes.length > 0 ? 'input' : 'text';
    this.setEdited(false);
    if (!opened.views.some((one) => one.view === name)) {
      this.text.setText('', [], 'text');
      this.showMessage(strings.text.none);
      return;
    }
    if (!this.isTextWanted(view)) {
      this.text.setText('', [], 'text');
      return;
    }
    await this.text.load(this.context.client, view, name, signal);
    this.status.textContent = this.text.isLong ? strings.text.long : '';
    this.text.editor.setFindings(opened.mistakes);
    if (opened.mistakes.length > 0) this.showMessage(findingList(opened.mistakes));
  }

  protected override clear(): void {
    this.text.setText('', [], 'text');
    this.setEdited(false);
  }

  protected override async follow(selection: Selection): Promise<void> {
    await this.text.reveal(selection);
  }

  protected override mark(): void {
    this.text.mark(this.selected);
  }

  private setEdited(isEdited: boolean): void {
    this.isEdited = isEdited;
    this.assembled = null;
    this.apply.disabled = true;
    this.revert.disabled = !isEdited;
    this.status.textContent = isEdited ? strings.text.checking : '';
  }

  private edited(): void {
    this.setEdited(true);
    this.check();
  }

  private async assemble(): Promise<void> {
    const { text } = this.text.editor;
    let findings: Finding[];
    let bytes = new Uint8Array(0);
    try {
      const assembled = await this.context.client.ask('assemble', {}, { data: new TextEncoder().encode(text) });
      ({ findings } = assembled.answer);
      bytes = assembled.bytes;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      findings = error.findings;
      if (findings.length === 0) throw error;
    }
    if (!this.isEdited || text !== this.text.editor.text) return;
    this.text.editor.setFindings(findings);
    const errors = findings.filter((finding) => finding.severity === 'error').length;
    this.assembled = errors === 0 ? bytes : null;
    this.apply.disabled = this.assembled === null;
    this.status.textContent = errors === 0 ? strings.text.assembles(bytes.length) : strings.text.errors(errors);
    this.showMessage(...[findingList(findings)].filter((list) => list !== null));
  }

  /** Gives the document the bytes of the edited text. */
  private async write(): Promise<void> {
    const { document, selected } = this;
    if (!document || !this.isEdited) return;
    await this.assemble();
    if (!this.assembled) return;
    await this.context.documents.replace(document, this.assembled);
    this.context.say(strings.text.applied);
    if (selected && document.view) this.context.selection.set({ ...selected, file: document.view.handle });
  }
}
