// How the page is built: relative URLs, one script, samples inside, a service worker.

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { offline } from './scripts/offline.mjs';
import { samples } from './scripts/samples.mjs';

export default defineConfig({
  base: './',
  plugins: [samples(fileURLToPath(new URL('..', import.meta.url))), offline()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
