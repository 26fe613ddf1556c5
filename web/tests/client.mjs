// The WebAssembly module in Node, for tests and scripts: `const library = await load(path)`, then `library.ask(request, bytes)`.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Library } from '../src/module.mjs';

/** @param {string} [path] of the module; that of the page by default */
export async function load(path = fileURLToPath(new URL('../public/glassbox.wasm', import.meta.url))) {
  return Library.start(await WebAssembly.compile(readFileSync(path)));
}
