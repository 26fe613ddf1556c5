// Files come in by drop, paste, archive and sample; every pane shows them; nothing is asked of the network.

import { expect, test } from '@playwright/test';
import { zipSync } from 'fflate';
import { drop, openPage, pane, repository } from './page';

const FORMATS: [string, RegExp][] = [
  ['examples/fragment.spv', /SPIR-V/], ['examples/effect.sksl.bin', /SkSL/], ['examples/lit.vbc', /VBC/], ['examples/pair.shbin', /SHBIN/i],
  ['examples/packed.bpx', /BPX/], ['examples/library.dxil', /DXIL/],
];

for (const [path, title] of FORMATS) {
  test(`every pane shows ${path}, without a request`, async ({ page }) => {
    await openPage(page);
    const requests: string[] = [];
    page.on('request', (request) => /^http/.test(request.url()) && requests.push(request.url()));
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
    expect(requests).toEqual([]);
  });
}

test('hexadecimal, arrays and base64 are pasted', async ({ page }) => {
  await openPage(page);
  const { bytes } = repository('examples/fragment.spv');
  const texts = [
    Buffer.from(bytes).toString('hex'), `uint8_t code[] = {${[...bytes].join(', ')}};`, Buffer.from(bytes).toString('base64'),
  ];
  for (const [index, text] of texts.entries()) {
    await page.evaluate((value) => {
      const data = new DataTransfer();
      data.setData('text/plain', value);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }, text);
    await expect(page.locator('.file-tab')).toHaveCount(index + 1);
    await expect(page.locator('#panel-overview h2')).toHaveText(/SPIR-V/);
    await expect(page.locator('#panel-overview')).toContainText('304 bytes');
  }
});

test('an archive opens to its files', async ({ page }) => {
  await openPage(page);
  const archive = zipSync({ 'a/fragment.spv': repository('examples/fragment.spv').bytes, 'b/lit.vbc': repository('examples/lit.vbc').bytes });
  await page.evaluate(() => undefined);
  const name = 'shaders.zip';
  const transfer = await page.evaluateHandle((data) => {
    const all = new DataTransfer();
    all.items.add(new File([Uint8Array.from(data)], 'shaders.zip'));
    return all;
  }, [...archive]);
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(page.locator('.file-tab')).toHaveCount(2);
  await expect(page.locator('.file-tabs')).not.toContainText(name);
  await expect(page.locator('#panel-overview h2')).toHaveText(/SPIR-V/);
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
  await page.locator('select.samples').selectOption({ label: 'Package (BPX)' });
  await expect(page.locator('#panel-overview h2')).toHaveText(/BPX/);
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
