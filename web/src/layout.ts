// The arrangement of panes as a value: splits and tabbed groups; how it changes, and how it is remembered.

export interface Group {
  kind: 'group';
  panes: string[];
  active: string;
}

export interface Split {
  kind: 'split';
  direction: 'row' | 'column';
  children: Layout[];
  /** Share of each child. */
  sizes: number[];
}

export type Layout = Group | Split;
export type Side = 'left' | 'right' | 'top' | 'bottom' | 'center';

const KEY = 'glassbox-layout-1';

export function group(...panes: string[]): Group {
  return { kind: 'group', panes, active: panes[0] ?? '' };
}

export function split(direction: Split['direction'], sizes: number[], ...children: Layout[]): Split {
  return { kind: 'split', direction, children, sizes };
}

/** The arrangement at first. */
export function defaultLayout(): Layout {
  return split('row', [30, 38, 32],
    split('column', [60, 40], group('fields', 'files'), group('findings', 'strings', 'symbols', 'search', 'diff')),
    split('column', [45, 55], group('bytes'), group('text', 'source')),
    group('overview', 'code', 'interface', 'picture'));
}

/** All panes in one group, for narrow windows. */
export function narrowLayout(panes: string[]): Layout {
  return { kind: 'group', panes, active: panes[0] ?? '' };
}

export function groupsOf(layout: Layout): Group[] {
  return layout.kind === 'group' ? [layout] : layout.children.flatMap(groupsOf);
}

export function groupWith(layout: Layout, pane: string): Group | null {
  return groupsOf(layout).find((one) => one.panes.includes(pane)) ?? null;
}

/** Moves a pane to a side of a group, or into it. */
export function movePane(layout: Layout, pane: string, target: Group, side: Side, before = target.panes.length): Layout {
  const source = groupWith(layout, pane);
  if (!source || (source === target && source.panes.length === 1)) return layout;
  if (side === 'center') {
    const at = source === target && source.panes.indexOf(pane) < before ? before - 1 : before;
    remove(source, pane);
    target.panes.splice(at, 0, pane);
    target.active = pane;
    return tidy(layout);
  }
  remove(source, pane);
  const moved = group(pane);
  const direction = side === 'left' || side === 'right' ? 'row' : 'column';
  const isFirst = side === 'left' || side === 'top';
  return tidy(replace(layout, target, split(direction, [50, 50], ...(isFirst ? [moved, target] : [target, moved]))));
}

function remove(from: Group, pane: string): void {
  const at = from.panes.indexOf(pane);
  from.panes.splice(at, 1);
  if (from.active === pane) from.active = from.panes[Math.max(0, at - 1)] ?? '';
}

function replace(layout: Layout, target: Layout, by: Layout): Layout {
  if (layout === target) return by;
  if (layout.kind === 'split') layout.children = layout.children.map((child) => replace(child, target, by));
  return layout;
}

/** Takes out empty groups and splits of one, and joins splits of one direction. */
function tidy(layout: Layout): Layout {
  if (layout.kind === 'group') return layout;
  const children: Layout[] = [];
  const sizes: number[] = [];
  layout.children.forEach((child, index) => {
    const clean = tidy(child);
    const size = layout.sizes[index] ?? 50;
    if (clean.kind === 'group' && clean.panes.length === 0) return;
    if (clean.kind === 'split' && clean.children.length === 0) return;
    if (clean.kind === 'split' && clean.direction === layout.direction) {
      const total = clean.sizes.reduce((sum, one) => sum + one, 0);
      children.push(...clean.children);
      sizes.push(...clean.sizes.map((one) => one / total * size));
      return;
    }
    children.push(clean);
    sizes.push(size);
  });
  return children.length === 1 ? children[0]! : { ...layout, children, sizes };
}

/** The remembered arrangement, if it has every pane once. */
export function loadLayout(panes: string[]): Layout {
  try {
    const layout = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Layout | null;
    const found = layout ? groupsOf(layout).flatMap((one) => one.panes).sort() : [];
    if (layout && found.join() === [...panes].sort().join()) return layout;
  } catch {
    // What is stored is of another version, or storage is off.
  }
  return defaultLayout();
}

export function saveLayout(layout: Layout | null): void {
  try {
    if (layout) localStorage.setItem(KEY, JSON.stringify(layout));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is off: the arrangement is not remembered.
  }
}
