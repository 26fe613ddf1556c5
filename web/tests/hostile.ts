// Files that mean no good, the same in each run: broken ones of the corpus, cut, flipped, with huge counts, bombs, noise.

import { readFileSync } from 'node:fs';
import { zlibSync, zipSync } from 'fflate';
import { ROOT, type Dropped } from './page';

/** Numbers from a seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Files of the corpus with one of the verdicts. */
function corpus(isWanted: (verdict: string) => boolean): Dropped[] {
  return readFileSync(`${ROOT}corpus/MANIFEST.tsv`, 'utf8').split('\n').slice(1).flatMap((line) => {
    const [file, , , , format, verdict] = line.split('\t');
    if (!file || !format || format === '-' || !isWanted(verdict ?? '')) return [];
    return [{ name: file, bytes: new Uint8Array(readFileSync(`${ROOT}corpus/${file}`)) }];
  });
}

/** An archive whose files are all zeros. */
export function zipBomb(files: number, size: number): Uint8Array {
  const zeros = new Uint8Array(size);
  return zipSync(Object.fromEntries(Array.from({ length: files }, (_, at) => [`zeros${at}.bin`, zeros])), { level: 9 });
}

export function hostileFiles(count: number): Dropped[] {
  const next = random(20261201);
  const below = (limit: number) => Math.floor(next() * limit);
  const broken = corpus((verdict) => verdict === 'error');
  const good = corpus((verdict) => verdict === 'ok').filter(({ bytes }) => bytes.length < 200_000);
  const pick = (from: Dropped[]) => from[below(from.length)]!;
  const bombs = Array.from({ length: 6 }, (_, at) => zlibSync(new Uint8Array(1 << (20 + at)), { level: 9 }));
  const packed = { name: 'packed.bpx', bytes: new Uint8Array(readFileSync(`${ROOT}examples/packed.bpx`)) };
  const kinds: ((at: number) => Dropped)[] = [
    (at) => broken[Math.floor(at * broken.length / count)]!,
    () => {
      const { name, bytes } = pick(good);
      return { name: `cut-${name}`, bytes: bytes.slice(0, below(bytes.length)) };
    },
    () => {
      const { name, bytes } = pick(good);
      const flipped = bytes.slice();
      for (let flips = 1 + below(16); flips > 0; flips--) flipped[below(flipped.length)]! ^= 1 << below(8);
      return { name: `flipped-${name}`, bytes: flipped };
    },
    () => {
      const { name, bytes } = pick(good);
      const changed = bytes.slice();
      const data = new DataView(changed.buffer);
      // Counts and sizes are mostly near the start.
      for (let counts = 1 + below(3); counts > 0 && changed.length > 8; counts--) {
        data.setUint32(below(Math.min(changed.length, 256) >> 2) * 4 % (changed.length - 4), [0xffffffff, 0x7fffffff, 0x00ffffff, 0xfffffff0][below(4)]!, true);
      }
      return { name: `counts-${name}`, bytes: changed };
    },
    () => {
      const noise = new Uint8Array(below(20_000));
      for (let at = 0; at < noise.length; at++) noise[at] = below(256);
      if (next() < 0.6) noise.set(pick(good).bytes.subarray(0, 4 + below(28)).subarray(0, noise.length));
      return { name: `noise-${below(1e6)}.bin`, bytes: noise };
    },
    () => {
      const bomb = bombs[below(bombs.length)]!;
      const bytes = new Uint8Array(packed.bytes.length + bomb.length);
      bytes.set(packed.bytes);
      bytes.set(bomb, below(2) === 0 ? packed.bytes.length : below(packed.bytes.length));
      return { name: `bomb-${below(1e6)}.bpx`, bytes };
    },
  ];
  return Array.from({ length: count }, (_, at) => kinds[at % kinds.length]!(at));
}
