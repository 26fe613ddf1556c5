// The page as the command serves it, and as one file without a server.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { drop, openPage, pane, repository } from './page';

test('files of the command are opened, and again when they change', async ({ page }) => {
  const index = readFileSync(fileURLToPath(new URL('../dist/index.html', import.meta.url)), 'utf8');
  let isChanged = false;
  await page.route('**/view/', (route) => route.fulfill({
    contentType: 'text/html', body: index.replace('<head>', '<head><base href="/"><meta name="glassbox-view" content="1">'),
  }));
  await page.route('**/files.json', (route) => route.fulfill({ json: { files: [{ name: 'a.bin', url: 'file/0' }] } }));
  await page.route('**/file/0', (route) => route.fulfill({
    body: Buffer.from(repository(isChanged ? 'examples/lit.vbc' : 'examples/fragment.spv').bytes),
  }));
  await page.route('**/events', async (route) => {
    await expect(page.locator('#panel-overview h2')).toHaveText(/SPIR-V/);
    isChanged = true;
    await route.fulfill({ contentType: 'text/event-stream', body: 'data: a.bin\n\n' });
  });
  await openPage(page, './view/');
  await expect(page.locator('#panel-overview h2')).toHaveText(/VBC/);
});

test('the exported file works without a server', async ({ page }) => {
  await openPage(page, new URL('../dist/page.html', import.meta.url).href);
  await drop(page, repository('examples/sksl/plasma.rts'));
  await expect(page.locator('#panel-source [role="status"]')).toContainText('SkSL');
  await pane(page, 'picture');
  await expect(page.locator('#panel-picture canvas')).toBeVisible();
});
