// The documents that are open: their bytes, what is shown of them, their history.

import type { Client } from './client';
import { isAbort, Refused } from './client';
import type { Opened } from './protocol';
import type { Finding } from './schema';

/** The file that panes show for a document: itself, or what its source was compiled to. */
export interface View {
  handle: number;
  opened: Opened;
  blob: Blob;
}

export interface Document {
  readonly id: number;
  name: string;
  blob: Blob;
  /** Its own handle and description; null until it is opened. */
  handle: number;
  opened: Opened | null;
  view: View | null;
  /** Why it could not be opened. */
  error: { message: string; findings: Finding[] } | null;
  /** Text of a source as it is edited, or null for other files. */
  source: string | null;
  history: Blob[];
  modified: boolean;
  /** Name of the sample that it is, for the state in the URL. */
  sample: string | null;
}

export interface NewFile {
  name: string;
  blob: Blob;
  sample?: string;
}

const SUFFIXES_OF_SOURCES = /\.(vsl|sksl|rts|rtcf|rtb|vert|frag|comp|geom|tesc|tese|mesh|task|glsl|wgsl|pica|vsh)$/i;

/** Says `list` when documents come or go, `active` when another is shown, `view` when what is shown of one changes. */
export class Documents extends EventTarget {
  readonly all: Document[] = [];
  active: Document | null = null;
  private nextId = 1;

  constructor(private readonly client: Client) {
    super();
  }

  /** Adds files and shows the first of them. */
  async add(files: NewFile[]): Promise<void> {
    const added = files.map((file) => this.make(file));
    this.all.push(...added);
    this.say('list');
    if (added[0]) await this.show(added[0]);
  }

  /** Shows a document, and opens it if it has not been. */
  async show(document: Document): Promise<void> {
    this.active = document;
    this.say('active');
    if (!document.opened) await this.open(document);
  }

  close(document: Document): void {
    const at = this.all.indexOf(document);
    if (at < 0) return;
    this.all.splice(at, 1);
    this.client.forget(document.handle);
    if (document.view && document.view.handle !== document.handle) this.client.forget(document.view.handle);
    if (this.active === document) {
      this.active = null;
      const next = this.all[Math.min(at, this.all.length - 1)];
      if (next) void this.show(next);
      else this.say('active');
    }
    this.say('list');
  }

  /** Gives a document other bytes, after an edit; the old ones can be brought back. */
  async replace(document: Document, bytes: BlobPart): Promise<void> {
    document.history.push(document.blob);
    document.modified = true;
    await this.reopen(document, new Blob([bytes]));
  }

  /** Brings back the bytes before the last edit. */
  async undo(document: Document): Promise<void> {
    const blob = document.history.pop();
    if (!blob) return;
    document.modified = document.history.length > 0;
    await this.reopen(document, blob);
  }

  /** Opens a document again with the bytes that its file has now. */
  async reload(document: Document, blob: Blob): Promise<void> {
    document.history = [];
    document.modified = false;
    await this.reopen(document, blob);
  }

  /** Tries again after the library was stopped. */
  async retry(document: Document): Promise<void> {
    this.client.forgive(document.handle);
    if (document.opened) this.say('view', document);
    else await this.open(document);
  }

  /** Shows what a source was compiled to; null shows the source itself. */
  async setResult(document: Document, bytes: BlobPart | null, name: string): Promise<void> {
    const old = document.view;
    if (bytes === null) {
      document.view = document.opened ? { handle: document.handle, opened: document.opened, blob: document.blob } : null;
    } else {
      const blob = new Blob([bytes]);
      const handle = this.client.register(name, blob);
      document.view = { handle, opened: await this.client.open(handle), blob };
    }
    if (old && old.handle !== document.handle && old.handle !== document.view?.handle) this.client.forget(old.handle);
    this.say('view', document);
  }

  /** Keeps the text of a source as it is edited. */
  setSource(document: Document, text: string): void {
    document.source = text;
    document.blob = new Blob([text]);
    document.modified = true;
    document.sample = null;
    this.say('source', document);
  }

  private make(file: NewFile): Document {
    return {
      id: this.nextId++, name: file.name, blob: file.blob, handle: this.client.register(file.name, file.blob),
      opened: null, view: null, error: null, source: null, history: [], modified: false, sample: file.sample ?? null,
    };
  }

  private async reopen(document: Document, blob: Blob): Promise<void> {
    this.client.forget(document.handle);
    document.blob = blob;
    document.handle = this.client.register(document.name, blob);
    document.sample = null;
    await this.open(document);
    this.say('list');
  }

  private async open(document: Document): Promise<void> {
    const { handle } = document;
    try {
      const opened = await this.client.open(handle);
      if (document.handle !== handle) return;
      document.opened = opened;
      document.error = null;
      document.view = { handle, opened, blob: document.blob };
      if (opened.kind === 'source' || (opened.kind === 'unknown' && SUFFIXES_OF_SOURCES.test(document.name))) document.source = await document.blob.text();
    } catch (error) {
      if (isAbort(error)) return;
      const findings = error instanceof Refused ? error.findings : [];
      document.error = { message: (error as Error).message, findings };
      document.view = null;
      // A source with mistakes is refused, and edited all the same.
      if (error instanceof Refused && SUFFIXES_OF_SOURCES.test(document.name)) document.source = await document.blob.text();
    }
    this.say('list');
    this.say('view', document);
  }

  private say(type: 'list' | 'active' | 'view' | 'source', document: Document | null = this.active): void {
    this.dispatchEvent(new CustomEvent(type, { detail: document }));
  }
}
