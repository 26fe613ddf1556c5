// Gets the compiled WebAssembly module: from this document, if it was put into it, or from the file beside it.

import { bytesOfBase64 } from './decode';

export async function loadModule(): Promise<WebAssembly.Module> {
  const inside = document.getElementById('glassbox-wasm')?.textContent;
  if (inside) {
    const packed = new Blob([bytesOfBase64(inside.trim())]).stream().pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compile(await new Response(packed).arrayBuffer());
  }
  const response = await fetch(new URL('glassbox.wasm', document.baseURI));
  if (!response.ok) throw new Error(`glassbox.wasm: ${response.status}`);
  // Browsers keep the compiled code of modules that they compile as they come.
  if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Keeps the page for when there is no network. */
export function keepOffline(): void {
  const isAlone = document.getElementById('glassbox-wasm') !== null || document.querySelector('meta[name="glassbox-view"]') !== null;
  if (import.meta.env.PROD && !isAlone && 'serviceWorker' in navigator && location.protocol.startsWith('http')) {
    void navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => undefined);
  }
}
