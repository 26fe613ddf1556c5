// Makes dist/page.html: the whole page with styles, scripts and the WebAssembly module in one file.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const read = (/** @type {string} */ name) => readFileSync(dist + name, 'utf8');

const wasm = gzipSync(readFileSync(`${dist}glassbox.wasm`), { level: 9 }).toString('base64');
let script = '';
const page = read('index.html')
  .replace(/\s*<link rel="(manifest|modulepreload)"[^>]*>/g, '')
  .replace(/<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/g, (_, name) => `<style>${read(name)}</style>`)
  .replace(/\s*<script type="module"[^>]*src="\.\/([^"]+)"[^>]*><\/script>/g, (_, name) => {
    script += read(name);
    return '';
  })
  .replace('</body>', () => `<script type="text/plain" id="glassbox-wasm">${wasm}</script>\n`
    + `<script type="module">${script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')}</script>\n</body>`);
writeFileSync(`${dist}page.html`, page);
console.log(`dist/page.html ${(page.length / 1e6).toFixed(1)} MB`);
