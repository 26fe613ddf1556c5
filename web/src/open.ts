// Brings files in: dropped, pasted, picked, from folders and archives, from samples, and from the command that serves the page.

import { unzip } from 'fflate';
import { decodePasted } from './decode';
import { isTyping } from './dom';
import type { Documents, NewFile } from './files';
import samples from 'virtual:samples';
import { bytesOfBase64 } from './decode';
import { strings } from './strings';

const MOST_FILES = 5000;
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

/** Opens the files of the command `glassbox view` and follows their changes; does nothing elsewhere. */
export async function openServed(documents: Documents): Promise<boolean> {
  if (!document.querySelector('meta[name="glassbox-view"]')) return false;
  const load = async (url: string) => (await fetch(new URL(url, document.baseURI))).blob();
  const list = await (await fetch(new URL('files.json', document.baseURI))).json() as { files: { name: string; url: string }[] };
  const files = await Promise.all(list.files.map(async ({ name, url }) => ({ name, blob: await load(url) })));
  await openFiles(documents, files);
  new EventSource(new URL('events', document.baseURI)).onmessage = (event) => {
    const changed = list.files.find((file) => file.name === event.data || file.url === event.data);
    for (const file of changed ? [changed] : list.files) {
      const shown = documents.all.find((one) => one.name === file.name);
      if (shown) void load(file.url).then((blob) => documents.reload(shown, blob));
    }
  };
  return true;
}
