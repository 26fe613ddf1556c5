// The bytes with their fields: virtualised rows of hexadecimal and characters; a byte selects its field.

import { ByteSource, type Owner } from '../bytesource';
import { h, hex } from '../dom';
import type { View } from '../files';
import type { Selection } from '../selection';
import { strings } from '../strings';
import { VirtualList } from '../virtual';
import { Pane, type Context } from './pane';

const TINTS = 6;
const LONGEST_FIELD = 64;

export class BytesPane extends Pane {
  readonly id = 'bytes';
  private readonly list: VirtualList;
  private readonly status = h('div', { class: 'status', 'aria-live': 'off' });
  private source: ByteSource | null = null;
  private width = 16;
  private cursor = 0;
  private anchor = 0;
  private hovered: Owner | null = null;

  constructor(context: Context) {
    super(context);
    this.list = new VirtualList({ rowRole: 'row', render: (index, element) => this.render(index, element) },
      { role: 'grid', 'aria-label': strings.bytes.grid, class: 'virtual hex' });
    this.element.append(this.message, this.list.element, this.status);
    const { element } = this.list;
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('mousemove', (event) => this.hover(event));
    element.addEventListener('mouseleave', () => this.setHovered(null));
    element.addEventListener('mousedown', (event) => this.press(event));
    new ResizeObserver(() => this.fit()).observe(element);
  }

  protected override async load(view: View, signal: AbortSignal): Promise<void> {
    const { addresses } = view.opened;
    this.source = new ByteSource(this.context.client, view.handle, addresses, signal,
      () => this.refresh(), (error) => void this.guard(Promise.reject(error as Error)));
    this.cursor = Math.min(this.cursor, Math.max(0, addresses - 1));
    this.list.element.setAttribute('aria-rowcount', String(Math.ceil(addresses / this.width)));
    this.list.setTotal(Math.ceil(addresses / this.width));
    this.fit();
  }

  protected override clear(): void {
    this.source = null;
    this.list.setTotal(0);
    this.status.textContent = '';
  }

  protected override follow(selection: Selection): void {
    this.cursor = this.anchor = Math.min(selection.start, Math.max(0, (this.source?.size ?? 1) - 1));
    this.list.reveal(Math.floor(this.cursor / this.width));
    this.tell();
  }

  protected override mark(): void {
    this.refresh();
  }

  private refresh(): void {
    this.list.refresh();
    this.tell();
  }

  /** Takes as many bytes to a row as there is room for: 8, 16 or 32. */
  private fit(): void {
    const font = parseFloat(getComputedStyle(this.list.element).fontSize);
    const room = this.list.element.clientWidth / font;
    const width = room > 72 ? 32 : room > 39 ? 16 : 8;
    if (width === this.width || !this.source) return;
    this.width = width;
    this.list.setTotal(Math.ceil(this.source.size / width));
    this.list.reveal(Math.floor(this.cursor / width));
  }

  private render(index: number, element: HTMLElement): void {
    const { source, width, selected } = this;
    if (!source) return;
    const first = index * width;
    const cells: HTMLElement[] = [];
    const characters: HTMLElement[] = [];
    for (let at = first; at < first + width; at++) {
      const byte = at < source.size ? source.at(at) : -1;
      const owner = at < source.size ? source.owner(at) : null;
      const isSelected = !!selected && at >= selected.start && at < selected.end;
      const classes = [
        owner ? `tint${tintOf(owner)}` : '', isSelected ? 'selected' : '', at === this.cursor ? 'cursor' : '',
        owner && this.hovered && owner.start === this.hovered.start ? 'hovered' : '', at % 8 === 0 && at !== first ? 'gap' : '',
      ].join(' ').trim();
      const known = byte !== null && byte >= 0;
      const cell = h('span', { class: classes, role: 'gridcell', 'data-at': at, 'aria-selected': isSelected ? 'true' : null },
        known ? byte.toString(16).padStart(2, '0') : byte === null ? '··' : '  ');
      if (at === this.cursor) {
        cell.id = 'byte-cursor';
        this.list.element.setAttribute('aria-activedescendant', cell.id);
      }
      cells.push(cell);
      characters.push(h('span', { class: classes, 'data-at': at }, known ? (byte > 32 && byte < 127 ? String.fromCharCode(byte) : '.') : ' '));
    }
    element.setAttribute('aria-rowindex', String(index + 1));
    element.replaceChildren(
      h('span', { class: 'address', role: 'rowheader' }, first.toString(16).padStart(8, '0')),
      h('span', { class: 'cells', role: 'presentation' }, ...cells),
      h('span', { class: 'characters', 'aria-hidden': 'true' }, ...characters));
  }

