// Gives lines of code the places of their instructions, where the library says only in which block they are.

import type { Client } from './client';
import type { Place } from './protocol';

const MOST_BYTES = 4 << 20;
const SPIRV_HEADER = 20;

/** Ranges of the instructions of a SPIR-V module that starts at an address. */
function spirvRanges(bytes: Uint8Array, start: number): Place[] {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < SPIRV_HEADER) return [];
  const isLittle = data.getUint32(0, true) === 0x07230203;
  const ranges: Place[] = [];
  for (let at = SPIRV_HEADER; at + 4 <= bytes.length;) {
    const size = (data.getUint32(at, isLittle) >>> 16) * 4;
    if (size === 0) break;
    ranges.push([start + at, start + at + size]);
    at += size;
  }
  return ranges;
}

/** Puts ranges on the lines of instructions; nothing is changed if there is not one for each. */
function assign(lines: string[], places: (Place | null)[], from: number, to: number, isInstruction: RegExp, ranges: Place[]): void {
  const wanted: number[] = [];
  for (let line = from; line < to; line++) if (isInstruction.test(lines[line]!)) wanted.push(line);
  if (wanted.length !== ranges.length) return;
  wanted.forEach((line, index) => (places[line] = ranges[index]!));
}

/** Refines the places of a text. */
export async function refinePlaces(
  client: Client, file: number, format: string | null, view: string, lines: string[], places: (Place | null)[], signal: AbortSignal,
): Promise<void> {
  const read = async (start: number, end: number) =>
    (await client.ask('bytes', { file, from: start, to: Math.min(end, start + MOST_BYTES) }, { signal })).bytes;
  if (view === 'code' && format === 'spirv') {
    assign(lines, places, 0, lines.length, /^\s*(%\S+\s*=\s*)?Op[A-Z]/, spirvRanges(await read(0, MOST_BYTES), 0));
    return;
  }
  for (let line = 0; line < lines.length; line++) {
    const language = /\s(spirv|pica) \{/.exec(lines[line]!)?.[1];
    const place = places[line];
    if (!language || !place) continue;
    const indent = /^\s*/.exec(lines[line]!)![0];
    const end = lines.indexOf(`${indent}}`, line);
    if (end < 0) break;
    if (language === 'spirv') {
      assign(lines, places, line + 1, end, /^\s*(%\S+\s*=\s*)?Op[A-Z]/, spirvRanges(await read(place[0], place[1]), place[0]));
    } else {
      const words = Array.from({ length: (place[1] - place[0]) / 4 }, (_, index): Place => [place[0] + index * 4, place[0] + index * 4 + 4]);
      assign(lines, places, line + 1, end, /^\s*[a-z]\w*(\s|$)/, words);
    }
    line = end;
  }
}
