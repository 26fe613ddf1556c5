// The state in the fragment of the URL: small files themselves, samples by name, the selection and what is shown.

import { base64Url, bytesOfBase64 } from './decode';
import type { Documents, NewFile } from './files';
import { sampleFile } from './open';
import type { SelectionStore } from './selection';

const LARGEST = 48 << 10;

interface StoredFile {
  name: string;
  sample?: string;
  data?: string;
}

export interface StoredState {
  files: StoredFile[];
  active: number;
  selection?: [number, number];
  code?: string;
  open?: string[];
}

async function transform(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** The state as a fragment; null if the files are too large for it. */
export async function writeState(
  documents: Documents, selection: SelectionStore, code: string, open: string[],
): Promise<string | null> {
  const shown = documents.active ? [documents.active, ...documents.all.filter((one) => one !== documents.active)] : [];
  const files: StoredFile[] = [];
  let total = 0;
  for (const document of shown) {
    const size = document.sample ? 100 : document.blob.size * 1.4;
    if (total + size > LARGEST) {
      if (files.length === 0) return null;
      continue;
    }
    total += size;
    if (document.sample) files.push({ name: document.name, sample: document.sample });
    else files.push({ name: document.name, data: base64Url(new Uint8Array(await document.blob.arrayBuffer())) });
  }
  if (files.length === 0) return '';
  const selected = selection.get();
  const state: StoredState = {
    files, active: 0, code, open,
    ...(selected && selected.file === documents.active?.view?.handle ? { selection: [selected.start, selected.end] } : {}),
  };
  const text = new TextEncoder().encode(JSON.stringify(state));
  return '#s=' + base64Url(await transform(text, new CompressionStream('deflate-raw')));
}

/** Reads a fragment; null if it is none of ours. */
export async function readState(fragment: string): Promise<{ state: StoredState; files: NewFile[] } | null> {
  if (!fragment.startsWith('#s=')) return null;
  try {
    const packed = decode(fragment.slice(3));
    const state = JSON.parse(new TextDecoder().decode(await transform(packed, new DecompressionStream('deflate-raw')))) as StoredState;
    const files = state.files.flatMap((file): NewFile[] => {
      if (file.sample) {
        const sample = sampleFile(file.sample);
        return sample ? [sample] : [];
      }
      return [{ name: file.name, blob: new Blob([decode(file.data ?? '')]) }];
    });
    return { state, files };
  } catch {
    return null;
  }
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return bytesOfBase64(text.replace(/-/g, '+').replace(/_/g, '/'));
}
