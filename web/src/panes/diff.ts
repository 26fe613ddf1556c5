// What differs between the active file and another one that is open.

import { choice, h, hex } from '../dom';
import type { Document, View } from '../files';
import { Grid } from '../grid';
import type { Change, Diff } from '../schema';
import { touches } from '../selection';
import { strings } from '../strings';
import { Pane, type Context } from './pane';

export class DiffPane extends Pane {
  readonly id = 'diff';
  private readonly bar = h('div', { class: 'bar' });
  private readonly grid: Grid<Change>;
  private other: Document | null = null;

  constructor(context: Context) {
    super(context);
    this.grid = new Grid<Change>({
      label: strings.panes.diff, filterLabel: strings.filter,
      columns: [
        { title: strings.kind, width: 1, text: (change) => strings.diff.kinds[change.kind], className: (change) => change.kind },
        { title: strings.path, width: 3, text: (change) => change.path },
        { title: strings.diff.old, width: 3, text: (change) => change.old ?? '' },
        { title: strings.diff.new, width: 3, text: (change) => change.new ?? '' },
        { title: strings.range, width: 2, text: (change) => (change.new_range ? `${hex(change.new_range.start)}..${hex(change.new_range.end)}` : '') },
      ],
      onChoose: (change) => change.new_range && this.select(change.new_range.start, change.new_range.end),
      isMarked: (change) => !!this.selected && !!change.new_range && touches(change.new_range, this.selected),
    });
    this.element.append(this.bar, this.message, this.grid.element);
    context.documents.addEventListener('list', () => this.invalidate());
  }

  protected override async load(view: View, signal: AbortSignal): Promise<void> {
    const { documents, client } = this.context;
    const others = documents.all.filter((document) => document !== this.document);
    if (others.length === 0) {
      this.clear();
      this.showMessage(strings.diff.needsTwo);
      return;
    }
    if (!this.other || !others.includes(this.other)) this.other = others[0]!;
    const { other } = this;
    this.bar.replaceChildren(choice(strings.diff.with, others.map((one) => ({ value: String(one.id), title: one.name })), String(other.id), (id) => {
      this.other = others.find((one) => String(one.id) === id) ?? null;
      this.invalidate();
    }));
    const { bytes } = await client.ask('diff', { old: other.view?.handle ?? other.handle, new: view.handle }, { signal });
    const diff = JSON.parse(new TextDecoder().decode(bytes)) as Diff;
    this.grid.setItems(diff.changes);
    if (diff.identical) this.showMessage(strings.diff.identical);
    else this.showMessage(diff.same ? strings.diff.same : strings.diff.changes(diff.changes.length));
  }

  protected override clear(): void {
    this.bar.replaceChildren();
    this.grid.setItems([]);
  }

  protected override follow(): void {
    this.grid.revealMarked();
  }

  protected override mark(): void {
    this.grid.refresh();
  }
}
