// The client of the worker: a queue of requests with time limits; restarts the worker and opens files again.

import type { FromWorker, Gives, Opened, RequestName, Takes, ToWorker } from './protocol';
import type { Finding } from './schema';
import { strings } from './strings';
import LibraryWorker from './worker?worker&inline';

export interface Answered<N extends RequestName> {
  answer: Gives<N>;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface AskOptions {
  /** Belongs to the worker from then on. */
  data?: Uint8Array;
  signal?: AbortSignal;
}

/** The library refused a request: a sentence, and findings. */
export class Refused extends Error {
  constructor(message: string, readonly findings: Finding[]) {
    super(message);
  }
}

/** A request took too long, or the library stopped in it. */
export class Stopped extends Error {}

/** True for errors that mean nothing but that nobody waits for the answer. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

interface Job {
  name: RequestName;
  members: Record<string, unknown>;
  options: AskOptions;
  urgent: boolean;
  /** The files that must be open. */
  handles: number[];
  resolve(answer: { answer: unknown; bytes: Uint8Array<ArrayBuffer> }): void;
  reject(error: unknown): void;
}

interface Entry {
  name: string;
  format: string | undefined;
  blob: Blob;
  opened: Opened | null;
  /** Number in the library, and the worker for which it is valid. */
  number: number;
  generation: number;
  stops: number;
  refused: Set<string>;
}

const HANDLES = ['file', 'old', 'new'] as const;
const WINDOWS = new Set<RequestName>(['children', 'locate', 'owners', 'bytes', 'lines', 'line_at']);
const STOPS_ALLOWED = 3;

/** Seconds that a request may take. */
function limitOf(name: RequestName, size: number): number {
  const perMegabyte = size / (1 << 20);
  if (name === 'open') return 30 + perMegabyte;
  if (WINDOWS.has(name)) return 10 + perMegabyte / 10;
  return 25 + perMegabyte / 2;
}

/** Talks to the library. Files have handles of the client, which stay valid when the worker is restarted. */
export class Client extends EventTarget {
  private worker: Worker | null = null;
  private generation = 0;
  private nextHandle = 1;
  private nextId = 1;
  private readonly entries = new Map<number, Entry>();
  private readonly jobs: Job[] = [];
  private running = false;
  private stopCurrent: ((error: Stopped) => void) | null = null;

  constructor(private readonly module: WebAssembly.Module) {
    super();
  }

  /** Makes a file known under a handle; it is opened when it is first asked about. */
  register(name: string, blob: Blob, format?: string): number {
    const handle = this.nextHandle++;
    this.entries.set(handle, {
      name, format, blob, opened: null, number: 0, generation: 0, stops: 0, refused: new Set(),
    });
    return handle;
  }

  /** Opens a registered file. */
  async open(handle: number, signal?: AbortSignal): Promise<Opened> {
    const entry = this.entry(handle);
    // Any request opens the files that it names first.
    await this.enqueue('about', {}, signal ? { signal } : {}, true, [handle]);
    return entry.opened!;
  }

  /** Forgets a file. */
  forget(handle: number): void {
    const entry = this.entries.get(handle);
    if (!entry) return;
    this.entries.delete(handle);
    if (entry.generation === this.generation && this.worker) {
      void this.enqueue('close', { file: entry.number }, {}, false, []).catch(() => undefined);
    }
  }

  /** Asks a request; the members `file`, `old` and `new` are handles. */
  ask<N extends RequestName>(name: N, members: Takes<N>, options: AskOptions = {}): Promise<Answered<N>> {
    const given = members as Record<string, unknown>;
    const handles = HANDLES.filter((key) => key in given).map((key) => given[key] as number);
    return this.enqueue(name, given, options, WINDOWS.has(name), handles) as Promise<Answered<N>>;
  }

  /** The document of a file, as an object. */
  async document<T>(file: number, what: Takes<'document'>['what'], signal?: AbortSignal): Promise<T> {
    const { bytes } = await this.ask('document', { file, what }, signal ? { signal } : {});
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  }

  /** Stops what the library is doing, as if it had taken too long. */
  interrupt(): void {
    this.stopCurrent?.(new Stopped(strings.client.interrupted));
  }

  /** Lets requests that were stopped be asked again. */
  forgive(handle: number): void {
    const entry = this.entries.get(handle);
    if (!entry) return;
    entry.stops = 0;
    entry.refused.clear();
  }

  private entry(handle: number): Entry {
    const entry = this.entries.get(handle);
    if (!entry) throw new DOMException('the file was closed', 'AbortError');
    return entry;
  }

