// A text of the file with places, whatever its length: in an editor, or as virtual lines if it is long.

import type { Client } from './client';
import { h } from './dom';
import { Editor, type EditorOptions } from './editor';
import type { View } from './files';
import { commentsOf } from './languages';
import type { Place } from './protocol';
import { touches } from './selection';
import { VirtualList } from './virtual';

/** Longer texts are not put into an editor. */
const MOST_LINES = 20_000;
const PAGE = 200;
const CHUNK = 4000;

interface Line {
  text: string;
  place: Place | null;
}

export class PlacedText {
  readonly element = h('div', { class: 'placed' });
  readonly editor: Editor;
  private readonly list: VirtualList;
  private fetch: ((from: number) => Promise<void>) | null = null;
  private lineAt: ((at: number) => Promise<number | null>) | null = null;
  private readonly pages = new Map<number, Line[] | null>();
  private marked: { start: number; end: number } | null = null;
  private cursor = 0;

  constructor(private readonly options: EditorOptions) {
    this.editor = new Editor(options);
    this.list = new VirtualList({ rowRole: 'option', render: (index, element) => this.render(index, element) },
      { role: 'listbox', 'aria-label': options.label, class: 'virtual lines' });
    this.list.element.addEventListener('click', (event) => {
      const index = this.list.indexOf(event.target);
      if (index !== null) this.go(index);
    });
    this.list.element.addEventListener('keydown', (event) => this.key(event));
    this.element.append(this.editor.view.dom);
  }

  /** True if the text is too long to be edited. */
  get isLong(): boolean {
    return this.fetch !== null;
  }

  /** Shows a text that is at hand. */
  setText(text: string, places: (Place | null)[], language: string): void {
    this.fetch = null;
    this.element.replaceChildren(this.editor.view.dom);
    this.editor.setComments(commentsOf(language));
    this.editor.setText(text, places);
  }

  /** Shows a view of a file. */
  async load(client: Client, { handle: file }: View, view: string, signal: AbortSignal): Promise<void> {
    const first = await client.ask('lines', { file, view, from: 0, count: CHUNK }, { signal });
    const { total } = first.answer;
    if (total > MOST_LINES) {
      this.showLong(client, file, view, total, signal);
      return;
    }
    const { lines, places } = first.answer;
    while (lines.length < total) {
      const { answer } = await client.ask('lines', { file, view, from: lines.length, count: CHUNK }, { signal });
      if (answer.lines.length === 0) break;
      lines.push(...answer.lines);
      places.push(...answer.places);
    }
    this.setText(lines.join('\n'), places, view);
  }

  mark(range: { start: number; end: number } | null): void {
    this.marked = range;
    if (this.isLong) this.list.refresh();
    else this.editor.mark(range);
  }

  /** Scrolls to what shows a range. */
  async reveal(range: { start: number; end: number }): Promise<void> {
    this.marked = range;
    if (!this.lineAt || !this.isLong) {
      this.editor.mark(range, true);
      return;
    }
    const line = await this.lineAt(range.start);
    if (line !== null) this.list.reveal(this.cursor = line);
  }

  private showLong(client: Client, file: number, view: string, total: number, signal: AbortSignal): void {
    this.pages.clear();
    this.fetch = async (page) => {
      const { answer } = await client.ask('lines', { file, view, from: page * PAGE, count: PAGE }, { signal });
      this.pages.set(page, answer.lines.map((text, at) => ({ text, place: answer.places[at] ?? null })));
      this.list.refresh();
    };
    this.lineAt = async (at) => (await client.ask('line_at', { file, view, at }, { signal })).answer.line;
    this.element.replaceChildren(this.list.element);
    this.list.setTotal(total);
  }

  private line(index: number): Line | null {
    const page = Math.floor(index / PAGE);
    const known = this.pages.get(page);
    if (known === undefined) {
      this.pages.set(page, null);
      this.fetch?.(page).catch(() => this.pages.delete(page));
    }
    return known?.[index % PAGE] ?? null;
  }

  private render(index: number, element: HTMLElement): void {
    const line = this.line(index);
    const place = line?.place;
    const isMarked = !!place && !!this.marked && touches(this.marked, { start: place[0], end: place[1] })
      && place[0] >= this.marked.start;
    element.id = `line-${index}`;
    element.classList.toggle('selected', isMarked);
    element.classList.toggle('cursor', index === this.cursor);
    if (index === this.cursor) this.list.element.setAttribute('aria-activedescendant', element.id);
    element.setAttribute('aria-selected', String(index === this.cursor));
    element.replaceChildren(h('span', { class: 'number', 'aria-hidden': 'true' }, String(index + 1)), h('span', {}, line?.text ?? ''));
  }

  private go(index: number): void {
    this.cursor = Math.max(0, Math.min(index, this.list.count - 1));
    this.list.reveal(this.cursor);
    const place = this.line(this.cursor)?.place;
    if (place && place[0] < place[1]) this.options.onSelect?.(place[0], place[1]);
  }

  private key(event: KeyboardEvent): void {
    const { page } = this.list;
    const moves: Record<string, number> = {
      ArrowDown: this.cursor + 1, ArrowUp: this.cursor - 1, PageDown: this.cursor + page, PageUp: this.cursor - page,
      Home: 0, End: this.list.count - 1,
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    this.go(move);
  }
}
