// The rows of the field tree as one list: which nodes are open, which rows are known, which row is where.

import type { Row } from './protocol';

const PAGE = 128;
const OPENED_AGAIN = 60;

type Fetch = (node: string, from: number, count: number) => Promise<{ total: number; rows: Row[] }>;

interface TreeNode {
  row: Row | null;
  parent: TreeNode | null;
  position: number;
  depth: number;
  total: number;
  rows: Map<number, Row>;
  asked: Map<number, Promise<void>>;
  open: Map<number, TreeNode>;
}

/** A row of the list. */
export interface Slot {
  row: Row | null;
  depth: number;
  position: number;
  siblings: number;
  isOpen: boolean;
  /** Index in the list of the row that it is under. */
  parent: number | null;
  holder: TreeNode;
}

export class FieldTree {
  onchange: () => void = () => undefined;
  private readonly root = node(null, null, 0, -1);

  constructor(private readonly fetch: Fetch) {}

  async start(): Promise<void> {
    await this.page(this.root, 0);
    // A tree of one row is opened.
    if (this.root.total === 1 && (this.root.rows.get(0)?.children ?? 0) > 0) await this.setOpen(this.at(0)!, true);
  }

  get total(): number {
    return size(this.root);
  }

  /** The row at an index; rows that are not known are asked for. */
  at(index: number): Slot | null {
    let holder = this.root;
    let left = index;
    let parent: number | null = null;
    let base = 0;
    for (;;) {
      let skipped = 0;
      let next: TreeNode | null = null;
      let nextAt = 0;
      for (const [position, child] of sorted(holder.open)) {
        const at = position + skipped;
        if (left <= at) break;
        const inside = size(child);
        if (left <= at + inside) {
          next = child;
          nextAt = at;
          break;
        }
        skipped += inside;
      }
      if (!next) {
        const position = left - skipped;
        if (position >= holder.total || position < 0) return null;
        const row = holder.rows.get(position) ?? null;
        if (!row) void this.page(holder, position).catch(() => undefined);
        return { row, depth: holder.depth + 1, position, siblings: holder.total, isOpen: holder.open.has(position), parent, holder };
      }
      parent = base + nextAt;
      base += nextAt + 1;
      left -= nextAt + 1;
      holder = next;
    }
  }

  async setOpen(slot: Slot, open: boolean): Promise<void> {
    const { holder, position, row } = slot;
    if (!row) return;
    if (!open) holder.open.delete(position);
    else if (!holder.open.has(position)) await this.openChild(holder, position, row);
    this.onchange();
  }

  /** Opens what is around the last row of a chain; gives its index in the list. */
  async reveal(chain: Row[]): Promise<number | null> {
    let holder = this.root;
    let index = -1;
    for (const [step, row] of chain.entries()) {
      if (row.id === '') continue;
      const position = row.index;
      await this.page(holder, position);
      index += 1 + position + before(holder, position);
      if (step === chain.length - 1) break;
      holder = holder.open.get(position) ?? await this.openChild(holder, position, row);
    }
    this.onchange();
    return index < 0 ? null : index;
  }

  /** Positions of what is open, to open it again in a tree of changed bytes. */
  openPaths(): number[][] {
    const paths: number[][] = [];
    const visit = (holder: TreeNode, path: number[]) => {
      for (const [position, child] of sorted(holder.open)) {
        if (paths.length >= OPENED_AGAIN) return;
        paths.push([...path, position]);
        visit(child, [...path, position]);
      }
    };
    visit(this.root, []);
    return paths;
  }

  async openAll(paths: number[][]): Promise<void> {
    for (const path of paths) {
      let holder: TreeNode | undefined = this.root;
      for (const position of path) {
        if (!holder || position >= holder.total) break;
        await this.page(holder, position);
        const row: Row | undefined = holder.rows.get(position);
        if (!row || row.children === 0) break;
        holder = holder.open.get(position) ?? await this.openChild(holder, position, row);
      }
    }
  }

  private async openChild(holder: TreeNode, position: number, row: Row): Promise<TreeNode> {
    const child = node(row, holder, position, holder.depth + 1);
    await this.page(child, 0);
    holder.open.set(position, child);
    return child;
  }

  /** Asks for the rows around a position, once. */
  private page(holder: TreeNode, position: number): Promise<void> {
    const from = position - (position % PAGE);
    let page = holder.asked.get(from);
    if (!page) {
      page = this.load(holder, from);
      holder.asked.set(from, page);
      page.catch(() => holder.asked.delete(from));
    }
    return page;
  }

  private async load(holder: TreeNode, from: number): Promise<void> {
    const { total, rows } = await this.fetch(holder.row?.id ?? '', from, PAGE);
    holder.total = total;
    rows.forEach((row, at) => holder.rows.set(from + at, row));
    this.onchange();
  }
}

function node(row: Row | null, parent: TreeNode | null, position: number, depth: number): TreeNode {
  return { row, parent, position, depth, total: row?.children ?? 0, rows: new Map(), asked: new Map(), open: new Map() };
}

/** Rows that a node takes in the list, without its own. */
function size(holder: TreeNode): number {
  let total = holder.total;
  for (const child of holder.open.values()) total += size(child);
  return total;
}

function sorted(open: Map<number, TreeNode>): [number, TreeNode][] {
  return [...open].sort(([a], [b]) => a - b);
}

/** Rows of opened children before a position. */
function before(holder: TreeNode, position: number): number {
  let rows = 0;
  for (const [at, child] of holder.open) if (at < position) rows += size(child);
  return rows;
}