  private enqueue(
    name: RequestName, members: Record<string, unknown>, options: AskOptions, urgent: boolean, handles: number[],
  ): Promise<{ answer: unknown; bytes: Uint8Array<ArrayBuffer> }> {
    return new Promise((resolve, reject) => {
      if (options.signal?.aborted) {
        reject(options.signal.reason);
        return;
      }
      const job: Job = { name, members, options, urgent, handles, resolve, reject };
      if (urgent) {
        const at = this.jobs.findIndex((other) => !other.urgent);
        this.jobs.splice(at < 0 ? this.jobs.length : at, 0, job);
      } else {
        this.jobs.push(job);
      }
      void this.run();
    });
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.dispatchEvent(new Event('busy'));
    for (let job = this.jobs.shift(); job; job = this.jobs.shift()) {
      if (job.options.signal?.aborted) {
        job.reject(job.options.signal.reason);
        continue;
      }
      try {
        job.resolve(await this.perform(job));
      } catch (error) {
        job.reject(error);
      }
    }
    this.running = false;
    this.dispatchEvent(new Event('idle'));
  }

  private async perform(job: Job): Promise<{ answer: unknown; bytes: Uint8Array<ArrayBuffer> }> {
    const { handles } = job;
    const key = job.name + JSON.stringify(job.members);
    let size = job.options.data?.length ?? 0;
    for (const handle of handles) {
      const entry = this.entry(handle);
      if (entry.refused.has(key)) throw new Stopped(strings.client.stoppedBefore);
      await this.ensureOpen(entry);
      size += entry.blob.size;
    }
    const members = { ...job.members };
    for (const field of HANDLES) {
      if (handles.length > 0 && field in members) members[field] = this.entry(members[field] as number).number;
    }
    try {
      return await this.call(job.name, members, job.options.data, limitOf(job.name, size));
    } catch (error) {
      if (error instanceof Stopped) {
        for (const handle of handles) {
          const entry = this.entries.get(handle);
          entry?.refused.add(key);
          if (entry) entry.stops += 1;
        }
      }
      throw error;
    }
  }

  private async ensureOpen(entry: Entry): Promise<void> {
    if (entry.generation === this.generation && this.worker) return;
    if (entry.stops >= STOPS_ALLOWED) throw new Stopped(strings.client.notOpenedAgain(entry.name));
    const data = new Uint8Array(await entry.blob.arrayBuffer());
    const members = { name: entry.name, ...(entry.format ? { format: entry.format } : {}) };
    try {
      const { answer } = await this.call('open', members, data, limitOf('open', data.length));
      entry.opened = answer as Opened;
      entry.number = entry.opened.file;
      entry.generation = this.generation;
    } catch (error) {
      if (error instanceof Stopped) entry.stops = STOPS_ALLOWED;
      throw error;
    }
  }

  private async start(): Promise<Worker> {
    if (this.worker) return this.worker;
    const worker = new LibraryWorker();
    await new Promise<void>((resolve, reject) => {
      worker.onmessage = () => resolve();
      worker.onerror = (event) => reject(new Stopped(event.message || strings.client.noWorker));
      worker.postMessage({ module: this.module } satisfies ToWorker);
    });
    this.worker = worker;
    this.generation += 1;
    return worker;
  }

  private async call(
    name: RequestName, members: object, data: Uint8Array | undefined, seconds: number,
  ): Promise<{ answer: unknown; bytes: Uint8Array<ArrayBuffer> }> {
    const worker = await this.start();
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      const stop = (error: Stopped) => {
        clearTimeout(timer);
        this.stopCurrent = null;
        worker.terminate();
        this.worker = null;
        this.dispatchEvent(new CustomEvent('stopped', { detail: error.message }));
        reject(error);
      };
      const timer = setTimeout(() => stop(new Stopped(strings.client.tooLong(name))), seconds * 1000);
      this.stopCurrent = stop;
      worker.onerror = (event) => stop(new Stopped(strings.client.trapped(name, event.message)));
      worker.onmessage = (event: MessageEvent<FromWorker>) => {
        const message = event.data;
        if (!('id' in message) || message.id !== id) return;
        if ('trap' in message) {
          stop(new Stopped(strings.client.trapped(name, message.trap)));
          return;
        }
        clearTimeout(timer);
        this.stopCurrent = null;
        if ('refused' in message.reply) reject(new Refused(message.reply.refused, message.reply.findings ?? []));
        else resolve({ answer: message.reply.answer, bytes: message.bytes });
      };
      // Bytes that fill their buffer are handed over, not copied.
      const transfer = data && data.byteLength === data.buffer.byteLength ? [data.buffer as ArrayBuffer] : [];
      worker.postMessage({ id, request: { ask: name, ...members }, ...(data ? { data } : {}) } satisfies ToWorker, transfer);
    });
  }
}
