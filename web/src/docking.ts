// Shows the arrangement of panes: tab lists that are dragged, splitters that are moved, with keys for both.

import { h } from './dom';
import {
  defaultLayout, groupsOf, groupWith, loadLayout, movePane, narrowLayout, saveLayout, type Group, type Layout, type Side, type Split,
} from './layout';
import type { Pane } from './panes/pane';
import { strings } from './strings';

const TYPE = 'application/x-glassbox-pane';
const SMALLEST = 8;

export class Docking {
  readonly element = h('main', { class: 'docking' });
  private wide: Layout;
  private layout: Layout;
  private dragged: string | null = null;
  private readonly scrolls = new Map<Pane, [Element, number][]>();
  private readonly narrow = matchMedia('(max-width: 56rem)');

  constructor(private readonly panes: Map<string, Pane>) {
    this.wide = loadLayout([...panes.keys()]);
    this.layout = this.chosen();
    this.narrow.addEventListener('change', () => {
      this.layout = this.chosen();
      this.render();
    });
    this.render();
  }

  /** Brings a pane to the front. */
  open(id: string, focus = true): void {
    const holder = groupWith(this.layout, id);
    if (!holder) return;
    if (holder.active !== id) {
      holder.active = id;
      this.changed();
    }
    if (focus) this.panes.get(id)?.focus();
  }

  /** Shows a pane if it would not hide one that the user looks at by choice. */
  isOpen(id: string): boolean {
    return groupWith(this.layout, id)?.active === id;
  }

  reset(): void {
    saveLayout(null);
    this.wide = defaultLayout();
    this.layout = this.chosen();
    this.render();
  }

  /** Moves the focus to the next pane in sight, or the one before. */
  cycle(step: number): void {
    const groups = groupsOf(this.layout);
    const at = groups.findIndex((one) => this.panes.get(one.active)?.element.contains(document.activeElement));
    const next = groups[(at + step + groups.length) % groups.length];
    if (next) this.panes.get(next.active)?.focus();
  }

  private chosen(): Layout {
    return this.narrow.matches ? narrowLayout(['overview', ...[...this.panes.keys()].filter((id) => id !== 'overview')]) : this.wide;
  }

  private changed(): void {
    if (!this.narrow.matches) {
      this.wide = this.layout;
      saveLayout(this.layout);
    }
    this.render();
  }

  private render(): void {
    const focused = document.activeElement;
    this.keepScrolls();
    this.element.replaceChildren(this.build(this.layout));
    for (const pane of this.panes.values()) {
      for (const [element, top] of this.scrolls.get(pane) ?? []) element.scrollTop = top;
    }
    if (focused instanceof HTMLElement && this.element.contains(focused)) focused.focus();
    const open = new Set(groupsOf(this.layout).map((one) => one.active));
    for (const [id, pane] of this.panes) pane.setVisible(open.has(id));
  }

  /** Remembers how far the panes in sight are scrolled: elements that are moved in the document forget it. */
  private keepScrolls(): void {
    for (const pane of this.panes.values()) {
      if (!pane.element.isConnected) continue;
      const scrolled = [...pane.element.querySelectorAll('.cm-scroller, .virtual, .body')].filter((element) => element.scrollTop > 0);
      this.scrolls.set(pane, scrolled.map((element) => [element, element.scrollTop]));
    }
  }

  private build(layout: Layout): HTMLElement {
    return layout.kind === 'group' ? this.buildGroup(layout) : this.buildSplit(layout);
  }

  private buildSplit(layout: Split): HTMLElement {
    const element = h('div', { class: `split ${layout.direction}` });
    layout.children.forEach((child, index) => {
      if (index > 0) element.append(this.splitter(layout, index, element));
      const cell = h('div', { class: 'cell' }, this.build(child));
      cell.style.flexGrow = String(layout.sizes[index]);
      element.append(cell);
    });
    return element;
  }

