// Finds the addresses of what documents name: paths of nodes and fields, and names in SPIR-V.

import type { Client } from './client';
import type { View } from './files';
import type { Files, Range, SymbolEntry } from './schema';

const MOST_FIELDS = 20_000;

interface Known {
  paths: Map<string, Promise<Range | null>>;
  symbols: Promise<SymbolEntry[]> | null;
}

/** What has been found stays known as long as the view is shown. */
const known = new WeakMap<View, Known>();

function of(view: View): Known {
  let found = known.get(view);
  if (!found) {
    found = { paths: new Map(), symbols: null };
    known.set(view, found);
  }
  return found;
}

/** The range of a path. */
export function rangeOfPath(client: Client, view: View, path: string): Promise<Range | null> {
  const { paths } = of(view);
  let found = paths.get(path);
  if (!found) {
    found = locatePath(client, view, path);
    found.catch(() => paths.delete(path));
    paths.set(path, found);
  }
  return found;
}

async function locatePath(client: Client, view: View, path: string): Promise<Range | null> {
  const { answer } = await client.ask('locate', { file: view.handle, path });
  const row = answer.chain?.at(-1);
  if (!row || row.path === path || row.children === 0) return row ?? null;
  // An element of an array is no row of its own, but some of the fields of the array.
  const { rows } = (await client.ask('children', { file: view.handle, node: row.id, from: 0, count: MOST_FIELDS })).answer;
  const own = rows.filter((field) => field.path.startsWith(`${path}.`));
  return own.length === 0 ? row : { start: own[0]!.start, end: own.at(-1)!.end };
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
    if (hit) {
      const { answer: shown } = await client.ask('lines', { file: view.handle, view: 'text', from: hit.line!, count: 1 });
      const place = shown.places[0];
      return place ? { start: place[0], end: place[1] } : null;
    }
  }
  return symbol.path === '' ? null : rangeOfPath(client, view, symbol.path);
}

/** Where a name of the interface is defined. */
export async function rangeOfName(client: Client, view: View, name: string): Promise<Range | null> {
  if (name === '') return null;
  const symbols = await symbolsOf(client, view);
  const symbol = symbols.find((one) => one.name === name);
  return symbol ? rangeOfSymbol(client, view, symbol) : null;
}
