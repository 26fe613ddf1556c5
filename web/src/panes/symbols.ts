// The symbols of a file: what each is, where it is defined, what uses it.

import { button, h } from '../dom';
import type { View } from '../files';
import { Grid } from '../grid';
import { rangeOfPath, rangeOfSymbol, symbolsOf } from '../places';
import type { Range, SymbolEntry } from '../schema';
import { touches } from '../selection';
import { strings } from '../strings';
import { Pane, type Context } from './pane';

const MOST_USES = 100;

export class SymbolsPane extends Pane {
  readonly id = 'symbols';
  private readonly grid: Grid<SymbolEntry>;
  private readonly uses = h('div', { class: 'notes uses' });
  private readonly ranges = new Map<SymbolEntry, Range | null>();

  constructor(context: Context) {
    super(context);
    this.grid = new Grid<SymbolEntry>({
      label: strings.panes.symbols, filterLabel: strings.filter,
      columns: [
        { title: strings.name, width: 3, text: (one) => one.name || strings.noName },
        { title: strings.kind, width: 2, text: (one) => one.kind },
        { title: strings.value, width: 3, text: (one) => one.value },
        { title: strings.path, width: 3, text: (one) => one.path },
        { title: strings.symbols.uses, width: 1, text: (one) => String(one.used_by.length) },
      ],
      onChoose: (symbol) => void this.guard(this.choose(symbol)),
      isMarked: (symbol) => {
        const range = this.ranges.get(symbol);
        return !!range && !!this.selected && touches(range, this.selected);
      },
    });
    this.element.append(this.message, this.grid.element, this.uses);
  }

  protected override async load(view: View): Promise<void> {
    this.ranges.clear();
    this.uses.replaceChildren();
    const symbols = await symbolsOf(this.context.client, view);
    this.grid.setItems(symbols);
    if (symbols.length === 0) this.showMessage(strings.symbols.none);
  }

  protected override clear(): void {
    this.grid.setItems([]);
    this.uses.replaceChildren();
  }

  /** Finds the places of the first symbols, to mark those that are selected. */
  protected override async follow(_selection: unknown, signal: AbortSignal): Promise<void> {
    const { view } = this;
    if (!view) return;
    for (const symbol of (await symbolsOf(this.context.client, view)).slice(0, 200)) {
      if (!this.ranges.has(symbol)) this.ranges.set(symbol, await rangeOfSymbol(this.context.client, view, symbol));
      if (signal.aborted) return;
    }
    this.grid.refresh();
    this.grid.revealMarked();
  }

  protected override mark(): void {
    this.grid.refresh();
  }

  private async choose(symbol: SymbolEntry): Promise<void> {
    const { view } = this;
    if (!view) return;
    const { client } = this.context;
    this.uses.replaceChildren(...symbol.used_by.slice(0, MOST_USES).map((path) => button(path, () => void this.guard((async () => {
      const range = await rangeOfPath(client, view, path);
      if (range) this.select(range.start, range.end);
    })()), { class: 'plain' })));
    const range = await rangeOfSymbol(client, view, symbol);
    this.ranges.set(symbol, range);
    if (range) this.select(range.start, range.end);
  }
}
