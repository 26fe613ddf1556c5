// The tree of fields: virtualised, loaded in windows, follows the selection, edits values.

import { h } from '../dom';
import type { View } from '../files';
import { FieldTree, type Slot } from '../fieldtree';
import type { Row } from '../protocol';
import { touches, type Selection } from '../selection';
import { strings } from '../strings';
import { VirtualList } from '../virtual';
import { findingList, Pane, type Context } from './pane';

export class FieldsPane extends Pane {
  readonly id = 'fields';
  private readonly list: VirtualList;
  private tree: FieldTree | null = null;
  private cursor = 0;
  private editing: HTMLInputElement | null = null;

  constructor(context: Context) {
    super(context);
    this.list = new VirtualList({ rowRole: 'treeitem', render: (index, element) => this.render(index, element) },
      { role: 'tree', 'aria-label': strings.fields.tree, class: 'virtual tree' });
    this.element.append(this.message, this.list.element);
    this.list.element.addEventListener('keydown', (event) => this.key(event));
    this.list.element.addEventListener('click', (event) => this.click(event));
    this.list.element.addEventListener('dblclick', (event) => {
      const index = this.list.indexOf(event.target);
      if (index !== null && !(event.target as HTMLElement).closest('.toggle')) void this.guard(this.edit(index));
    });
  }

  protected override async load(view: View, signal: AbortSignal): Promise<void> {
    const { client } = this.context;
    const before = this.tree?.openPaths() ?? [];
    this.tree = new FieldTree(async (node, from, count) =>
      (await client.ask('children', { file: view.handle, node, from, count }, { signal })).answer);
    this.tree.onchange = () => this.list.setTotal(this.tree?.total ?? 0);
    await this.tree.start();
    if (before.length > 0) await this.tree.openAll(before);
    this.cursor = Math.min(this.cursor, Math.max(0, this.tree.total - 1));
    this.list.setTotal(this.tree.total);
  }

  protected override clear(): void {
    this.tree = null;
    this.list.setTotal(0);
  }

  protected override async follow(selection: Selection, signal: AbortSignal): Promise<void> {
    const { view, tree } = this;
    if (!view || !tree) return;
    const { answer } = await this.context.client.ask('locate', { file: view.handle, at: selection.start }, { signal });
    if (!answer.chain) return;
    // The row that is selected, or the first of those that are, in the innermost one that holds all of them.
    const last = answer.chain.findLastIndex((row) => row.start <= selection.start && selection.end <= row.end);
    const holder = answer.chain[last];
    const isWhole = holder?.start === selection.start && holder.end === selection.end;
    const index = await tree.reveal(holder ? answer.chain.slice(0, isWhole ? last + 1 : last + 2) : answer.chain);
    if (index === null) return;
    this.cursor = index;
    this.list.reveal(index);
  }

  protected override mark(): void {
    this.list.refresh();
  }

  private render(index: number, element: HTMLElement): void {
    const slot = this.tree?.at(index);
    element.id = `field-${index}`;
    element.classList.toggle('cursor', index === this.cursor);
    if (index === this.cursor) this.list.element.setAttribute('aria-activedescendant', element.id);
    if (!slot?.row) {
      element.replaceChildren(h('span', { class: 'dim' }, strings.loading));
      return;
    }
    const { row, depth } = slot;
    const { selected } = this;
    const isSelected = !!selected && row.start < row.end && selected.start <= row.start && row.end <= selected.end;
    const isTouched = !!selected && touches(selected, row);
    element.setAttribute('aria-level', String(depth + 1));
    element.setAttribute('aria-posinset', String(slot.position + 1));
    element.setAttribute('aria-setsize', String(slot.siblings));
    element.setAttribute('aria-selected', String(isSelected));
    if (row.children > 0) element.setAttribute('aria-expanded', String(slot.isOpen));
    element.classList.toggle('touched', isTouched);
    element.style.paddingInlineStart = `${depth * 1.1 + 0.3}em`;
    element.replaceChildren(
      h('span', { class: row.children > 0 ? 'toggle' : 'toggle none', 'aria-hidden': 'true' },
        row.children > 0 ? (slot.isOpen ? '▾' : '▸') : ''),
      h('span', { class: 'name' }, row.name || strings.fields.noName),
      h('span', { class: 'type' }, row.type || row.kind),
      row.value !== '' ? h('span', { class: 'value' }, row.value) : '',
      row.meaning !== '' ? h('span', { class: 'meaning' }, row.meaning) : '',
      row.link !== null ? h('button', { class: 'link', type: 'button', tabindex: '-1', 'aria-label': strings.fields.follow }, '↪') : '');
  }