  private addressOf(event: Event): number | null {
    const at = (event.target as HTMLElement).dataset?.['at'];
    const address = at === undefined ? NaN : Number(at);
    return this.source && address < this.source.size ? address : null;
  }

  private hover(event: MouseEvent): void {
    const at = this.addressOf(event);
    if (at !== null && event.buttons === 1) {
      this.cursor = at;
      this.selectRange();
    }
    this.setHovered(at === null ? null : this.source!.owner(at));
  }

  private setHovered(owner: Owner | null): void {
    if (owner?.start === this.hovered?.start) return;
    this.hovered = owner;
    this.refresh();
  }

  private press(event: MouseEvent): void {
    const at = this.addressOf(event);
    if (at === null || event.button !== 0) return;
    this.move(at, event.shiftKey);
  }

  private move(at: number, extend: boolean): void {
    if (!this.source) return;
    this.cursor = Math.max(0, Math.min(at, this.source.size - 1));
    this.list.reveal(Math.floor(this.cursor / this.width));
    if (extend) {
      this.selectRange();
      return;
    }
    this.anchor = this.cursor;
    const owner = this.source.owner(this.cursor);
    // Of code and of data without fields, one byte is selected.
    const isField = !!owner && owner.end - owner.start <= LONGEST_FIELD;
    this.select(isField ? owner.start : this.cursor, isField ? owner.end : this.cursor + 1);
    this.refresh();
  }

  private selectRange(): void {
    this.select(Math.min(this.anchor, this.cursor), Math.max(this.anchor, this.cursor) + 1);
    this.refresh();
  }

  private key(event: KeyboardEvent): void {
    const { width, cursor } = this;
    const page = this.list.page * width;
    const end = (this.source?.size ?? 1) - 1;
    const whole = event.ctrlKey || event.metaKey;
    const moves: Record<string, number> = {
      ArrowRight: cursor + 1, ArrowLeft: cursor - 1, ArrowDown: cursor + width, ArrowUp: cursor - width,
      PageDown: cursor + page, PageUp: cursor - page,
      Home: whole ? 0 : cursor - (cursor % width), End: whole ? end : cursor - (cursor % width) + width - 1,
    };
    const move = moves[event.key];
    if (event.altKey || move === undefined) {
      if (whole && event.key === 'c') void this.guard(this.copy());
      return;
    }
    event.preventDefault();
    this.move(move, event.shiftKey);
  }

  /** Copies the selected bytes as hexadecimal. */
  private async copy(): Promise<void> {
    const { selected, view } = this;
    if (!selected || !view) return;
    const { bytes } = await this.context.client.ask('bytes', { file: view.handle, from: selected.start, to: selected.end });
    await navigator.clipboard.writeText([...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' '));
    this.context.say(strings.bytes.copied(bytes.length));
  }

  /** Says what the byte under the pointer or the cursor is. */
  private tell(): void {
    if (!this.source || this.source.size === 0) return;
    const owner = this.hovered ?? this.source.owner(this.cursor);
    const byte = this.source.at(this.cursor);
    const value = byte !== null && byte >= 0 ? strings.bytes.value(hex(this.cursor), byte) : '';
    const name = owner ? strings.bytes.owner(owner.name, hex(owner.start), hex(owner.end)) : '';
    const { selected } = this;
    const size = selected && selected.end - selected.start > 1 ? strings.bytes.selected(selected.end - selected.start) : '';
    this.status.textContent = [value, name, size].filter((one) => one !== '').join(' · ');
  }
}

/** Neighbouring fields have different tints. */
function tintOf(owner: Owner): number {
  const [node, field] = owner.id.split(':');
  return (Number(node) * 2 + Number(field ?? 0)) % TINTS;
}
