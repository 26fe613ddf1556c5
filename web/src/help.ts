// The help dialog: every key, and the version.

import { button, h, row, table } from './dom';
import type { Key } from './keyboard';
import { strings } from './strings';

export function helpDialog(keys: Key[], version: string): HTMLDialogElement {
  const dialog = h('dialog', { 'aria-labelledby': 'help-title' });
  dialog.append(
    h('h2', { id: 'help-title' }, strings.help.title), h('p', {}, strings.help.intro),
    h('div', { class: 'help-keys', tabindex: '0', role: 'region', 'aria-label': strings.help.keys },
      table(strings.help.keys, [strings.help.keys, strings.help.does], keys.map((key) => row(h('kbd', {}, key.keys), key.does)))),
    h('p', { class: 'dim' }, strings.help.version(version)), button(strings.help.close, () => dialog.close(), { autofocus: true }));
  return dialog;
}
