// A virtualised table with a filter: columns of texts, one row chosen with keys or the pointer.

import { h } from './dom';
import { VirtualList } from './virtual';

export interface Column<T> {
  title: string;
  text(item: T): string;
  /** Share of the width. */
  width: number;
  className?(item: T): string;
}

export interface GridOptions<T> {
  label: string;
  columns: Column<T>[];
  onChoose(item: T): void;
  onOpen?(item: T): void;
  filterLabel?: string;
  isMarked?(item: T): boolean;
}

export class Grid<T> {
  readonly element = h('div', { class: 'grid' });
  private readonly list: VirtualList;
  private readonly filter: HTMLInputElement | null = null;
  private items: T[] = [];
  private shown: T[] = [];
  private cursor = 0;

  constructor(private readonly options: GridOptions<T>) {
    const { columns } = options;
    this.list = new VirtualList({ rowRole: 'row', render: (index, element) => this.render(index, element) },
      { role: 'grid', 'aria-label': options.label, class: 'virtual table' });
    if (options.filterLabel) {
      this.filter = h('input', {
        type: 'search', placeholder: options.filterLabel, 'aria-label': options.filterLabel, oninput: () => this.applyFilter(),
      });
      this.element.append(h('div', { class: 'bar' }, this.filter));
    }
    const template = columns.map((column) => `minmax(0, ${column.width}fr)`).join(' ');
    this.element.style.setProperty('--columns', template);
    this.element.append(h('div', { class: 'grid-head', 'aria-hidden': 'true' }, ...columns.map((column) => h('span', {}, column.title))), this.list.element);
    const { element } = this.list;
    element.addEventListener('click', (event) => {
      const index = this.list.indexOf(event.target);
      if (index !== null) this.go(index);
    });
    element.addEventListener('dblclick', () => this.open());
    element.addEventListener('keydown', (event) => this.key(event));
  }

  setItems(items: T[]): void {
    this.items = items;
    this.applyFilter();
  }

  get length(): number {
    return this.items.length;
  }

  refresh(): void {
    this.list.refresh();
  }

  /** Scrolls to the first marked row. */
  revealMarked(): void {
    const index = this.shown.findIndex((item) => this.options.isMarked?.(item));
    if (index >= 0) this.list.reveal(this.cursor = index);
  }

  private applyFilter(): void {
    const wanted = this.filter?.value.toLowerCase() ?? '';
    const { columns } = this.options;
    this.shown = wanted === '' ? this.items
      : this.items.filter((item) => columns.some((column) => column.text(item).toLowerCase().includes(wanted)));
    this.cursor = Math.max(0, Math.min(this.cursor, this.shown.length - 1));
    this.list.element.setAttribute('aria-rowcount', String(this.shown.length));
    this.list.setTotal(this.shown.length);
  }

  private render(index: number, element: HTMLElement): void {
    const item = this.shown[index];
    if (item === undefined) return;
    const isCursor = index === this.cursor;
    element.id = `row-${this.options.label.replace(/\W+/g, '-')}-${index}`;
    element.setAttribute('aria-rowindex', String(index + 1));
    element.setAttribute('aria-selected', String(isCursor));
    element.classList.toggle('cursor', isCursor);
    element.classList.toggle('touched', this.options.isMarked?.(item) ?? false);
    if (isCursor) this.list.element.setAttribute('aria-activedescendant', element.id);
    element.replaceChildren(...this.options.columns.map((column) => {
      const text = column.text(item);
      return h('span', { role: 'gridcell', class: column.className?.(item) ?? '', title: text }, text);
    }));
  }

  private go(index: number): void {
    this.cursor = Math.max(0, Math.min(index, this.shown.length - 1));
    this.list.reveal(this.cursor);
    this.list.refresh();
    const item = this.shown[this.cursor];
    if (item !== undefined) this.options.onChoose(item);
  }

  private open(): void {
    const item = this.shown[this.cursor];
    if (item !== undefined) this.options.onOpen?.(item);
  }

  private key(event: KeyboardEvent): void {
    const { page } = this.list;
    const moves: Record<string, number> = {
      ArrowDown: this.cursor + 1, ArrowUp: this.cursor - 1, PageDown: this.cursor + page, PageUp: this.cursor - page,
      Home: 0, End: this.shown.length - 1,
    };
    const move = moves[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (move !== undefined) this.go(move);
    else if (event.key === 'Enter') {
      this.go(this.cursor);
      this.open();
    } else return;
    event.preventDefault();
  }
}
