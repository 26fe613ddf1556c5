// The keys of the page, in one list that the help shows too.

import { isTyping } from './dom';
import { strings } from './strings';

export interface Key {
  keys: string;
  does: string;
  /** Missing for keys that panes handle themselves. */
  run?: () => void;
}

export interface Actions {
  pick(): void;
  pickFolder(): void;
  search(): void;
  help(): void;
  save(): void;
  undo(): void;
  close(): void;
  back(): void;
  forward(): void;
  cycle(step: number): void;
  switchFile(step: number): void;
  open(pane: string): void;
}

const PANES = ['overview', 'fields', 'bytes', 'text', 'code', 'interface', 'symbols', 'findings', 'picture'] as const;

export function keysOf(actions: Actions): Key[] {
  return [
    { keys: 'O', does: strings.keys.open, run: actions.pick },
    { keys: 'Shift+O', does: strings.keys.openFolder, run: actions.pickFolder },
    { keys: '/', does: strings.keys.search, run: actions.search },
    { keys: '?', does: strings.keys.help, run: actions.help },
    { keys: 'Ctrl+S', does: strings.keys.save, run: actions.save },
    { keys: 'U', does: strings.keys.undo, run: actions.undo },
    { keys: 'W', does: strings.keys.close, run: actions.close },
    { keys: '[', does: strings.keys.back, run: actions.back },
    { keys: ']', does: strings.keys.forward, run: actions.forward },
    { keys: 'F6', does: strings.keys.nextPane, run: () => actions.cycle(1) },
    { keys: 'Shift+F6', does: strings.keys.previousPane, run: () => actions.cycle(-1) },
    { keys: 'Ctrl+PageDown', does: strings.keys.nextFile, run: () => actions.switchFile(1) },
    { keys: 'Ctrl+PageUp', does: strings.keys.previousFile, run: () => actions.switchFile(-1) },
    ...PANES.map((pane, index) => ({ keys: `Alt+${index + 1}`, does: strings.keys.pane(strings.panes[pane]), run: () => actions.open(pane) })),
    { keys: 'Ctrl+Enter', does: strings.keys.apply },
    { keys: 'F2', does: strings.keys.edit },
    { keys: '← → ↑ ↓', does: strings.keys.move },
    { keys: 'Shift+arrows', does: strings.keys.extend },
    { keys: 'Alt+Shift+arrows', does: strings.keys.movePane },
    { keys: 'Escape', does: strings.keys.leave },
  ];
}

/** The name of what is pressed, as the list has it. */
function nameOf(event: KeyboardEvent): string {
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push('Ctrl');
  if (event.altKey) parts.push('Alt');
  const isSign = event.key.length === 1 && !/[a-z]/i.test(event.key);
  if (event.shiftKey && !isSign) parts.push('Shift');
  parts.push(event.altKey && /^Digit\d$/.test(event.code) ? event.code.slice(5) : event.key.length === 1 ? event.key.toUpperCase() : event.key);
  return parts.join('+');
}

/** Listens for the keys; single letters are left to fields that take text. */
export function listenForKeys(keys: Key[]): void {
  const byName = new Map(keys.map((key) => [key.keys, key]));
  document.addEventListener('keydown', (event) => {
    const name = nameOf(event);
    const key = byName.get(name);
    if (event.key === 'Escape' && isTyping(event)) {
      // Leaves an editor, from which Tab goes on.
      (event.target as HTMLElement).closest<HTMLElement>('[role="tabpanel"]')?.parentElement?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
      return;
    }
    if (!key?.run || event.defaultPrevented) return;
    if (isTyping(event) && !/^(Ctrl|Alt|F6|Shift\+F6)/.test(name)) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    key.run();
  });
}
