// Searches in everything: names, values, bytes and texts of the active file.

import { debounce, h, hex } from '../dom';
import type { View } from '../files';
import { Grid } from '../grid';
import type { Hit, Within } from '../protocol';
import { strings } from '../strings';
import { Pane, type Context } from './pane';

const PLACES: Within[] = ['names', 'values', 'text', 'bytes'];
const MOST = 200;

interface Found extends Hit {
  within: Within;
}

export class SearchPane extends Pane {
  readonly id = 'search';
  private readonly input = h('input', { type: 'search', 'data-focus': true, 'aria-label': strings.search.label, placeholder: strings.search.label });
  private readonly boxes = PLACES.map((within) => h('input', { type: 'checkbox', checked: within !== 'bytes', value: within }));
  private readonly grid: Grid<Found>;

  constructor(context: Context) {
    super(context);
    this.grid = new Grid<Found>({
      label: strings.panes.search,
      columns: [
        { title: strings.search.in, width: 1, text: (hit) => strings.search.places[hit.within] },
        { title: strings.range, width: 2, text: (hit) => (hit.end > hit.start ? `${hex(hit.start)}..${hex(hit.end)}` : '') },
        { title: strings.search.found, width: 5, text: (hit) => [hit.path, hit.text].filter((one) => one !== '').join(' · ') },
      ],
      onChoose: (hit) => this.select(hit.start, hit.end),
    });
    const again = debounce(250, () => this.invalidate());
    this.input.addEventListener('input', again);
    for (const box of this.boxes) box.addEventListener('change', again);
    this.element.append(
      h('div', { class: 'bar wrap', role: 'search' }, this.input,
        ...this.boxes.map((box) => h('label', {}, box, strings.search.places[box.value as Within]))),
      this.message, this.grid.element);
  }

  protected override async load(view: View, signal: AbortSignal): Promise<void> {
    const text = this.input.value;
    if (text === '') {
      this.clear();
      return;
    }
    const found: Found[] = [];
    let isMore = false;
    for (const within of this.boxes.filter((box) => box.checked).map((box) => box.value as Within)) {
      const shown = view.opened.views.find((one) => one.view === 'text') ?? view.opened.views[0];
      if (within === 'text' && !shown) continue;
      const { answer } = await this.context.client.ask('find', {
        file: view.handle, text, within, from: 0, count: MOST, ...(within === 'text' && shown ? { view: shown.view } : {}),
      }, { signal });
      found.push(...answer.hits.map((hit) => ({ ...hit, within })));
      isMore ||= answer.next !== null;
      this.grid.setItems(found);
    }
    this.showMessage(found.length === 0 ? strings.search.none : strings.search.count(found.length, isMore));
  }

  protected override clear(): void {
    this.grid.setItems([]);
  }
}