  private click(event: MouseEvent): void {
    const index = this.list.indexOf(event.target);
    if (index === null) return;
    const slot = this.tree?.at(index);
    if (!slot?.row) return;
    const target = event.target as HTMLElement;
    if (target.closest('.toggle') && slot.row.children > 0) void this.guard(this.toggle(slot));
    else if (target.closest('.link')) void this.guard(this.followLink(slot.row));
    else this.go(index);
  }

  private go(index: number): void {
    if (!this.tree) return;
    this.cursor = Math.max(0, Math.min(index, this.tree.total - 1));
    const row = this.tree.at(this.cursor)?.row;
    this.list.reveal(this.cursor);
    if (row) this.select(row.start, row.end);
  }

  private async toggle(slot: Slot, open = !slot.isOpen): Promise<void> {
    await this.tree?.setOpen(slot, open);
    this.list.refresh();
  }

  private async followLink(row: Row): Promise<void> {
    if (!this.view || row.link === null) return;
    const { answer } = await this.context.client.ask('locate', { file: this.view.handle, id: row.link });
    const target = answer.chain?.at(-1);
    if (target) this.context.selection.set({ file: this.view.handle, start: target.start, end: target.end, origin: 'link' });
  }

  private key(event: KeyboardEvent): void {
    if (this.editing || !this.tree || event.ctrlKey || event.altKey || event.metaKey) return;
    const slot = this.tree.at(this.cursor);
    const { page } = this.list;
    const moves: Record<string, number> = {
      ArrowDown: this.cursor + 1, ArrowUp: this.cursor - 1, PageDown: this.cursor + page, PageUp: this.cursor - page,
      Home: 0, End: this.tree.total - 1,
    };
    const move = moves[event.key];
    if (move !== undefined) this.go(move);
    else if (event.key === 'ArrowRight' && slot?.row && slot.row.children > 0) {
      if (slot.isOpen) this.go(this.cursor + 1);
      else void this.guard(this.toggle(slot, true));
    } else if (event.key === 'ArrowLeft' && slot) {
      if (slot.isOpen) void this.guard(this.toggle(slot, false));
      else if (slot.parent !== null) this.go(slot.parent);
    } else if (event.key === ' ' && slot?.row && slot.row.children > 0) void this.guard(this.toggle(slot));
    else if (event.key === 'Enter' && slot?.row?.link) void this.guard(this.followLink(slot.row));
    else if (event.key === 'F2' || event.key === 'Enter') void this.guard(this.edit(this.cursor));
    else return;
    event.preventDefault();
  }

  /** Puts an input over the value of a row; Enter writes it into the file. */
  private async edit(index: number): Promise<void> {
    const { tree, view, document } = this;
    const row = tree?.at(index)?.row;
    if (!tree || !row || !view || !document || view.handle !== document.handle || row.value === '') return;
    const label = row.path;
    this.list.reveal(index);
    await new Promise(requestAnimationFrame);
    const cell = this.list.element.querySelector(`#field-${index} .value`);
    if (!cell) return;
    const input = h('input', { class: 'edit', 'aria-label': strings.fields.edit(label), value: row.value, spellcheck: 'false' });
    this.editing = input;
    const finish = () => {
      this.editing = null;
      this.list.refresh();
      this.list.element.focus();
    };
    input.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') finish();
      if (event.key !== 'Enter') return;
      const { value } = input;
      finish();
      void this.guard(this.write(label, value));
    });
    input.addEventListener('blur', () => this.editing === input && finish());
    cell.replaceChildren(input);
    input.focus();
    input.select();
  }

  private async write(label: string, value: string): Promise<void> {
    const { view, document } = this;
    if (!view || !document) return;
    const { answer, bytes } = await this.context.client.ask('edit', { file: view.handle, label, value });
    if (bytes.length === 0) {
      this.showMessage(h('p', {}, strings.fields.refused(label)), findingList(answer.findings));
      return;
    }
    const selection = this.selected;
    await this.context.documents.replace(document, bytes);
    this.context.say(strings.fields.changed(label, value));
    if (selection && document.view) this.context.selection.set({ ...selection, file: document.view.handle });
  }
}
