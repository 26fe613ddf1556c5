// Writes the service worker with the list of files of the build, so that the page starts without a network.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @returns {import('vite').Plugin} */
export function offline() {
  let folder = 'dist';
  return {
    name: 'offline',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const files = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name))).filter((name) => !/^(sw\.js|page\.html)$/.test(name)).sort();
      const hash = createHash('sha256');
      for (const name of files) hash.update(name).update(readFileSync(join(folder, name)));
      const worker = readFileSync(new URL('./sw.template.js', import.meta.url), 'utf8')
        .replace('VERSION', JSON.stringify(hash.digest('hex').slice(0, 16)))
        .replace('FILES', JSON.stringify(['./', ...files]));
      writeFileSync(join(folder, 'sw.js'), worker);
    },
  };
}
