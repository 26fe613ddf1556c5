// The requests of the library and their answers, as crates/web/README.md describes them.

import type { Finding } from './schema';

export interface Language {
  name: string;
  title: string;
  suffixes: string[];
  kinds: string[];
  /** The request that compiles it. */
  by: string;
}

export interface About {
  version: string;
  formats: { id: string; title: string }[];
  languages: Language[];
  targets: string[];
}

export interface ViewTitle {
  view: string;
  title: string;
}

/** An opened file, as the library describes it. */
export interface Opened {
  file: number;
  name: string;
  kind: 'binary' | 'text_form' | 'source' | 'unknown';
  format: string | null;
  /** Of a source. */
  language: string | null;
  title: string;
  size: number;
  binary_size: number;
  addresses: number;
  mistakes: Finding[];
  views: ViewTitle[];
  targets: string[];
  draws: boolean;
}

/** A node or field of the tree. */
export interface Row {
  id: string;
  /** Place among the rows of its parent. */
  index: number;
  /** As findings and edits name it. */
  path: string;
  name: string;
  kind: string;
  type: string;
  start: number;
  end: number;
  space: string | null;
  value: string;
  meaning: string;
  link: string | null;
  children: number;
}

export type Place = [start: number, end: number];

export interface Hit {
  id: string | null;
  path: string;
  start: number;
  end: number;
  line?: number | null;
  text: string;
}

export type Within = 'names' | 'values' | 'bytes' | 'text';

export interface Uniform {
  name: string;
  type: string;
  count: number;
  is_color: boolean;
}

export interface Explanation {
  id: string;
  severity: string;
  title: string;
  cause: string;
  effect: string;
  cure: string;
  source: string;
  example: { wrong: string[]; right: string[] } | null;
}

export type DocumentName =
  | 'info' | 'findings' | 'interface' | 'symbols' | 'parts' | 'pieces' | 'repairs' | 'strings';

export interface StageSource {
  name: string;
  text: string;
  language?: string;
  stage?: string;
}

export type Options = Record<string, unknown>;

/** For each request: the members it takes and the answer it gives. */
export interface Requests {
  about: { takes: object; gives: About };
  open: { takes: { name: string; format?: string }; gives: Opened };
  close: { takes: { file: number }; gives: null };
  document: { takes: { file: number; what: DocumentName }; gives: null };
  children: { takes: { file: number; node: string; from: number; count: number }; gives: { total: number; rows: Row[] } };
  locate: { takes: { file: number; at?: number; path?: string; id?: string }; gives: { chain: Row[] | null } };
  owners: {
    takes: { file: number; from: number; to: number; count: number };
    gives: { owners: [id: string, start: number, end: number, name: string][] };
  };
  bytes: { takes: { file: number; from: number; to: number }; gives: { from: number; to: number } };
  lines: {
    takes: { file: number; view: string; from: number; count: number };
    gives: { total: number; from: number; lines: string[]; places: (Place | null)[] };
  };
  line_at: { takes: { file: number; view: string; at: number }; gives: { line: number | null } };
  whole: { takes: { file: number; view: string }; gives: { lines: number } };
  find: {
    takes: { file: number; text: string; within: Within; from: number; count: number; view?: string };
    gives: { hits: Hit[]; next: number | null };
  };
  entries: { takes: { file: number; to: string }; gives: { entries: { name: string; stage: string }[] } };
  convert: {
    takes: { file: number; to: string; options?: Options };
    gives: { findings: Finding[]; names: unknown; is_text: boolean };
  };
  extract: { takes: { file: number; piece: number }; gives: { name: string } };
  diff: { takes: { old: number; new: number }; gives: { identical: boolean } };
  assemble: { takes: object; gives: { findings: Finding[] } };
  edit: { takes: { file: number; label: string; value: string }; gives: { findings: Finding[] } };
  repair: { takes: { file: number; repair: string }; gives: null };
  compile: {
    takes: { name: string; language?: string; kind?: string; options?: Options };
    gives: { findings: Finding[]; modules: { stage: string; size: number }[] };
  };
  stages: {
    takes: { sources: StageSource[]; to?: string; options?: Options };
    gives: { findings: Finding[]; modules: { stage: string; entry: string; size: number }[] };
  };
  uniforms: { takes: { file: number }; gives: { uniforms: Uniform[]; children: { name: string; kind: string }[] } };
  draw: {
    takes: {
      file: number; width: number; height: number;
      uniforms?: Record<string, number[]>; children?: Record<string, { width: number; height: number }>;
    };
    gives: { width: number; height: number; findings: Finding[] };
  };
  explain: { takes: { rule: string }; gives: { rules: Explanation[] } };
}

export type RequestName = keyof Requests;
export type Takes<N extends RequestName> = Requests[N]['takes'];
export type Gives<N extends RequestName> = Requests[N]['gives'];

/** What the worker is told. */
export type ToWorker =
  | { module: WebAssembly.Module }
  | { id: number; request: object; data?: Uint8Array };

/** What the worker says. */
export type FromWorker =
  | { ready: true }
  | { id: number; reply: { answer: unknown } | { refused: string; findings?: Finding[] }; bytes: Uint8Array<ArrayBuffer> }
  | { id: number; trap: string };
