// The strings of a file: where each is, and which of them repeat.

import { button } from '../dom';
import type { View } from '../files';
import { Grid } from '../grid';
import type { Hit } from '../protocol';
import { touches } from '../selection';
import { strings } from '../strings';
import { Pane, type Context } from './pane';

const PAGE = 1000;

export class StringsPane extends Pane {
  readonly id = 'strings';
  private readonly grid: Grid<Hit>;
  private hits: Hit[] = [];

  constructor(context: Context) {
    super(context);
    this.grid = new Grid<Hit>({
      label: strings.panes.strings, filterLabel: strings.filter,
      columns: [
        { title: strings.text_, width: 4, text: (hit) => hit.text },
        { title: strings.stringsPane.times, width: 1, text: (hit) => String(this.times(hit)) },
        { title: strings.path, width: 4, text: (hit) => hit.path },
      ],
      onChoose: (hit) => this.select(hit.start, hit.end),
      isMarked: (hit) => !!this.selected && hit.end > hit.start && touches(hit, this.selected),
    });
    this.element.append(this.message, this.grid.element);
  }

  protected override async load(view: View, signal: AbortSignal): Promise<void> {
    this.hits = [];
    await this.more(view, 0, signal);
    if (this.hits.length === 0) this.showMessage(strings.stringsPane.none);
  }

  protected override clear(): void {
    this.hits = [];
    this.grid.setItems([]);
  }

  protected override follow(): void {
    this.grid.revealMarked();
  }

  protected override mark(): void {
    this.grid.refresh();
  }

  /** Values that are printed in quotes. */
  private async more(view: View, from: number, signal: AbortSignal): Promise<void> {
    const { answer } = await this.context.client.ask('find',
      { file: view.handle, text: '"', within: 'values', from, count: PAGE }, { signal });
    this.hits.push(...answer.hits.filter((hit) => hit.text.includes('"')));
    this.counts = null;
    this.grid.setItems(this.hits);
    const { next } = answer;
    if (next === null) this.showMessage();
    else this.showMessage(button(strings.more, () => void this.guard(this.more(view, next, signal))));
  }

  private counts: Map<string, number> | null = null;

  private times(hit: Hit): number {
    if (!this.counts) {
      this.counts = new Map();
      for (const { text } of this.hits) this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
    }
    return this.counts.get(hit.text) ?? 1;
  }
}
