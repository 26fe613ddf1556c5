// Names and sizes of the types of an interface.

import type { Member, Type } from './schema';

const SCALAR_SIZES: Record<string, number> = {
  float: 4, int: 4, uint: 4, bool: 4, half: 2, double: 8, float16: 2, int16: 2, uint16: 2, float64: 8, int64: 8, uint64: 8, int8: 1, uint8: 1,
};

/** A type in words: `float4`, `float4x4[3]`. */
export function typeName(type: Type): string {
  const shape = type.columns > 1 ? `${type.columns}x${type.rows}` : type.rows > 1 ? String(type.rows) : '';
  const sizes = type.array.map((size) => `[${size === null ? '' : typeof size === 'number' ? size : `${size.default}?`}]`).join('');
  return `${type.scalar}${shape}${sizes}`;
}

/** Bytes of a member in its block; null if they are not known. */
export function sizeOf(member: Member): number | null {
  const { type } = member;
  if (!type) return null;
  let count = 1;
  for (const size of type.array) {
    if (size === null) return null;
    count *= typeof size === 'number' ? size : size.default;
  }
  const one = elementSize(member, type);
  if (count === 1 && type.array.length === 0) return one;
  const stride = member.array_stride ?? one;
  return stride === null ? null : one === null ? stride * count : stride * (count - 1) + one;
}

function elementSize(member: Member, type: Type): number | null {
  if (type.members && type.members.length > 0) {
    let end = 0;
    for (const inner of type.members) {
      const size = sizeOf(inner);
      if (inner.offset === null || size === null) return null;
      end = Math.max(end, inner.offset + size);
    }
    return end;
  }
  const scalar = SCALAR_SIZES[type.scalar];
  if (scalar === undefined) return null;
  if (type.columns <= 1) return scalar * Math.max(1, type.rows);
  const vectors = member.row_major ? type.rows : type.columns;
  const length = scalar * (member.row_major ? type.columns : type.rows);
  return (member.matrix_stride ?? length) * (vectors - 1) + length;
}
