// What every pane is: a part of the page that shows something of the active document and follows the selection.

import { isAbort, Refused, Stopped, type Client } from '../client';
import { button, h } from '../dom';
import type { Document, Documents, View } from '../files';
import type { Selection, SelectionStore } from '../selection';
import type { Finding } from '../schema';
import { strings } from '../strings';

/** Texts of larger files are made only when the user asks for them. */
const LARGE = 8 << 20;

/** What panes work with. */
export interface Context {
  client: Client;
  documents: Documents;
  selection: SelectionStore;
  /** Brings a pane to the front and gives it the focus. */
  open(pane: string): void;
  /** Tells the user something, in the log. */
  say(message: string): void;
}

/** A pane loads only while it is in sight, and again when what it shows has changed. */
export abstract class Pane {
  abstract readonly id: string;
  readonly element = h('section', { class: 'pane' });
  protected readonly message = h('div', { class: 'message', hidden: true });
  private isVisible = false;
  private isStale = true;
  private loading = new AbortController();
  private followed: Selection | null = null;
  private wanted: View | null = null;

  constructor(protected readonly context: Context) {}

  get title(): string {
    return strings.panes[this.id as keyof typeof strings.panes];
  }

  /** The file shown now. */
  protected get view(): View | null {
    return this.context.documents.active?.view ?? null;
  }

  protected get document(): Document | null {
    return this.context.documents.active;
  }

  /** Loads what the pane shows; calls of an earlier load are aborted. */
  protected abstract load(view: View, signal: AbortSignal): Promise<void>;

  /** Empties the pane when there is nothing to show. */
  protected abstract clear(): void;

  /** Moves to what is selected; called for selections of other panes. */
  protected follow(_selection: Selection, _signal: AbortSignal): Promise<void> | void {}

  /** Called for every selection, to mark it. */
  protected mark(_selection: Selection | null): void {}

  /** Gives the focus to what is most useful in the pane. */
  focus(): void {
    for (const wanted of ['[data-focus]', '[tabindex="0"]', 'input, select, button:not(:disabled)']) {
      const target = [...this.element.querySelectorAll<HTMLElement>(wanted)].find((element) => element.checkVisibility());
      if (!target) continue;
      target.focus();
      return;
    }
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    if (isVisible) void this.update();
  }

  /** What is shown has changed. */
  invalidate(): void {
    this.isStale = true;
    this.followed = null;
    this.loading.abort(new DOMException('superseded', 'AbortError'));
    if (this.isVisible) void this.update();
  }

  /** The selection has changed. */
  selectionChanged(selection: Selection | null): void {
    this.mark(selection);
    if (this.isVisible && !this.isStale) void this.guard(this.followSelection());
  }

  /** Selects a range of the file that is shown. */
  protected select(start: number, end: number): void {
    if (this.view) this.context.selection.set({ file: this.view.handle, start, end, origin: this.id });
  }

  protected get selected(): Selection | null {
    const selection = this.context.selection.get();
    return selection && selection.file === this.view?.handle ? selection : null;
  }

  /** Shows why something failed; aborted work is no failure. */
  protected async guard(work: Promise<void> | void): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (isAbort(error)) return;
      this.showError(error);
    }
  }

  protected showError(error: unknown): void {
    const retry = error instanceof Stopped
      ? button(strings.retry, () => this.document && void this.context.documents.retry(this.document)) : null;
    const findings = error instanceof Refused ? findingList(error.findings) : null;
    this.showMessage(h('p', {}, (error as Error).message), findings, retry);
    if (!(error instanceof Refused) && !(error instanceof Stopped)) console.error(error);
  }

  protected showMessage(...content: (Node | string | null)[]): void {
    this.message.replaceChildren(...content.filter((one) => one !== null));
    this.message.hidden = content.length === 0;
  }

  /** False if the text of a large file is not wanted yet; then there is a button that asks for it. */
  protected isTextWanted(view: View): boolean {
    if (view.opened.binary_size <= LARGE || this.wanted === view) return true;
    this.showMessage(h('p', {}, strings.text.large), button(strings.text.print, () => {
      this.wanted = view;
      this.invalidate();
    }));
    return false;
  }

  private async update(): Promise<void> {
    if (!this.isStale) {
      await this.guard(this.followSelection());
      return;
    }
    this.isStale = false;
    this.loading = new AbortController();
    this.showMessage();
    const { view, document } = this;
    if (!view) {
      this.clear();
      if (document?.error) this.showError(new Refused(document.error.message, document.error.findings));
      return;
    }
    await this.guard((async () => {
      await this.load(view, this.loading.signal);
      this.mark(this.context.selection.get());
      await this.followSelection();
    })());
  }

  private async followSelection(): Promise<void> {
    const { selected } = this;
    if (!selected || selected.origin === this.id || selected === this.followed) return;
    this.followed = selected;
    await this.follow(selected, this.loading.signal);
  }
}

/** Findings as a plain list. */
export function findingList(findings: Finding[]): HTMLElement | null {
  if (findings.length === 0) return null;
  return h('ul', { class: 'finding-list' }, ...findings.map((finding) => h('li', { class: finding.severity },
    h('strong', {}, finding.rule), ' ',
    finding.line === undefined ? '' : strings.lineColumn(finding.line, finding.column ?? 1) + ': ', finding.message,
    finding.help ? h('div', { class: 'help' }, finding.help) : null)));
}
