// Brings files in: dropped, pasted, picked, from folders and archives, from samples, and from the command that serves the page.

import { unzip } from 'fflate';
import { decodePasted } from './decode';
import { isTyping } from './dom';
import type { Documents, NewFile } from './files';
import samples from 'virtual:samples';
import { bytesOfBase64 } from './decode';
import { strings } from './strings';

const MOST_FILES = 5000;
const REQUESTS = 32;
/** Bytes taken from one archive. */
const MOST_UNPACKED = 1 << 30;

/** Names of the samples that ship with the page. */
export const sampleNames: { name: string; title: string }[] = samples.map(({ name, title }) => ({ name, title }));

/** A sample as a file. */
export function sampleFile(name: string): NewFile | null {
  const sample = samples.find((one) => one.name === name);
  return sample ? { name, blob: new Blob([bytesOfBase64(sample.data)]), sample: name } : null;
}

/** Opens picked or dropped files; archives are opened to what is in them. */
export async function openFiles(documents: Documents, files: { name: string; blob: Blob }[]): Promise<void> {
  const all: NewFile[] = [];
  for (const file of files) {
    const inside = await filesOfArchive(file);
    all.push(...(inside ?? [file]));
  }
  await documents.add(all.slice(0, MOST_FILES));
}

/** Opens a pasted text. */
export async function openPasted(documents: Documents, text: string): Promise<void> {
  const pasted = decodePasted(text);
  const name = pasted.from === 'text' ? strings.open.pastedText : strings.open.pasted;
  await documents.add([{ name, blob: new Blob([pasted.bytes]) }]);
}

/** Lets the user pick files, or a folder. */
export function pick(documents: Documents, folder: boolean): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (folder) input.webkitdirectory = true;
  input.onchange = () => {
    const files = [...(input.files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, blob: file }));
    if (files.length > 0) void openFiles(documents, files);
  };
  input.click();
}

/** Opens what is dropped on the page or pasted into it. */
export function listen(documents: Documents, target: HTMLElement): void {
  const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  target.addEventListener('dragover', (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    target.classList.add('dropping');
  });
  target.addEventListener('dragleave', (event) => {
    if (!target.contains(event.relatedTarget as Node | null)) target.classList.remove('dropping');
  });
  target.addEventListener('drop', (event) => {
    target.classList.remove('dropping');
    if (!isFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    void filesOfDrop(event.dataTransfer!).then((files) => openFiles(documents, files));
  });
  target.addEventListener('paste', (event) => {
    if (isTyping(event)) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    event.preventDefault();
    if (files.length > 0) void openFiles(documents, files.map((file) => ({ name: file.name, blob: file })));
    else if (text !== '') void openPasted(documents, text);
  });
}

/** The files of a drop, those in folders too. */
async function filesOfDrop(data: DataTransfer): Promise<{ name: string; blob: Blob }[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => !!entry);
  const plain = [...data.files].map((file) => ({ name: file.name, blob: file }));
  if (!entries.some((entry) => entry.isDirectory)) return plain;
  const found: { name: string; blob: Blob }[] = [];
  const waiting: FileSystemEntry[] = entries;
  while (waiting.length > 0 && found.length < MOST_FILES) {
    const entry = waiting.shift()!;
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      found.push({ name: entry.fullPath.replace(/^\//, ''), blob: file });
    } else {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      for (;;) {
        const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0) break;
        waiting.push(...some);
      }
    }
  }
  return found;
}

/** What is in a zip archive; null for anything else. */
async function filesOfArchive(file: { name: string; blob: Blob }): Promise<NewFile[] | null> {
  const head = new Uint8Array(await file.blob.slice(0, 4).arrayBuffer());
  if (head[0] !== 0x50 || head[1] !== 0x4b || head[2] !== 3 || head[3] !== 4) return null;
  const bytes = new Uint8Array(await file.blob.arrayBuffer());
  const names: string[] = [];
  let room = MOST_UNPACKED;
  const filter = (entry: { name: string; originalSize: number }) => {
    if (entry.name.endsWith('/') || entry.originalSize > room || names.length >= MOST_FILES) return false;
    names.push(entry.name);
    room -= entry.originalSize;
    return true;
  };
  return new Promise((resolve) => unzip(bytes, { filter }, (error, entries) => {
    if (error) resolve(null);
    // They are unpacked side by side, and end in any order.
    else resolve(names.map((name) => ({ name, blob: new Blob([entries[name] as Uint8Array<ArrayBuffer>]) })));
  }));
}

/** The files that `glassbox view --export` has put into this document; read before its body is replaced. */
export function filesInside(): NewFile[] {
  const inside = document.getElementById('glassbox-files')?.textContent;
  if (!inside) return [];
  const files = JSON.parse(inside) as { name: string; data: string }[];
  return files.map(({ name, data }) => ({ name, blob: new Blob([bytesOfBase64(data)]) }));
}

/** Opens the files of the command `glassbox view` and follows their changes; false if there are none. */
export async function openServed(documents: Documents): Promise<boolean> {
  if (!document.querySelector('meta[name="glassbox-view"]')) return false;
  // Listens before it loads, so that no change in between is missed.
  const events = new EventSource(new URL('events', document.baseURI));
  const { files } = await (await fetch(new URL('files.json', document.baseURI))).json() as { files: ServedFile[] };
  // One after the other, so that no older content comes last.
  let done = openAll(documents, files);
  const opened = done;
  events.onmessage = (event: MessageEvent<string>) => {
    const changed = files.filter((file) => file.name === event.data || file.url === event.data);
    done = done.then(() => reload(documents, changed.length > 0 ? changed : files));
  };
  await opened;
  return files.length > 0;
}

interface ServedFile {
  name: string;
  url: string;
}

/** What a served file holds now; null if it is gone. */
async function load({ url }: ServedFile): Promise<Blob | null> {
  try {
    const response = await fetch(new URL(url, document.baseURI));
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}

async function openAll(documents: Documents, files: ServedFile[]): Promise<void> {
  const found: NewFile[] = [];
  // Browsers refuse thousands of requests at once.
  for (let at = 0; at < files.length; at += REQUESTS) {
    const some = files.slice(at, at + REQUESTS);
    const blobs = await Promise.all(some.map(load));
    some.forEach(({ name }, index) => {
      const blob = blobs[index];
      if (blob) found.push({ name, blob });
    });
  }
  await openFiles(documents, found);
}

async function reload(documents: Documents, files: ServedFile[]): Promise<void> {
  for (const file of files) {
    const shown = documents.all.find((one) => one.name === file.name);
    const blob = shown ? await load(file) : null;
    if (shown && blob) await documents.reload(shown, blob);
  }
}
