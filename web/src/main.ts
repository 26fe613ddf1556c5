// Starts the page: makes its parts and connects them.

import './base.css';
import './layout.css';
import './panes.css';
import { Client } from './client';
import { Compiler } from './compiler';
import { Docking } from './docking';
import { debounce, download } from './dom';
import { Documents, type Document } from './files';
import { Header, welcome } from './header';
import { helpDialog } from './help';
import { keysOf, listenForKeys } from './keyboard';
import { filesInside, listen, openFiles, openPasted, openServed, pick } from './open';
import { BytesPane } from './panes/bytes';
import { CodePane } from './panes/code';
import { DiffPane } from './panes/diff';
import { FieldsPane } from './panes/fields';
import { FilesPane } from './panes/filelist';
import { FindingsPane } from './panes/findings';
import { InterfacePane } from './panes/interface';
import { OverviewPane } from './panes/overview';
import type { Context, Pane } from './panes/pane';
import { PicturePane } from './panes/picture';
import { SearchPane } from './panes/search';
import { SourcePane } from './panes/source';
import { StringsPane } from './panes/strings';
import { SymbolsPane } from './panes/symbols';
import { TextPane } from './panes/text';
import { SelectionStore } from './selection';
import { keepOffline, loadModule } from './start';
import { readState, writeState } from './state';
import { strings } from './strings';
import { applyTheme, currentTheme } from './theme';

const SHOWN_IN_URL = ['picture', 'code', 'interface', 'source'];

async function start(): Promise<void> {
  applyTheme(currentTheme());
  const inside = filesInside();
  const client = new Client(await loadModule());
  const documents = new Documents(client);
  const selection = new SelectionStore();
  const compiler = new Compiler(client, documents);
  const context: Context = {
    client, documents, selection,
    open: (pane) => docking.open(pane),
    say: (message) => header.say(message),
  };
  const code = new CodePane(context);
  const source = new SourcePane(context, compiler);
  const panes: Pane[] = [
    new FieldsPane(context), new FilesPane(context), new FindingsPane(context), new StringsPane(context), new SymbolsPane(context),
    new SearchPane(context), new DiffPane(context), new BytesPane(context), new TextPane(context), source,
    new OverviewPane(context), code, new InterfacePane(context), new PicturePane(context),
  ];
  const docking = new Docking(new Map(panes.map((pane) => [pane.id, pane])));

  const link = () => writeState(documents, selection, code.showing, SHOWN_IN_URL.filter((pane) => docking.isOpen(pane)));
  const header = new Header(documents, client, {
    help: () => help.showModal(),
    save: () => save(documents.active),
    undo: () => documents.active && void documents.undo(documents.active).then(() => header.say(strings.toolbar.undone)),
    copyLink: () => void copyLink(link, header),
    paste: () => void navigator.clipboard.readText().then((text) => openPasted(documents, text), () => header.say(strings.open.pasteHint)),
    resetLayout: () => docking.reset(),
  });
  const keys = keysOf({
    pick: () => pick(documents, false),
    pickFolder: () => pick(documents, true),
    search: () => docking.open('search'),
    help: () => help.showModal(),
    save: () => save(documents.active),
    undo: () => documents.active && void documents.undo(documents.active),
    close: () => documents.active && documents.close(documents.active),
    back: () => selection.back(),
    forward: () => selection.forward(),
    cycle: (step) => docking.cycle(step),
    switchFile: (step) => {
      const { all, active } = documents;
      const next = active ? all[(all.indexOf(active) + step + all.length) % all.length] : undefined;
      if (next) void documents.show(next);
    },
    open: (pane) => docking.open(pane),
  });
  const { version } = (await client.ask('about', {})).answer;
  const help = helpDialog(keys, version);
  const empty = welcome(documents);
  document.body.replaceChildren(header.element, empty, docking.element, help);
  listenForKeys(keys);
  listen(documents, document.body);

  const refresh = () => {
    empty.hidden = documents.all.length > 0;
    docking.element.hidden = documents.all.length === 0;
    for (const pane of panes) pane.invalidate();
  };
  documents.addEventListener('active', () => {
    refresh();
    const active = documents.active;
    if (active) document.title = `${active.name} – ${strings.title}`;
  });
  documents.addEventListener('view', (event) => {
    const changed = (event as CustomEvent<Document>).detail;
    if (changed !== documents.active) return;
    refresh();
    if (changed.source !== null && changed.view?.handle === changed.handle) docking.open('source', false);
  });
  selection.subscribe((selected) => panes.forEach((pane) => pane.selectionChanged(selected)));

  const remember = debounce(600, () => void link().then((fragment) => {
    if (fragment !== null) history.replaceState(null, '', fragment === '' ? location.pathname + location.search : fragment);
  }));
  for (const type of ['list', 'active', 'view', 'source']) documents.addEventListener(type, remember);
  selection.subscribe(remember);

  // For the console of the browser, and for tests.
  Object.assign(window, { glassbox: { client, documents } });
  refresh();
  await compiler.start();
  // A fragment has files as they were when it was written, so it comes last.
  if (inside.length > 0) await openFiles(documents, inside);
  else if (!(await openServed(documents))) {
    const stored = await readState(location.hash);
    if (stored) await restore(stored, documents, selection, code, docking);
  }
  keepOffline();
  document.documentElement.dataset['ready'] = 'true';
}

/** Opens what the fragment of the URL holds. */
async function restore(
  stored: NonNullable<Awaited<ReturnType<typeof readState>>>, documents: Documents, selection: SelectionStore, code: CodePane, docking: Docking,
): Promise<void> {
  if (stored.state.code) code.show(stored.state.code);
  await documents.add(stored.files);
  for (const pane of stored.state.open ?? []) if (SHOWN_IN_URL.includes(pane)) docking.open(pane, false);
  const handle = documents.active?.view?.handle;
  const range = stored.state.selection;
  if (handle !== undefined && range) selection.set({ file: handle, start: range[0], end: range[1], origin: 'url' });
}

/** Saves the bytes of a document; of a source that was compiled, its text is what the document has. */
function save(document: Document | null): void {
  if (document) void document.blob.arrayBuffer().then((bytes) => download(document.name, bytes));
}

async function copyLink(link: () => Promise<string | null>, header: Header): Promise<void> {
  const fragment = await link();
  if (fragment === null) {
    header.say(strings.toolbar.linkTooLarge);
    return;
  }
  await navigator.clipboard.writeText(location.origin + location.pathname + fragment);
  header.say(strings.toolbar.linkCopied);
}

start().catch((error: unknown) => {
  document.body.textContent = String(error);
  throw error;
});
