// The page as the command serves it, and as one file without a server.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
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

test('a reload shows the files of the command as they are, and one that is gone stays as it was', async ({ page }) => {
  const whole = readFileSync(fileURLToPath(new URL('../dist/page.html', import.meta.url)), 'utf8');
  let path: string | null = 'examples/fragment.spv';
  let say: (body: string) => void = () => undefined;
  await page.route(/\/view\/(#.*)?$/, (route) => route.fulfill({
    contentType: 'text/html', body: whole.replace('<head>', '<head><meta name="glassbox-view" content="1">'),
  }));
  await page.route('**/files.json', (route) => route.fulfill({ json: { files: [{ name: 'a.bin', url: 'file/0' }] } }));
  await page.route('**/file/0', (route) => (path === null
    ? route.fulfill({ status: 404 })
    : route.fulfill({ body: Buffer.from(repository(path).bytes) })));
  await page.route('**/events', async (route) => {
    const body = await new Promise<string>((resolve) => (say = resolve));
    await route.fulfill({ contentType: 'text/event-stream', body });
  });
  await openPage(page, './view/');
  await expect(page.locator('#panel-overview h2')).toHaveText(/SPIR-V/);
  await expect(page).toHaveURL(/#s=/);
  path = 'examples/lit.vbc';
  await page.reload();
  await expect(page.locator('#panel-overview h2')).toHaveText(/VBC/);
  path = null;
  const asked = page.waitForResponse('**/file/0');
  say('data: a.bin\n\n');
  await asked;
  await expect(page.locator('#panel-overview h2')).toHaveText(/VBC/);
});

test('the exported file works without a server', async ({ page }) => {
  await openPage(page, new URL('../dist/page.html', import.meta.url).href);
  await drop(page, repository('examples/sksl/plasma.rts'));
  await expect(page.locator('#panel-source [role="status"]')).toContainText('SkSL');
  await pane(page, 'picture');
  await expect(page.locator('#panel-picture canvas')).toBeVisible();
});

test('files inside the exported file are opened', async ({ page }, testInfo) => {
  const whole = readFileSync(fileURLToPath(new URL('../dist/page.html', import.meta.url)), 'utf8');
  const names = ['<!--</script>.spv', 'lit.vbc'];
  const data = ['examples/fragment.spv', 'examples/lit.vbc'].map((path) => Buffer.from(repository(path).bytes).toString('base64'));
  const files = names.map((name, index) => ({ name, data: data[index] }));
  const element = `<script type="application/json" id="glassbox-files">${JSON.stringify(files).replaceAll('<', '\\u003c')}</script>`;
  const end = whole.lastIndexOf('</body>');
  const path = testInfo.outputPath('report.html');
  writeFileSync(path, whole.slice(0, end) + element + whole.slice(end));
  await openPage(page, pathToFileURL(path).href);
  await expect(page.locator('#panel-overview h2')).toHaveText(/SPIR-V/);
  await expect(page.locator('.file-tab')).toHaveCount(2);
  await expect(page.locator('.file-tab').first()).toContainText('script>.spv');
});
