// Files come in by drop, paste, pick, folder, archive and sample; every pane shows them; nothing is asked of the network.

import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { zipBomb } from './hostile';
import { drop, dropFor, expect, openPage, pane, paste, repository, test } from './page';

const FORMATS: [string, RegExp][] = [
  ['examples/fragment.spv', /SPIR-V/], ['examples/effect.sksl.bin', /SkSL/], ['examples/lit.vbc', /VBC/], ['examples/pair.shbin', /SHBIN/i],
  ['examples/packed.bpx', /BPX/], ['examples/library.dxil', /DXIL/],
];

for (const [path, title] of FORMATS) {
  test(`every pane shows ${path}`, async ({ page }) => {
    await openPage(page);
    await drop(page, repository(path));
    await expect(page.locator('#panel-overview h2')).toHaveText(title);
    await expect(page.locator('#panel-fields [role="treeitem"]').first()).toBeVisible();
    await expect(page.locator('#panel-bytes .cells').first()).not.toContainText('··');
    await expect(page.locator('#panel-text .cm-content')).toContainText('glassbox');
    for (const id of ['code', 'interface', 'symbols', 'findings', 'strings', 'search', 'diff', 'picture', 'files', 'source']) {
      const shown = await pane(page, id);
      await expect(shown).toBeVisible();
      await expect(shown).not.toBeEmpty();
    }
    await expect((await pane(page, 'code')).locator('.cm-content')).not.toBeEmpty();
    await expect(page.locator('.log')).not.toContainText(/stopped|too long/);
  });
}

/** A real drop of files or folders, from the outside of the browser. */
async function dropPaths(page: Page, ...paths: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, x: 600, y: 500, data });
}

/** A folder with a file, and one with a file in it. */
function folder(path: string): string {
  mkdirSync(`${path}/shaders/inner`, { recursive: true });
  writeFileSync(`${path}/shaders/fragment.spv`, repository('examples/fragment.spv').bytes);
  writeFileSync(`${path}/shaders/inner/lit.vbc`, repository('examples/lit.vbc').bytes);
  return `${path}/shaders`;
}

/** Expects the files of `folder`. */
async function expectFolder(page: Page): Promise<void> {
  await expect(page.locator('.file-tab')).toHaveCount(2);
  const files = await pane(page, 'files');
  await expect(files.locator('.virtual-row')).toContainText(['shaders/fragment.spv', 'shaders/inner/lit.vbc']);
  await files.locator('.virtual-row', { hasText: 'lit.vbc' }).click();
  await expect(page.locator('#panel-overview h2')).toHaveText(/VBC/);
}

test('files and folders are dropped from outside', async ({ page }, info) => {
  await openPage(page);
  await dropPaths(page, folder(info.outputPath()));
  await expectFolder(page);
  await dropPaths(page, `${info.outputPath()}/shaders/fragment.spv`);
  await expect(page.locator('.file-tab')).toHaveCount(3);
  await expect(page.locator('#panel-overview h2')).toHaveText(/SPIR-V/);
});

test('files and folders are picked', async ({ page }, info) => {
  await openPage(page);
  const path = folder(info.outputPath());
  let chooser = page.waitForEvent('filechooser');
  await page.locator('.toolbar button', { hasText: 'Folder…' }).click();
  await (await chooser).setFiles(path);
  await expectFolder(page);
  chooser = page.waitForEvent('filechooser');
  await page.locator('.toolbar button', { hasText: 'Open…' }).click();
  await (await chooser).setFiles([`${path}/inner/lit.vbc`, `${path}/fragment.spv`]);
  await expect(page.locator('.file-tab')).toHaveCount(4);
  await expect(page.locator('#panel-overview h2')).toHaveText(/VBC/);
});

test('hexadecimal, arrays and base64 are pasted', async ({ page }) => {
  await openPage(page);
  const { bytes } = repository('examples/fragment.spv');
  const words = [...new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))];
  const rows = Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => [...bytes.subarray(row * 16, row * 16 + 16)]);
  const pair = (byte: number) => byte.toString(16).padStart(2, '0');
  const texts = [
    Buffer.from(bytes).toString('hex'),
    `uint8_t code[] = {${[...bytes].join(', ')}};`,
    `const uint32_t code[] = {\n  // a module\n  ${words.map((word) => `0x${word.toString(16).padStart(8, '0')}`).join(', ')},\n};`,
    Buffer.from(bytes).toString('base64'),
    // As hexdump -C and xxd write it.
    rows.map((row, at) => `${(at * 16).toString(16).padStart(8, '0')}  ${row.map(pair).join(' ')}  |................|`).join('\n'),
    rows.map((row, at) => `${(at * 16).toString(16).padStart(8, '0')}: ${Buffer.from(row).toString('hex').replace(/.{4}/g, '$& ')}  ................`).join('\n'),
  ];
  for (const [index, text] of texts.entries()) {
    await paste(page, text);
    await expect(page.locator('.file-tab')).toHaveCount(index + 1);
    await expect(page.locator('#panel-overview h2')).toHaveText(/SPIR-V/);
    await expect(page.locator('#panel-overview')).toContainText('304 bytes');
  }
});

