// Reads what a fragment shader in WGSL, as the library writes it, takes and gives; wraps it to be drawn over a frame.

import { strings } from '../strings';
import { CannotDraw, type Field } from './model';

interface Member {
  attributes: string;
  name: string;
  type: string;
}

export interface PlacedField extends Field {
  offset: number;
  columnStride: number;
  arrayStride: number;
}

export interface Binding {
  group: number;
  binding: number;
  space: string;
  name: string;
  type: string;
}

export interface Shader {
  /** The text with the entry point `glassbox_draw`. */
  text: string;
  bindings: Binding[];
  /** Group of what the wrapper itself takes. */
  frameGroup: number;
  /** Inputs that take their color from a picture. */
  inputPictures: string[];
  structs: Map<string, Member[]>;
}

/** Splits at commas outside of brackets. */
function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of text) {
    if ('<(['.includes(character)) depth++;
    if ('>)]'.includes(character)) depth--;
    if (character === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '');
}

function members(text: string): Member[] {
  return split(text).flatMap((part) => {
    const match = /^((?:@\w+(?:\([^)]*\))?\s*)*)(\w+)\s*:\s*([^]+)$/.exec(part);
    return match ? [{ attributes: match[1]!, name: match[2]!, type: match[3]!.trim() }] : [];
  });
}

/** Reads a shader and adds the entry point that draws it. */
export function readShader(given: string): Shader {
  const text = renumbered(given);
  const structs = new Map<string, Member[]>();
  for (const match of text.matchAll(/struct\s+(\w+)\s*\{([^}]*)\}/g)) structs.set(match[1]!, members(match[2]!));
  const bindings = [...text.matchAll(/@group\((\d+)\)\s*@binding\((\d+)\)\s*var(?:<([^>]*)>)?\s+(\w+)\s*:\s*([^;]+);/g)]
    .map((match) => ({ group: Number(match[1]), binding: Number(match[2]), space: match[3] ?? '', name: match[4]!, type: match[5]!.trim() }));
  const frameGroup = bindings.reduce((most, one) => Math.max(most, one.group + 1), 0);
  if (frameGroup > 3) throw new CannotDraw(strings.draw.groups);
  const entry = /@fragment\s+fn\s+(\w+)\s*\(/.exec(text);
  if (!entry) throw new CannotDraw(strings.draw.noFragment);
  const open = entry.index + entry[0].length;
  const close = matching(text, open);
  const body = text.indexOf('{', close);
  const inputs = members(text.slice(open, close));
  const result = /->\s*([^{]*)/.exec(text.slice(close, body))?.[1]?.trim() ?? '';
  const inputPictures: string[] = [];
  const values = inputs.map((input) => {
    const inner = structs.get(input.type);
    if (!inner) return inputValue(input, inputPictures);
    return `${input.type}(${inner.map((member) => inputValue(member, inputPictures)).join(', ')})`;
  });
  const bare = (list: string) => list.replace(/@\w+(\([^)]*\))?\s*/g, '');
  const plain = text.slice(0, entry.index) + `fn ${entry[1]}(` + bare(text.slice(open, close)) + bare(text.slice(close, body)) + text.slice(body);
  const call = outputValue(`${entry[1]}(${values.join(', ')})`, result, structs);
  return { text: plain + wrapper(frameGroup, inputPictures, call), bindings, frameGroup, inputPictures, structs };
}

/** Gives the bindings of each group numbers from 0 on: devices limit them. */
function renumbered(text: string): string {
  const next = new Map<string, number>();
  return text.replace(/@group\((\d+)\)\s*@binding\(\d+\)/g, (_whole, group: string) => {
    const number = next.get(group) ?? 0;
    next.set(group, number + 1);
    return `@group(${group}) @binding(${number})`;
  });
}

function matching(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  throw new CannotDraw(strings.draw.noEnd);
}

/** What an input of the stage is given, as an expression of WGSL. */
function inputValue(input: Member, pictures: string[]): string {
  const builtin = /@builtin\((\w+)\)/.exec(input.attributes)?.[1];
  if (builtin === 'position') return 'glassbox_position';
  if (builtin === 'front_facing') return 'true';
  if (builtin === 'sample_mask') return '0xffffffffu';
  if (builtin) return '0u';
  if (/^(source|destination)$/.test(input.name) && /^vec4/.test(input.type)) {
    pictures.push(input.name);
    return `glassbox_pixel_${pictures.length}(glassbox_position.xy)`;
  }
  if (/norm/i.test(input.name) && /^vec3/.test(input.type)) return 'glassbox_normal(glassbox_uv)';
  switch (input.type.replace(/<f32>/, 'f')) {
    case 'f32': return 'glassbox_uv.x';
    case 'vec2f': return 'glassbox_uv';
    case 'vec3f': return 'vec3f(glassbox_uv, 0.5)';
    case 'vec4f': return 'vec4f(glassbox_uv, 0.5, 1.0)';
    default: return `${input.type}()`;
  }
}

