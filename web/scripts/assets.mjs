// Copies the WebAssembly module into public/, from where GLASSBOX_WASM says or .ci/page puts it.

import { copyFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const target = fileURLToPath(new URL('../public/glassbox.wasm', import.meta.url));
const built = fileURLToPath(new URL('../../target/page/glassbox.wasm', import.meta.url));
const source = process.env.GLASSBOX_WASM ?? (existsSync(built) ? built : '');
if (source !== '') copyFileSync(source, target);
else if (!existsSync(target)) {
  console.error('There is no glassbox.wasm: .ci/page makes it, or GLASSBOX_WASM names it.');
  process.exit(1);
}
