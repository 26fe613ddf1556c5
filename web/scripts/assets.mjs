// Copies the WebAssembly module into public/, from where GLASSBOX_WASM says or where the build of the crate puts it.

import { copyFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const target = fileURLToPath(new URL('../public/glassbox.wasm', import.meta.url));
const built = fileURLToPath(new URL('../../target/wasm32-unknown-unknown/release/glassbox_web.wasm', import.meta.url));
const source = process.env.GLASSBOX_WASM ?? (existsSync(built) ? built : '');
if (source !== '') copyFileSync(source, target);
else if (!existsSync(target)) {
  console.error('There is no glassbox.wasm: set GLASSBOX_WASM to the file, or build crates/web.');
  process.exit(1);
}
