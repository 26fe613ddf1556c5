// The WebAssembly module in Node, for tests and scripts: `const library = await load(path)`, then `library.ask(request, bytes)`.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Library } from '../src/module.mjs';

/** @param {string} [path] of the module; that of the page by default */
export function compile(path = fileURLToPath(new URL('../public/glassbox.wasm', import.meta.url))) {
  return WebAssembly.compile(readFileSync(path));
}

/** @param {string} [path] of the module */
export async function load(path) {
  return Library.start(await compile(path));
}
