// The JSON documents of the library, as far as the page reads them (docs/schema).

export interface Label {
  message: string;
  start: number;
  end: number;
  path: string;
  line?: number;
  column?: number;
}

export interface Finding extends Label {
  rule: string;
  severity: 'error' | 'warning' | 'info';
  labels: Label[];
  notes: string[];
  help: string;
  cause?: number;
  like?: number;
}

export interface Files<T> {
  schema: number;
  files: T[];
}

export interface FindingsOfFile {
  file: string;
  format: string | null;
  diagnostics: Finding[];
  dropped?: number;
}

export interface Fact {
  label: string;
  value: string;
}

export interface InfoStrings {
  count: number;
  bytes: number;
  saving: number;
  repeated: { text: string; places: string[]; saving: number }[];
}

export interface Info {
  format: string | null;
  kind: string;
  size: number;
  producer: string | null;
  facts: Fact[];
  parts: { path: string; start: number; end: number; what: string }[];
  errors: number;
  warnings: number;
  strings?: InfoStrings;
}

export type ArraySize = number | null | { constant: number; default: number };

export interface Type {
  scalar: string;
  rows: number;
  columns: number;
  array: ArraySize[];
  members?: Member[];
}

export interface Member {
  name: string;
  offset: number | null;
  register: string | null;
  type: Type | null;
  array_stride: number | null;
  matrix_stride: number | null;
  row_major: boolean;
}

export interface Variable {
  name: string;
  location: number | null;
  register: string | null;
  semantic: string | null;
  semantic_index?: number;
  interpolation?: string;
  used?: string;
  type: Type | null;
}

export interface EntryPoint {
  name: string;
  stage: string;
  path: string;
  inputs: Variable[];
  outputs: Variable[];
  patches?: Variable[];
  modes: Fact[];
}

export interface Resource {
  name: string;
  kind: string;
  set: number | null;
  binding: number | null;
  slot: number | null;
  register: string | null;
  array: ArraySize[];
  stages: string[];
  dimension: string | null;
  format: string | null;
  access: string | null;
}

export interface Block {
  name: string;
  kind?: string;
  register?: string;
  set: number | null;
  binding: number | null;
  size: number | null;
  stages: string[];
  members: Member[];
}

export interface Interface {
  entry_points: EntryPoint[];
  resources: Resource[];
  blocks: Block[];
  push_constants: Block[];
  root_signatures?: { path: string; version: string; text: string }[];
  specialization_constants: { id: number; name: string; scalar: string; default: string }[];
  constants: { path: string; register: string; value: string }[];
  exports: string[];
  imports: string[];
  notes: string[];
}

export interface SymbolEntry {
  name: string;
  kind: string;
  value: string;
  path: string;
  used_by: string[];
}

export interface Repair {
  name: string;
  rule: string | null;
  what: string;
  by_default: boolean;
}

export interface Piece {
  name: string;
  kind: string;
  stage: string | null;
  path: string;
  size: number;
  extension: string;
}

export interface Range {
  start: number;
  end: number;
}

export interface Change {
  path: string;
  kind: 'added' | 'removed' | 'changed' | 'moved';
  old: string | null;
  new: string | null;
  old_range: Range | null;
  new_range: Range | null;
}

export interface Diff {
  old: string;
  new: string;
  same: boolean;
  identical: boolean;
  changes: Change[];
}

export interface NamedMember {
  name: string;
  written: string;
  offset: number;
}

export interface Names {
  target: string;
  stage: string;
  entry: string;
  inputs: { name: string; location: number; written: string }[];
  outputs: { name: string; location: number; written: string }[];
  resources: {
    name: string; set: number; binding: number; class?: string; written: string; bound: string; members: NamedMember[];
  }[];
  module?: Range;
  lines?: { line: number; start: number; end: number }[];
}