  private splitter(layout: Split, index: number, element: HTMLElement): HTMLElement {
    const isRow = layout.direction === 'row';
    const bar = h('div', {
      class: 'splitter', role: 'separator', tabindex: '0', 'aria-label': strings.layout.splitter, 'aria-orientation': isRow ? 'vertical' : 'horizontal',
    });
    const total = layout.sizes.reduce((sum, size) => sum + size, 0);
    const resize = (by: number) => {
      const before = layout.sizes[index - 1]!;
      const after = layout.sizes[index]!;
      const change = Math.max(SMALLEST - before, Math.min(after - SMALLEST, by));
      layout.sizes[index - 1] = before + change;
      layout.sizes[index] = after - change;
      const cells = [...element.children].filter((child) => child.classList.contains('cell')) as HTMLElement[];
      cells.forEach((cell, at) => (cell.style.flexGrow = String(layout.sizes[at])));
      bar.setAttribute('aria-valuenow', String(Math.round(layout.sizes[index - 1]! / total * 100)));
    };
    resize(0);
    bar.addEventListener('pointerdown', (event) => {
      bar.setPointerCapture(event.pointerId);
      const room = isRow ? element.clientWidth : element.clientHeight;
      let last = isRow ? event.clientX : event.clientY;
      const move = (moved: PointerEvent) => {
        const now = isRow ? moved.clientX : moved.clientY;
        resize((now - last) / room * total);
        last = now;
      };
      bar.addEventListener('pointermove', move);
      bar.addEventListener('lostpointercapture', () => {
        bar.removeEventListener('pointermove', move);
        saveLayout(this.wide);
      }, { once: true });
    });
    bar.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      resize(step);
      saveLayout(this.wide);
    });
    return bar;
  }

  private buildGroup(layout: Group): HTMLElement {
    const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': strings.layout.panes });
    layout.panes.forEach((id, index) => tabs.append(this.tab(layout, id, index)));
    const pane = this.panes.get(layout.active);
    const body = h('div', { class: 'tab-body', role: 'tabpanel', id: `panel-${layout.active}`, 'aria-labelledby': `tab-${layout.active}` });
    if (pane) body.append(pane.element);
    const element = h('div', { class: 'group' }, tabs, body);
    this.acceptDrops(element, body, layout);
    return element;
  }

  private tab(layout: Group, id: string, index: number): HTMLElement {
    const isActive = id === layout.active;
    const tab = h('button', {
      type: 'button', role: 'tab', id: `tab-${id}`, 'aria-selected': String(isActive), tabindex: isActive ? '0' : '-1', draggable: 'true',
      ...(isActive ? { 'aria-controls': `panel-${id}` } : {}),
    }, this.panes.get(id)?.title ?? id);
    tab.addEventListener('click', () => {
      this.open(id, false);
      document.getElementById(`tab-${id}`)?.focus();
    });
    tab.addEventListener('keydown', (event) => this.tabKey(event, layout, id, index));
    tab.addEventListener('dragstart', (event) => {
      this.dragged = id;
      event.dataTransfer?.setData(TYPE, id);
    });
    tab.addEventListener('dragend', () => (this.dragged = null));
    tab.addEventListener('dragover', (event) => this.dragged && event.preventDefault());
    tab.addEventListener('drop', (event) => {
      if (!this.dragged) return;
      event.preventDefault();
      event.stopPropagation();
      this.move(this.dragged, layout, 'center', index);
    });
    return tab;
  }

  private tabKey(event: KeyboardEvent, layout: Group, id: string, index: number): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const side = ({ ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'top', ArrowDown: 'bottom' } as Record<string, Side>)[event.key];
    if (event.altKey && event.shiftKey && side) {
      event.preventDefault();
      this.moveByKey(id, layout, side);
    } else if (step !== undefined && !event.altKey) {
      event.preventDefault();
      const next = layout.panes[(index + step + layout.panes.length) % layout.panes.length]!;
      this.open(next, false);
    } else return;
    document.getElementById(`tab-${layout.active}`)?.focus();
    if (event.altKey) document.getElementById(`tab-${id}`)?.focus();
  }

  /** Moves a pane out to a side of its group; alone in it, into the next group that way. */
  private moveByKey(id: string, layout: Group, side: Side): void {
    if (layout.panes.length > 1) {
      this.move(id, layout, side);
      return;
    }
    const groups = groupsOf(this.layout);
    const step = side === 'left' || side === 'top' ? -1 : 1;
    const next = groups[groups.indexOf(layout) + step];
    if (next) this.move(id, next, 'center');
  }

  private move(id: string, target: Group, side: Side, before?: number): void {
    this.layout = movePane(this.layout, id, target, side, before);
    this.changed();
  }

  private acceptDrops(element: HTMLElement, body: HTMLElement, layout: Group): void {
    const sideOf = (event: DragEvent): Side => {
      const box = body.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width;
      const y = (event.clientY - box.top) / box.height;
      if (y < 0) return 'center';
      const nearest = Math.min(x, 1 - x, y, 1 - y);
      if (nearest > 0.25) return 'center';
      return nearest === x ? 'left' : nearest === 1 - x ? 'right' : nearest === y ? 'top' : 'bottom';
    };
    element.addEventListener('dragover', (event) => {
      if (!this.dragged) return;
      event.preventDefault();
      element.dataset['drop'] = sideOf(event);
    });
    element.addEventListener('dragleave', () => delete element.dataset['drop']);
    element.addEventListener('drop', (event) => {
      delete element.dataset['drop'];
      if (!this.dragged) return;
      event.preventDefault();
      event.stopPropagation();
      this.move(this.dragged, layout, sideOf(event));
      this.dragged = null;
    });
  }
}
