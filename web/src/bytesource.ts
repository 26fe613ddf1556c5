// Bytes and field names of a file, asked for in chunks as they come into sight.

import type { Client } from './client';

const CHUNK = 4096;
const MOST_CHUNKS = 256;

export interface Owner {
  id: string;
  start: number;
  end: number;
  name: string;
}

interface Chunk {
  bytes: Int16Array;
  owners: Owner[];
}

export class ByteSource {
  private readonly chunks = new Map<number, Chunk | null>();

  constructor(
    private readonly client: Client, private readonly file: number, readonly size: number,
    private readonly signal: AbortSignal, private readonly onload: () => void, private readonly onerror: (error: unknown) => void,
  ) {}

  /** A byte; null while it is not known, -1 where there is none. */
  at(address: number): number | null {
    return this.chunk(address)?.bytes[address % CHUNK] ?? null;
  }

  /** The field that owns an address. */
  owner(address: number): Owner | null {
    const owners = this.chunk(address)?.owners;
    if (!owners) return null;
    let low = 0;
    let high = owners.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (owners[middle]!.end <= address) low = middle + 1;
      else high = middle;
    }
    const found = owners[low];
    return found && found.start <= address ? found : null;
  }

  private chunk(address: number): Chunk | null {
    const number = Math.floor(address / CHUNK);
    const known = this.chunks.get(number);
    if (known !== undefined) return known;
    if (this.chunks.size > MOST_CHUNKS) this.chunks.delete(this.chunks.keys().next().value!);
    this.chunks.set(number, null);
    this.load(number).catch((error: unknown) => {
      this.chunks.delete(number);
      this.onerror(error);
    });
    return null;
  }

  private async load(number: number): Promise<void> {
    const { client, file, signal } = this;
    const first = number * CHUNK;
    const last = Math.min(first + CHUNK, this.size);
    const chunk: Chunk = { bytes: new Int16Array(CHUNK).fill(-1), owners: [] };
    // A range ends where a content ends; the next starts after the unused address between them.
    for (let from = first; from < last;) {
      const { answer, bytes } = await client.ask('bytes', { file, from, to: last }, { signal });
      bytes.forEach((byte, at) => {
        const place = answer.from + at - first;
        if (place >= 0 && place < CHUNK) chunk.bytes[place] = byte;
      });
      from = Math.max(answer.to, from + 1);
    }
    for (let from = first; from < last;) {
      const { answer } = await client.ask('owners', { file, from, to: last, count: CHUNK }, { signal });
      for (const [id, start, end, name] of answer.owners) chunk.owners.push({ id, start, end, name });
      const end = answer.owners.at(-1)?.[2] ?? last;
      if (answer.owners.length < CHUNK || end <= from) break;
      from = end;
    }
    this.chunks.set(number, chunk);
    this.onload();
  }
}
