// A list that makes only the rows in sight: any number of rows of one height, in a scrolled element.

import { h } from './dom';

/** Browsers limit the height of elements; longer lists are scrolled in proportion. */
const MAX_HEIGHT = 8_000_000;
const BEYOND = 4;

export interface VirtualOptions {
  /** Fills the element of a row. */
  render(index: number, element: HTMLElement): void;
  /** Told which rows are in sight. */
  onWindow?(from: number, to: number): void;
  /** Height of a row in units of the font size. */
  lineHeight?: number;
  rowRole: string;
}

/** The scrolled element and its rows. */
export class VirtualList {
  readonly element: HTMLElement;
  private readonly spacer = h('div', { class: 'virtual-spacer', role: 'presentation' });
  private readonly rows = h('div', { class: 'virtual-rows', role: 'presentation' });
  private total = 0;
  private top = 0;
  private rowHeight = 20;
  private expected = -1;
  private pending = 0;
  private first = 0;

  constructor(private readonly options: VirtualOptions, attributes: Record<string, string>) {
    this.element = h('div', { class: 'virtual', tabindex: '0', ...attributes }, this.spacer, this.rows);
    this.element.addEventListener('scroll', () => this.scrolled());
    this.element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.refresh()).observe(this.element);
  }

  setTotal(total: number): void {
    this.total = total;
    this.top = Math.min(this.top, Math.max(0, total - 1));
    this.refresh();
  }

  get count(): number {
    return this.total;
  }

  /** Number of whole rows in sight. */
  get page(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 1);
  }

  /** Scrolls a row into sight; far rows come to a third of the height. */
  reveal(index: number): void {
    const visible = this.element.clientHeight / this.rowHeight;
    if (index >= Math.ceil(this.top) && index + 1 <= this.top + visible) {
      this.refresh();
      return;
    }
    const near = Math.abs(index - this.top) < visible * 2;
    if (near && index < this.top) this.top = index;
    else if (near) this.top = index + 1 - visible;
    else this.top = index - visible / 3;
    this.place();
  }

  /** Draws the rows in sight again, soon. */
  refresh(): void {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.draw();
    });
  }

  /** Number of the row that an element is in. */
  indexOf(target: EventTarget | null): number | null {
    const row = (target as HTMLElement | null)?.closest?.<HTMLElement>('.virtual-row');
    return row && this.rows.contains(row) ? this.first + [...this.rows.children].indexOf(row) : null;
  }

  private get contentHeight(): number {
    return Math.min(MAX_HEIGHT, this.total * this.rowHeight);
  }

  private get isCompressed(): boolean {
    return this.total * this.rowHeight > MAX_HEIGHT;
  }

  private get maxTop(): number {
    return Math.max(0, this.total - this.element.clientHeight / this.rowHeight);
  }

  private scrolled(): void {
    const { scrollTop, clientHeight } = this.element;
    if (Math.abs(scrollTop - this.expected) < 1) return;
    const room = this.contentHeight - clientHeight;
    this.top = this.isCompressed && room > 0 ? (scrollTop / room) * this.maxTop : scrollTop / this.rowHeight;
    this.expected = scrollTop;
    this.refresh();
  }

  private wheel(event: WheelEvent): void {
    if (!this.isCompressed || event.ctrlKey) return;
    event.preventDefault();
    this.top += event.deltaY / this.rowHeight;
    this.place();
  }

  /** Moves the scroll bar to where `top` says. */
  private place(): void {
    this.top = Math.max(0, Math.min(this.top, this.maxTop));
    this.spacer.style.height = `${this.contentHeight}px`;
    const room = this.contentHeight - this.element.clientHeight;
    const target = this.isCompressed ? (this.top / Math.max(1, this.maxTop)) * room : this.top * this.rowHeight;
    this.expected = Math.round(target);
    this.element.scrollTop = this.expected;
    this.refresh();
  }

  private draw(): void {
    const { clientHeight, scrollTop } = this.element;
    if (clientHeight === 0) return;
    const font = parseFloat(getComputedStyle(this.element).fontSize);
    const height = Math.round(font * (this.options.lineHeight ?? 1.6));
    if (height !== this.rowHeight) {
      this.rowHeight = height;
      this.place();
    }
    this.spacer.style.height = `${this.contentHeight}px`;
    const from = Math.max(0, Math.floor(this.top) - BEYOND);
    const to = Math.min(this.total, Math.ceil(this.top + clientHeight / this.rowHeight) + BEYOND);
    this.first = from;
    while (this.rows.childElementCount > to - from) this.rows.lastElementChild!.remove();
    while (this.rows.childElementCount < to - from) this.rows.append(h('div', {}));
    const shift = this.isCompressed ? scrollTop - this.top * this.rowHeight : 0;
    for (let index = from; index < to; index++) {
      const element = this.rows.children[index - from] as HTMLElement;
      for (const { name } of [...element.attributes]) element.removeAttribute(name);
      element.className = 'virtual-row';
      element.setAttribute('role', this.options.rowRole);
      element.style.height = `${this.rowHeight}px`;
      element.style.top = `${index * this.rowHeight + shift}px`;
      this.options.render(index, element);
    }
    this.options.onWindow?.(from, to);
  }
}
