// The head of the page: what opens files, the files in tabs, tools, messages.

import type { Client } from './client';
import { button, h } from './dom';
import type { Documents, Document } from './files';
import { openFiles, pick, sampleFile, sampleNames } from './open';
import { strings } from './strings';
import { applyTheme, currentTheme, nextTheme } from './theme';

const MOST_TABS = 40;
const MOST_MESSAGES = 50;

export interface Tools {
  help(): void;
  save(): void;
  undo(): void;
  copyLink(): void;
  paste(): void;
  resetLayout(): void;
}

export class Header {
  readonly element: HTMLElement;
  private readonly tabs = h('div', { class: 'file-tabs', role: 'tablist', 'aria-label': strings.toolbar.files });
  private readonly log = h('div', { class: 'log', role: 'log', 'aria-label': strings.toolbar.log, tabindex: '0' });
  private readonly saveButton: HTMLButtonElement;
  private readonly undoButton: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;

  constructor(private readonly documents: Documents, client: Client, tools: Tools) {
    this.saveButton = button(strings.toolbar.save, tools.save);
    this.undoButton = button(strings.toolbar.undo, tools.undo);
    this.stop = button(strings.toolbar.stop, () => client.interrupt(), { class: 'stop', hidden: true });
    const theme = button(strings.toolbar.theme[currentTheme()], () => {
      const next = nextTheme();
      applyTheme(next);
      theme.textContent = strings.toolbar.theme[next];
    });
    this.element = h('header', {},
      h('div', { class: 'toolbar', role: 'toolbar', 'aria-label': strings.toolbar.label },
        h('h1', {}, strings.title),
        button(strings.open.files, () => pick(documents, false)), button(strings.open.folder, () => pick(documents, true)),
        button(strings.open.paste, tools.paste), this.samples(), this.saveButton, this.undoButton,
        button(strings.toolbar.link, tools.copyLink), h('span', { class: 'grow' }), this.stop,
        button(strings.toolbar.resetLayout, tools.resetLayout), theme, button(strings.toolbar.help, tools.help)),
      this.tabs, this.log);
    documents.addEventListener('list', () => this.render());
    documents.addEventListener('active', () => this.render());
    documents.addEventListener('source', () => this.render());
    this.watch(client);
    this.render();
  }

  /** Adds a message to the log. */
  say(message: string): void {
    this.log.append(h('div', {}, message));
    while (this.log.childElementCount > MOST_MESSAGES) this.log.firstElementChild!.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** A menu of samples. */
  private samples(): HTMLElement {
    const items = sampleNames.map(({ name, title }) => button(title, () => {
      menu.hidePopover();
      const file = sampleFile(name);
      if (file) void this.documents.add([file]);
    }, { role: 'menuitem', tabindex: '-1' }));
    const menu = h('div', { class: 'menu', role: 'menu', popover: 'auto', 'aria-label': strings.open.samples }, ...items);
    const opener = button(strings.open.samples, () => menu.togglePopover(), { class: 'samples', 'aria-haspopup': 'menu', 'aria-expanded': 'false' });
    menu.addEventListener('toggle', () => {
      const isOpen = menu.matches(':popover-open');
      opener.setAttribute('aria-expanded', String(isOpen));
      if (!isOpen) return;
      const box = opener.getBoundingClientRect();
      menu.style.left = `${box.left}px`;
      menu.style.top = `${box.bottom}px`;
      items[0]?.focus();
    });
    menu.addEventListener('keydown', (event) => {
      const at = items.indexOf(document.activeElement as HTMLButtonElement);
      const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      items[(next + items.length) % items.length]?.focus();
    });
    return h('span', {}, opener, menu);
  }

  /** Shows the button that stops the library when it has worked for a while. */
  private watch(client: Client): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    client.addEventListener('busy', () => {
      clearTimeout(timer);
      timer = setTimeout(() => (this.stop.hidden = false), 1500);
    });
    client.addEventListener('idle', () => {
      clearTimeout(timer);
      this.stop.hidden = true;
    });
    client.addEventListener('stopped', (event) => this.say((event as CustomEvent<string>).detail));
  }

  private render(): void {
    const { documents } = this;
    const { active } = documents;
    this.saveButton.disabled = !active;
    this.undoButton.disabled = !active || active.history.length === 0;
    const at = active ? documents.all.indexOf(active) : 0;
    const first = Math.max(0, Math.min(at - MOST_TABS / 2, documents.all.length - MOST_TABS));
    this.tabs.replaceChildren(...documents.all.slice(first, first + MOST_TABS).map((document) => this.tab(document)));
    this.tabs.hidden = documents.all.length === 0;
  }

  private tab(one: Document): HTMLElement {
    const isActive = one === this.documents.active;
    const tab = h('button', {
      type: 'button', role: 'tab', 'aria-selected': String(isActive), tabindex: isActive ? '0' : '-1', title: one.name, class: one.error ? 'failed' : '',
      onclick: () => void this.documents.show(one),
    }, one.name.split('/').at(-1)!, one.modified ? h('span', { class: 'modified', 'aria-label': strings.toolbar.modified }, ' •') : null);
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const { all } = this.documents;
      if (event.key === 'Delete') this.documents.close(one);
      else if (step !== undefined) void this.documents.show(all[(all.indexOf(one) + step + all.length) % all.length]!);
      else return;
      event.preventDefault();
      this.tabs.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    });
    tab.addEventListener('auxclick', (event) => event.button === 1 && this.documents.close(one));
    const close = button('×', () => this.documents.close(one), { class: 'close', tabindex: '-1', 'aria-hidden': 'true', title: strings.toolbar.close(one.name) });
    return h('span', { class: isActive ? 'file-tab active' : 'file-tab', role: 'presentation' }, tab, close);
  }
}

/** What is shown while no file is open. */
export function welcome(documents: Documents): HTMLElement {
  const samples = sampleNames.map(({ name, title }) => button(title, () => {
    const file = sampleFile(name);
    if (file) void openFiles(documents, [file]).then(() => undefined);
  }));
  return h('div', { class: 'welcome' }, h('h2', {}, strings.open.welcome), h('p', {}, strings.open.explain),
    h('div', { class: 'bar wrap' }, button(strings.open.files, () => pick(documents, false), { class: 'primary' }), ...samples));
}
