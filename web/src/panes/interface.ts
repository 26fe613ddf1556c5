// The interface of shaders as tables: entry points, resources, inputs and outputs, blocks drawn to scale.

import { blockDrawing } from '../blocks';
import { button, h, row, table } from '../dom';
import type { View } from '../files';
import { rangeOfName, rangeOfPath } from '../places';
import type { Block, EntryPoint, Files, Interface, Range, Variable } from '../schema';
import type { Selection } from '../selection';
import { touches } from '../selection';
import { strings } from '../strings';
import { typeName } from '../types';
import { Pane, type Context } from './pane';

interface Target {
  button: HTMLElement;
  find: () => Promise<Range | null>;
  range?: Range | null;
}

const MOST_FOLLOWED = 200;

export class InterfacePane extends Pane {
  readonly id = 'interface';
  private readonly body = h('div', { class: 'body', tabindex: '0', role: 'region', 'aria-label': strings.panes.interface });
  private targets: Target[] = [];

  constructor(context: Context) {
    super(context);
    this.element.append(this.message, this.body);
  }

  protected override async load(view: View, signal: AbortSignal): Promise<void> {
    const document = await this.context.client.document<Files<Interface>>(view.handle, 'interface', signal);
    const described = document.files[0];
    this.targets = [];
    this.body.replaceChildren();
    if (!described?.entry_points) {
      this.showMessage(strings.interface.none);
      return;
    }
    for (const entry of described.entry_points) this.body.append(...this.entryPoint(view, entry));
    if (described.resources.length > 0) this.body.append(this.resources(view, described));
    for (const block of described.blocks) this.body.append(this.block(view, block, strings.interface.block));
    for (const block of described.push_constants) this.body.append(this.block(view, block, strings.interface.pushConstants));
    this.body.append(...this.rest(described));
    if (this.body.childElementCount === 0) this.showMessage(strings.interface.none);
  }

  protected override clear(): void {
    this.body.replaceChildren();
    this.targets = [];
  }

  /** Marks what is defined in the selected range. */
  protected override async follow(selection: Selection, signal: AbortSignal): Promise<void> {
    for (const target of this.targets.slice(0, MOST_FOLLOWED)) {
      target.range ??= await target.find();
      if (signal.aborted) return;
    }
    this.markTargets(selection);
  }

  protected override mark(selection: Selection | null): void {
    this.markTargets(selection?.file === this.view?.handle ? selection : null);
  }

  private markTargets(selection: Selection | null): void {
    for (const { button: element, range } of this.targets) {
      const isMarked = !!selection && !!range && touches(selection, range) && range.end - range.start <= 16 * (selection.end - selection.start + 16);
      element.closest('tr, h3')?.classList.toggle('touched', isMarked);
      if (isMarked) element.setAttribute('aria-current', 'true');
      else element.removeAttribute('aria-current');
    }
  }

  /** A name that selects where it is defined. */
  private link(name: string, find: () => Promise<Range | null>): HTMLElement {
    const element = button(name || strings.noName, () => void this.guard((async () => {
      target.range = await find();
      if (target.range) this.select(target.range.start, target.range.end);
      else this.context.say(strings.interface.nowhere(name));
      this.markTargets(this.selected);
    })()), { class: 'plain' });
    const target: Target = { button: element, find };
    this.targets.push(target);
    return element;
  }

  private entryPoint(view: View, entry: EntryPoint): HTMLElement[] {
    const { client } = this.context;
    const title = h('h3', {}, this.link(entry.name, async () =>
      (await rangeOfName(client, view, entry.name)) ?? rangeOfPath(client, view, entry.path)), ' ', h('span', { class: 'dim' }, entry.stage));
    const modes = entry.modes.map(({ label, value }) => (value === '' ? label : `${label}: ${value}`)).join(', ');
    const tables = ([[strings.interface.inputs, entry.inputs], [strings.interface.outputs, entry.outputs], [strings.interface.patches, entry.patches ?? []]] as const)
      .filter(([, variables]) => variables.length > 0)
      .map(([caption, variables]) => this.variables(view, `${caption}: ${entry.name}`, variables));
    return [title, ...(modes === '' ? [] : [h('p', { class: 'dim' }, modes)]), ...tables];
  }

  private variables(view: View, caption: string, variables: Variable[]): HTMLElement {
    const rows = variables.map((variable) => row(
      variable.location?.toString() ?? variable.register ?? '', this.link(variable.name, () => rangeOfName(this.context.client, view, variable.name)),
      variable.type ? typeName(variable.type) : '', (variable.semantic ?? '') + (variable.semantic_index || ''),
      [variable.interpolation, variable.used].filter((one) => one).join(', ')));
    return table(caption, [strings.interface.location, strings.name, strings.type, strings.interface.semantic, strings.interface.notes], rows);
  }

  private resources(view: View, described: Interface): HTMLElement {
    const rows = described.resources.map((resource) => row(
      place(resource), this.link(resource.name, () => rangeOfName(this.context.client, view, resource.name)), resource.kind,
      [resource.dimension, resource.format, resource.access].filter((one) => one).join(', '), resource.stages.join(', ')));
    return table(strings.interface.resources, [strings.interface.binding, strings.name, strings.kind, strings.interface.notes, strings.interface.stages], rows);
  }

  private block(view: View, block: Block, kind: string): HTMLElement {
    const name = block.name === '' ? strings.interface.loose : block.name;
    return h('section', { class: 'block' },
      h('h3', {}, this.link(name, () => rangeOfName(this.context.client, view, block.name || block.members[0]?.name || '')), ' ',
        h('span', { class: 'dim' }, [kind, place(block), block.size === null ? '' : strings.bytesCount(block.size)].filter((one) => one !== '').join(' · '))),
      blockDrawing(block));
  }

  private rest(described: Interface): HTMLElement[] {
    const parts: HTMLElement[] = [];
    const { specialization_constants: specialization, constants, root_signatures: roots, exports, imports, notes } = described;
    if (specialization.length > 0) {
      parts.push(table(strings.interface.specialization, [strings.interface.id, strings.name, strings.type, strings.interface.initial],
        specialization.map((one) => row(String(one.id), one.name, one.scalar, one.default))));
    }
    if (constants.length > 0) {
      parts.push(table(strings.interface.constants, [strings.interface.register, strings.value, strings.path],
        constants.map((one) => row(one.register, one.value, one.path))));
    }
    for (const root of roots ?? []) parts.push(h('h3', {}, strings.interface.rootSignature(root.version)), h('pre', {}, root.text));
    for (const [title, names] of [[strings.interface.exports, exports], [strings.interface.imports, imports]] as const) {
      if (names.length > 0) parts.push(h('h3', {}, title), h('p', { class: 'names' }, names.slice(0, 500).join(' ')));
    }
    if (notes.length > 0) parts.push(h('ul', {}, ...notes.map((note) => h('li', {}, note))));
    return parts;
  }
}

function place(one: { set: number | null; binding: number | null; register?: string | null; slot?: number | null }): string {
  if (one.register) return one.set === null ? one.register : `${one.register}, ${strings.interface.set} ${one.set}`;
  if (one.binding !== null) return one.set === null ? String(one.binding) : `${strings.interface.set} ${one.set}, ${one.binding}`;
  return one.slot === null || one.slot === undefined ? '' : String(one.slot);
}
