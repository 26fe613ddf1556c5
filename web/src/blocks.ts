// Draws the layout of a block to scale: sixteen bytes to a row, padding visible, with a table of the same.

import { h, row, table } from './dom';
import type { Block, Member } from './schema';
import { strings } from './strings';
import { sizeOf, typeName } from './types';

const ROW = 16;
const MOST_ROWS = 64;

interface Piece {
  name: string;
  start: number;
  end: number;
  isPadding: boolean;
}

/** Members of structures one after another, with their whole offsets. */
function flat(members: Member[], base: number, prefix: string): Piece[] | null {
  const pieces: Piece[] = [];
  for (const member of members) {
    const size = sizeOf(member);
    if (member.offset === null || size === null) return null;
    const start = base + member.offset;
    const inner = member.type?.members;
    const isOne = member.type?.array.length === 0;
    const nested = inner && inner.length > 0 && isOne ? flat(inner, start, `${prefix}${member.name}.`) : null;
    if (nested) pieces.push(...nested);
    else pieces.push({ name: prefix + (member.name || strings.noName), start, end: start + size, isPadding: false });
  }
  return pieces;
}

function withPadding(pieces: Piece[], size: number | null): Piece[] {
  const all: Piece[] = [];
  let at = 0;
  for (const piece of [...pieces].sort((a, b) => a.start - b.start)) {
    if (piece.start > at) all.push({ name: strings.interface.padding, start: at, end: piece.start, isPadding: true });
    all.push(piece);
    at = Math.max(at, piece.end);
  }
  if (size !== null && size > at) all.push({ name: strings.interface.padding, start: at, end: size, isPadding: true });
  return all;
}

/** The drawing, if offsets are known, and the table of members. */
export function blockDrawing(block: Block): HTMLElement {
  const members = table(strings.interface.members, [strings.interface.offset, strings.name, strings.type, strings.interface.size],
    block.members.map((member) => row(member.offset?.toString() ?? member.register ?? '', member.name || strings.noName,
      member.type ? typeName(member.type) : '', sizeOf(member)?.toString() ?? '')));
  const known = flat(block.members, 0, '');
  if (!known || known.length === 0) return members;
  const drawing = h('div', { class: 'layout-drawing', 'aria-hidden': 'true' });
  let rows = 0;
  for (const piece of withPadding(known, block.size)) {
    for (let start = piece.start; start < piece.end; start = Math.min(piece.end, start - (start % ROW) + ROW)) {
      rows = Math.floor(start / ROW);
      if (rows >= MOST_ROWS) break;
      const end = Math.min(piece.end, start - (start % ROW) + ROW);
      const cell = h('div', {
        class: piece.isPadding ? 'cell padding' : start === piece.start ? 'cell' : 'cell continued',
        title: strings.interface.cell(piece.name, piece.start, piece.end),
      }, start === piece.start ? piece.name : '');
      cell.style.gridColumn = `${(start % ROW) + 2} / span ${end - start}`;
      cell.style.gridRow = String(rows + 1);
      drawing.append(cell);
    }
  }
  for (let at = 0; at <= Math.min(rows, MOST_ROWS - 1); at++) {
    const label = h('div', { class: 'offset' }, String(at * ROW));
    label.style.gridRow = String(at + 1);
    drawing.append(label);
  }
  const more = rows >= MOST_ROWS ? h('p', { class: 'dim' }, strings.interface.more) : null;
  return h('div', {}, drawing, more, members);
}