/** A result as a color. */
function outputValue(call: string, result: string, structs: Map<string, Member[]>): string {
  let type = result.replace(/@\w+(\([^)]*\))?\s*/g, '').trim();
  let value = call;
  const inner = structs.get(type);
  if (inner) {
    const member = inner.find((one) => /@location\(0\)/.test(one.attributes)) ?? inner.find((one) => /@location/.test(one.attributes));
    if (!member) throw new CannotDraw(strings.draw.noColor);
    value = `${call}.${member.name}`;
    ({ type } = member);
  }
  const count = Number(/^vec(\d)/.exec(type)?.[1] ?? (type === '' ? 0 : 1));
  if (count === 0) throw new CannotDraw(strings.draw.noColor);
  const floats = /f$|f32|f16|h$/.test(type) ? value : count === 1 ? `f32(${value})` : `vec${count}f(${value})`;
  return ['', `vec4f(vec3f(${floats}), 1.0)`, `vec4f(${floats}, 0.0, 1.0)`, `vec4f(${floats}, 1.0)`, floats][count]!;
}

function wrapper(group: number, pictures: string[], call: string): string {
  const reads = pictures.map((_, index) => `
@group(${group}) @binding(${index + 1}) var glassbox_picture_${index + 1}: texture_2d<f32>;
fn glassbox_pixel_${index + 1}(at: vec2f) -> vec4f {
    let size = vec2f(textureDimensions(glassbox_picture_${index + 1}));
    return textureLoad(glassbox_picture_${index + 1}, vec2i(at / glassbox_frame.xy * size), 0);
}`).join('');
  return `
@group(${group}) @binding(0) var<uniform> glassbox_frame: vec4f;
${reads}
fn glassbox_normal(uv: vec2f) -> vec3f {
    let p = uv * 2.0 - 1.0;
    return normalize(vec3f(p.x, -p.y, sqrt(max(0.0, 1.0 - dot(p, p)))));
}
@vertex
fn glassbox_corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment
fn glassbox_draw(@builtin(position) glassbox_position: vec4f) -> @location(0) vec4f {
    let glassbox_uv = glassbox_position.xy / glassbox_frame.xy;
    return ${call};
}
`;
}

const round = (value: number, to: number) => Math.ceil(value / to) * to;

interface Layout {
  size: number;
  align: number;
}

/** Size and alignment of a type in the memory of the host. */
export function layoutOf(type: string, structs: Map<string, Member[]>): Layout {
  const vector = /^vec(\d)/.exec(type);
  if (vector) return vectorLayout(Number(vector[1]));
  const matrix = /^mat(\d)x(\d)/.exec(type);
  if (matrix) {
    const column = vectorLayout(Number(matrix[2]));
    return { size: round(column.size, column.align) * Number(matrix[1]), align: column.align };
  }
  const array = /^array<([^]+)>$/.exec(type);
  if (array) {
    const [element, count] = split(array[1]!);
    const inner = layoutOf(element!, structs);
    return { size: round(inner.size, inner.align) * Number.parseInt(count ?? '1', 10), align: inner.align };
  }
  const inner = structs.get(type);
  if (!inner) return { size: 4, align: 4 };
  const places = offsets(inner, structs);
  return { size: round(places.end, places.align), align: places.align };
}

function vectorLayout(count: number): Layout {
  return { size: count * 4, align: count === 2 ? 8 : 16 };
}

function offsets(list: Member[], structs: Map<string, Member[]>): { at: number[]; end: number; align: number } {
  let end = 0;
  let align = 4;
  const at = list.map((member) => {
    const layout = layoutOf(member.type, structs);
    const size = Number(/@size\((\d+)\)/.exec(member.attributes)?.[1] ?? layout.size);
    const own = Number(/@align\((\d+)\)/.exec(member.attributes)?.[1] ?? layout.align);
    const place = round(end, own);
    end = place + size;
    align = Math.max(align, own);
    return place;
  });
  return { at, end, align };
}

/** The numbers in a uniform of a type, with their places. */
export function fieldsOf(name: string, type: string, structs: Map<string, Member[]>, offset = 0): PlacedField[] {
  const inner = structs.get(type);
  if (inner) {
    const { at } = offsets(inner, structs);
    return inner.flatMap((member, index) => fieldsOf(member.name, member.type, structs, offset + at[index]!)
      .map((field) => (structs.has(member.type) ? { ...field, name: `${member.name}.${field.name}` } : field)));
  }
  const array = /^array<([^]+)>$/.exec(type);
  if (array) {
    const [element, countText] = split(array[1]!);
    const count = Number.parseInt(countText ?? '1', 10);
    const layout = layoutOf(element!, structs);
    const stride = round(layout.size, layout.align);
    // Elements that are padded to the stride of a uniform.
    const padded = structs.get(element!);
    if (padded?.length === 1 && /@size/.test(padded[0]!.attributes)) {
      return fieldsOf(name, padded[0]!.type, structs, offset).map((field) => ({ ...field, count, arrayStride: stride }));
    }
    if (padded || element!.startsWith('array')) {
      return Array.from({ length: Math.min(count, 16) }, (_, index) => fieldsOf(name, element!, structs, offset + index * stride)
        .map((field) => ({ ...field, name: `${name}[${index}].${field.name}` }))).flat();
    }
    return fieldsOf(name, element!, structs, offset).map((field) => ({ ...field, count, arrayStride: stride }));
  }
  const matrix = /^mat(\d)x(\d)/.exec(type);
  const vector = /^vec(\d)/.exec(type);
  const rows = Number(matrix?.[2] ?? vector?.[1] ?? 1);
  const scalar = /u32|u$|u>/.test(type) ? 'uint' : /i32|i$/.test(type) ? 'int' : 'float';
  const columnStride = matrix ? round(vectorLayout(rows).size, vectorLayout(rows).align) : 0;
  return [{ name, scalar, rows, columns: Number(matrix?.[1] ?? 1), count: 1, isColor: false, offset, columnStride, arrayStride: 0 }];
}
