// Sliders and colors for uniforms, with first values that show something, and those that the page knows itself.

import { h } from '../dom';
import { strings } from '../strings';
import { length, type Field } from './model';

/** What the page itself gives to uniforms of usual names. */
export interface Surroundings {
  width: number;
  height: number;
  time: number;
  pointer: [number, number];
}

type Source = (around: Surroundings) => number[];

const MOST_SLIDERS = 64;

/** Where a uniform with a usual name gets its value. */
function sourceOf(field: Field): Source | null {
  if (field.count !== 1 || field.columns !== 1) return null;
  const name = field.name.split('.').at(-1)!.replace(/^(i|u|u_|g_|in_)(?=[A-Z_a-z])/, (prefix) => (/^(i|u)$/.test(prefix) && !/[A-Z_]/.test(field.name[1] ?? '') ? prefix : ''))
    .replace(/^_/, '').toLowerCase();
  if (name === 'time' && field.rows === 1) return ({ time }) => [time];
  if (/^(resolution|size|canvas_?size|viewport|screen_?size)$/.test(name) && field.rows >= 2) return ({ width, height }) => [width, height, 1, 1];
  if (/^(mouse|pointer|cursor)$/.test(name) && field.rows >= 2) return ({ pointer }) => [...pointer, 0, 0];
  return null;
}

/** First values: white for colors, the identity for matrices, the middle for numbers. */
function firstValues(field: Field): number[] {
  const total = length(field);
  if (field.columns > 1) return Array.from({ length: total }, (_, at) => (Math.floor(at / field.rows) % field.columns === at % field.rows ? 1 : 0));
  if (field.isColor) return Array.from({ length: total }, (_, at) => [1, 0.7, 0.3, 1][at % 4]!);
  if (field.scalar !== 'float') return new Array<number>(total).fill(1);
  if (field.count > 1) return Array.from({ length: total }, (_, at) => (at % field.rows === 3 ? 1 : (Math.floor(at / field.rows) + 1) / (field.count + 1)));
  return Array.from({ length: total }, (_, at) => (at === 3 ? 1 : 0.5));
}

/** The uniforms of what is drawn, and the elements that set them. */
export class Controls {
  readonly element = h('div', { class: 'controls' });
  readonly values = new Map<string, number[]>();
  private fields: Field[] = [];
  private readonly kept = new Map<string, number[]>();

  constructor(private readonly onchange: () => void) {}

  /** Shows controls for other uniforms; those of the same name and size keep their values. */
  setFields(fields: Field[], colors: Set<string>): void {
    this.fields = fields.map((field) => ({ ...field, isColor: field.isColor || colors.has(field.name) }));
    this.values.clear();
    for (const field of this.fields) {
      const kept = this.kept.get(field.name);
      this.values.set(field.name, kept?.length === length(field) ? kept : firstValues(field));
    }
    this.element.replaceChildren(...this.fields.filter((field) => !sourceOf(field)).map((field) => this.control(field)));
  }

  /** True if something changes with time. */
  get isAnimated(): boolean {
    return this.fields.some((field) => sourceOf(field)?.({ width: 0, height: 0, time: 1, pointer: [0, 0] })[0] === 1 && field.rows === 1);
  }

  /** Gives the values that the page knows itself. */
  surround(around: Surroundings): void {
    for (const field of this.fields) {
      const source = sourceOf(field);
      if (source) this.values.set(field.name, source(around).slice(0, field.rows));
    }
  }

  private control(field: Field): HTMLElement {
    const values = this.values.get(field.name)!;
    const changed = (at: number, value: number) => {
      values[at] = value;
      this.kept.set(field.name, values);
      this.onchange();
    };
    const isColor = field.columns === 1 && field.rows >= 3 && (field.isColor || /colou?r|tint|glow/i.test(field.name));
    const parts: HTMLElement[] = [];
    for (let element = 0; element < field.count && parts.length < MOST_SLIDERS; element++) {
      const start = element * field.rows * field.columns;
      const label = field.count > 1 ? `${field.name}[${element}]` : field.name;
      if (isColor) parts.push(colorInput(label, values, start, changed));
      const from = isColor ? 3 : 0;
      for (let at = from; at < field.rows * field.columns; at++) {
        const part = field.rows * field.columns > 1 ? `${label}.${partName(field, at)}` : label;
        parts.push(field.scalar === 'bool' ? checkbox(part, values, start + at, changed) : slider(part, field, values, start + at, changed));
      }
    }
    return h('fieldset', {}, h('legend', {}, field.name), ...parts);
  }
}

function partName(field: Field, at: number): string {
  return field.columns > 1 ? `${Math.floor(at / field.rows)}${at % field.rows}` : 'xyzw'[at] ?? String(at);
}

type Changed = (at: number, value: number) => void;

function slider(label: string, field: Field, values: number[], at: number, changed: Changed): HTMLElement {
  const value = values[at]!;
  const isWhole = field.scalar !== 'float';
  const range = h('input', {
    type: 'range', 'aria-label': label, min: field.columns > 1 ? -2 : 0, max: isWhole ? 16 : Math.max(1, value * 2), step: isWhole ? 1 : 0.001, value,
  });
  const number = h('input', { type: 'number', 'aria-label': strings.draw.number(label), step: isWhole ? 1 : 'any', value });
  range.oninput = () => {
    number.value = range.value;
    changed(at, range.valueAsNumber);
  };
  number.oninput = () => {
    const typed = number.valueAsNumber;
    if (Number.isNaN(typed)) return;
    if (typed > Number(range.max)) range.max = String(typed * 2);
    if (typed < Number(range.min)) range.min = String(typed * 2);
    range.value = String(typed);
    changed(at, typed);
  };
  return h('div', { class: 'slider' }, h('span', { 'aria-hidden': 'true' }, label), range, number);
}

function checkbox(label: string, values: number[], at: number, changed: Changed): HTMLElement {
  const box = h('input', { type: 'checkbox', checked: values[at] !== 0, onchange: () => changed(at, box.checked ? 1 : 0) });
  return h('label', {}, box, label);
}

function colorInput(label: string, values: number[], start: number, changed: Changed): HTMLElement {
  const byte = (value: number) => Math.round(Math.max(0, Math.min(1, value)) * 255).toString(16).padStart(2, '0');
  const input = h('input', {
    type: 'color', 'aria-label': label, value: `#${[0, 1, 2].map((part) => byte(values[start + part]!)).join('')}`,
    oninput: () => [0, 1, 2].forEach((part) => changed(start + part, parseInt(input.value.slice(1 + part * 2, 3 + part * 2), 16) / 255)),
  });
  return h('label', { class: 'color' }, h('span', { 'aria-hidden': 'true' }, label), input);
}
