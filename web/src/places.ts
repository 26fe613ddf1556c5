// Finds the addresses of what documents name: paths of nodes and fields, and names in SPIR-V.

import type { Client } from './client';
import type { View } from './files';
import { refinePlaces } from './instructions';
import type { Place } from './protocol';
import type { Files, Range, SymbolEntry } from './schema';

const MOST_LINES = 20_000;

interface Known {
  paths: Map<string, Promise<Range | null>>;
  symbols: Promise<SymbolEntry[]> | null;
  /** Places of the lines of the text form. */
  places: Promise<(Place | null)[]> | null;
}

/** What has been found stays known as long as the view is shown. */
const known = new WeakMap<View, Known>();

function of(view: View): Known {
  let found = known.get(view);
  if (!found) {
    found = { paths: new Map(), symbols: null, places: null };
    known.set(view, found);
  }
  return found;
}

/** The range of a path. */
export function rangeOfPath(client: Client, view: View, path: string): Promise<Range | null> {
  const { paths } = of(view);
  let found = paths.get(path);
  if (!found) {
    found = client.ask('locate', { file: view.handle, path }).then(({ answer }) => answer.chain?.at(-1) ?? null);
    found.catch(() => paths.delete(path));
    paths.set(path, found);
  }
  return found;
}

/** The symbols of a file. */
export function symbolsOf(client: Client, view: View): Promise<SymbolEntry[]> {
  const entry = of(view);
  entry.symbols ??= client.document<Files<{ symbols?: SymbolEntry[] }>>(view.handle, 'symbols')
    .then((document) => document.files[0]?.symbols ?? []);
  entry.symbols.catch(() => (entry.symbols = null));
  return entry.symbols;
}

/** Where a symbol is defined. In SPIR-V, whose paths name whole modules, the line of its id says it. */
export async function rangeOfSymbol(client: Client, view: View, symbol: SymbolEntry): Promise<Range | null> {
  const id = /^%\w+/.exec(symbol.value)?.[0];
  if (id) {
    const { answer } = await client.ask('find', {
      file: view.handle, text: `${id} = `, within: 'text', from: 0, count: 8, view: 'text',
    });
    const hit = answer.hits.find((one) => one.text.trim().startsWith(`${id} =`) && typeof one.line === 'number');
    if (hit) return rangeOfLine(client, view, hit.line!);
  }
  return symbol.path === '' ? null : rangeOfPath(client, view, symbol.path);
}

/** The range of a line of the text form, as the pane that shows it has it. */
async function rangeOfLine(client: Client, view: View, line: number): Promise<Range | null> {
  const entry = of(view);
  entry.places ??= (async () => {
    const { answer } = await client.ask('lines', { file: view.handle, view: 'text', from: 0, count: MOST_LINES });
    await refinePlaces(client, view.handle, view.opened.format, 'text', answer.lines, answer.places, new AbortController().signal);
    return answer.places;
  })();
  entry.places.catch(() => (entry.places = null));
  const place = (await entry.places)[line];
  return place ? { start: place[0], end: place[1] } : null;
}

/** Where a name of the interface is defined. */
export async function rangeOfName(client: Client, view: View, name: string): Promise<Range | null> {
  if (name === '') return null;
  const symbols = await symbolsOf(client, view);
  const symbol = symbols.find((one) => one.name === name);
  return symbol ? rangeOfSymbol(client, view, symbol) : null;
}
