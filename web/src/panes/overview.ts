// What a file is, in ten seconds: kind, size, facts, parts, and how many findings it has.

import { button, h, hex, row, table } from '../dom';
import type { View } from '../files';
import type { Files, Info, Piece } from '../schema';
import { strings } from '../strings';
import { Pane, type Context } from './pane';

export class OverviewPane extends Pane {
  readonly id = 'overview';
  private readonly body = h('div', { class: 'body', tabindex: '0', role: 'region', 'aria-label': strings.panes.overview });

  constructor(context: Context) {
    super(context);
    this.element.append(this.message, this.body);
  }

  protected override async load(view: View, signal: AbortSignal): Promise<void> {
    const { opened } = view;
    const { client } = this.context;
    const name = this.document?.name ?? opened.name;
    this.body.replaceChildren(h('h2', {}, opened.title), h('p', { class: 'dim' }, name));
    const info = (await client.document<Files<Info>>(view.handle, 'info', signal)).files[0];
    if (!info || !info.facts) return;
    const facts = [
      { label: strings.overview.size, value: strings.bytesCount(info.size) },
      ...(info.producer ? [{ label: strings.overview.producer, value: info.producer }] : []),
      ...info.facts,
    ];
    this.body.append(
      h('p', {}, this.verdict(info)),
      h('dl', {}, ...facts.flatMap(({ label, value }) => [h('dt', {}, label), h('dd', {}, value)])));
    if (info.parts.length > 0) this.body.append(this.parts(info));
    const pieces = (await client.document<Files<{ pieces?: Piece[] }>>(view.handle, 'pieces', signal)).files[0]?.pieces ?? [];
    const worth = pieces.map((piece, index) => ({ piece, index })).filter(({ piece }) => piece.kind !== 'string').slice(0, 100);
    if (worth.length > 0) this.body.append(this.pieces(view, worth));
  }

  protected override clear(): void {
    this.body.replaceChildren();
  }

  private verdict(info: Info): HTMLElement {
    const { errors, warnings } = info;
    const text = errors + warnings === 0 ? strings.overview.fine : strings.overview.findings(errors, warnings);
    const kind = errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'fine';
    return button(text, () => this.context.open('findings'), { class: `verdict ${kind}` });
  }

  private parts(info: Info): HTMLElement {
    const rows = info.parts.slice(0, 500).map(({ path, start, end, what }) => row(
      button(hex(start, 4) + '..' + hex(end, 4), () => this.select(start, end), { class: 'address' }), path, what));
    return table(strings.overview.parts, [strings.range, strings.path, strings.overview.what], rows);
  }

  private pieces(view: View, pieces: { piece: Piece; index: number }[]): HTMLElement {
    const extract = async (index: number) => {
      const { answer, bytes } = await this.context.client.ask('extract', { file: view.handle, piece: index });
      await this.context.documents.add([{ name: answer.name, blob: new Blob([bytes]) }]);
    };
    const rows = pieces.map(({ piece, index }) => row(
      button(piece.name, () => void this.guard(extract(index)), { title: strings.overview.openPiece }),
      piece.kind, strings.bytesCount(piece.size), piece.path));
    return table(strings.overview.pieces, [strings.name, strings.kind, strings.overview.size, strings.path], rows);
  }
}
