// Makes docs/pictures/page.png, the picture of the page in README.md, from the build in dist/.

import { chromium } from '@playwright/test';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const server = await preview({ root: `${root}web`, preview: { port: 4174, strictPort: true }, logLevel: 'error' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', chromiumSandbox: false,
  args: [
    '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
    '--disable-background-networking', '--disable-component-update', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
  ],
});
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' });
  page.setDefaultTimeout(60_000);
  await page.goto('http://localhost:4174/');
  await page.locator('html[data-ready="true"]').waitFor({ state: 'attached' });
  const name = 'textured.bpx';
  await page.evaluate(([file, data]) => window.glassbox.documents.add([
    { name: file, blob: new Blob([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))]) },
  ]), /** @type {const} */ ([name, readFileSync(`${root}corpus/bpxs/ref-program-vk10.bpx`).toString('base64')]));
  await page.locator('#panel-overview .verdict').waitFor();
  await page.locator('#tab-picture').click();
  await page.locator('#panel-picture .status', { hasText: '(' }).waitFor();
  await page.locator('#tab-symbols').click();
  await page.locator('#panel-symbols .virtual-row').nth(1).click();
  await page.locator('#panel-text .cm-selected-place').first().waitFor();
  await page.locator('#panel-fields .touched').first().waitFor();
  await page.locator('#panel-symbols .virtual-row.touched').first().waitFor();
  mkdirSync(`${root}docs/pictures`, { recursive: true });
  await page.screenshot({ path: process.argv[2] ?? `${root}docs/pictures/page.png` });
} finally {
  await browser.close();
  await server.close();
}