test('what the clipboard holds is pasted with keys and with the button', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await page.evaluate((text) => navigator.clipboard.writeText(text), Buffer.from(repository('examples/lit.vbc').bytes).toString('base64'));
  await page.keyboard.press('Control+v');
  await expect(page.locator('#panel-overview h2')).toHaveText(/VBC/);
  await page.locator('.toolbar button', { hasText: 'Paste' }).click();
  await expect(page.locator('.file-tab')).toHaveCount(2);
});

test('an archive opens to its files, and one that is a bomb does no harm', async ({ page }) => {
  await openPage(page);
  const archive = zipSync({ 'a/fragment.spv': repository('examples/fragment.spv').bytes, 'b/lit.vbc': repository('examples/lit.vbc').bytes });
  await dropFor(page, 'fragment.spv', { name: 'shaders.zip', bytes: archive });
  await expect(page.locator('.file-tab')).toHaveCount(2);
  await expect(page.locator('.file-tabs')).not.toContainText('shaders.zip');
  await expect(page.locator('#panel-overview h2')).toHaveText(/SPIR-V/);
  // The table of contents says that each file has almost 4 GiB.
  const bomb = zipBomb(3, 1 << 20);
  const data = new DataView(bomb.buffer, bomb.byteOffset);
  for (let at = 0; at + 28 < bomb.length; at++) if (data.getUint32(at, true) === 0x02014b50) data.setUint32(at + 24, 0xfffffff0, true);
  await dropFor(page, 'lit.vbc', { name: 'bomb.zip', bytes: bomb }, repository('examples/lit.vbc'));
  await expect(page.locator('#panel-overview h2')).toHaveText(/VBC/);
  await dropFor(page, 'zeros0.bin', { name: 'zeros.zip', bytes: zipBomb(3, 16 << 20) });
  await expect(page.locator('#panel-bytes .cells').first()).toContainText('00');
});

test('a carrier is opened to the files in it', async ({ page }) => {
  await openPage(page);
  const bytes = new Uint8Array(1000);
  bytes.set(repository('examples/fragment.spv').bytes, 400);
  await drop(page, { name: 'memory.dump', bytes });
  await expect(page.locator('#panel-fields')).toContainText(/spirv|spv/i);
});

test('samples open from the page itself', async ({ page, context }) => {
  await openPage(page);
  await context.setOffline(true);
  const samples = await page.locator('.menu button').allTextContents();
  expect(samples.length).toBeGreaterThan(10);
  for (const sample of samples) {
    await page.locator('button.samples').click();
    await page.locator('.menu button', { hasText: sample }).click();
    await expect(page.locator('#panel-overview .verdict')).toBeVisible();
  }
  await expect(page.locator('.file-tab')).toHaveCount(samples.length);
  await expect(page.locator('.file-tab .failed')).toHaveCount(0);
});

test('two files are compared', async ({ page }) => {
  await openPage(page);
  const first = repository('examples/fragment.spv');
  const changed = Uint8Array.from(first.bytes);
  changed[0xe2] = 0;
  await drop(page, first, { name: 'changed.spv', bytes: changed });
  await page.locator('.file-tab [role="tab"]', { hasText: 'changed.spv' }).click();
  const diff = await pane(page, 'diff');
  await expect(diff.locator('.message')).toContainText(/difference/);
  await diff.locator('.virtual-row').first().click();
  await expect(page.locator('#panel-bytes .cells .selected').first()).toBeVisible();
  await page.locator('#panel-bytes .cells [data-at="226"]').click();
  await expect(diff.locator('.virtual-row.touched')).toHaveCount(1);
});

test('a wrong file has findings with cause and cure', async ({ page }) => {
  await openPage(page);
  await drop(page, repository('corpus/bpxs/bad-crc-checksum.bpx'));
  const findings = await pane(page, 'findings');
  const finding = findings.locator('.finding').first();
  await expect(finding).toContainText('BPX-SEC-03');
  await finding.locator('summary').click();
  await expect(finding).toContainText('Cure');
  await finding.locator('.what').click();
  await expect(page.locator('#panel-bytes .cells .selected').first()).toBeVisible();
});
