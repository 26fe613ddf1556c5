// Gives the page the samples of samples.list as the module `virtual:samples`.

import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

const NAME = 'virtual:samples';

/**
 * @param {string} root of the repository
 * @returns {import('vite').Plugin}
 */
export function samples(root) {
  return {
    name: 'samples',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const list = readFileSync(resolve(root, 'web/samples.list'), 'utf8');
      const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      const all = lines.map((line) => {
        const [file = '', ...title] = line.split(/\s+/);
        return { name: basename(file), title: title.join(' '), data: readFileSync(resolve(root, file)).toString('base64') };
      });
      return `export default ${JSON.stringify(all)};`;
    },
  };
}
