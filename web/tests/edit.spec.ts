// Fields and texts are edited, sources compiled; mistakes are shown where they are.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GLASSBOX, run } from './command';
import { drop, expect, openPage, pane, repository, save, test } from './page';

/** Digest of ref-program-vk10.bpx with another target, and the checksum that follows from it. */
const EDITED = '2829c12d7d9c3af44997e3018f7640492c48f1a829830f2a7fd9ac2ef0b158d7';

test.beforeEach(async ({ page }) => {
  await openPage(page);
});

test('a field is edited, saved and undone', async ({ page }) => {
  const file = repository('examples/effect.sksl.bin');
  await drop(page, file);
  await page.locator('#panel-fields [role="treeitem"]', { hasText: 'version' }).first().click();
  await page.keyboard.press('F2');
  await page.locator('#panel-fields input.edit').fill('7');
  await page.keyboard.press('Enter');
  await expect(page.locator('.log')).toContainText('version is now 7');
  await expect(page.locator('#panel-text .cm-content')).toContainText('version u16 = 7');
  const saved = await save(page);
  expect(saved[0]).toBe(7);
  expect(saved.subarray(1)).toEqual(file.bytes.subarray(1));
  await page.locator('.toolbar button', { hasText: 'Undo edit' }).click();
  await expect(page.locator('#panel-text .cm-content')).toContainText('version u16 = 8');
});

test('an edited field is saved as the command assembles the edited text form', async ({ page }) => {
  const path = 'corpus/bpxs/ref-program-vk10.bpx';
  await drop(page, repository(path));
  await page.locator('#panel-bytes .cells [data-at="38"]').click();
  const target = page.locator('#panel-fields [role="treeitem"]', { hasText: 'target' }).first();
  await target.click();
  await page.keyboard.press('F2');
  await page.locator('#panel-fields input.edit').fill('13');
  await page.keyboard.press('Enter');
  await expect(page.locator('.log')).toContainText('is now 13');
  const saved = Buffer.from(await save(page));
  expect(createHash('sha256').update(saved).digest('hex')).toBe(EDITED);
  if (GLASSBOX === '') return;
  const { output } = await run(['print', path]);
  const edited = output.toString().replace(/(target +u8 = )\d+/, '$113');
  expect(edited).not.toBe(output.toString());
  expect((await run(['parse', '-'], Buffer.from(edited))).output.equals(saved)).toBe(true);
});

test('the text form is edited, with its mistakes in place', async ({ page }) => {
  await drop(page, repository('examples/effect.sksl.bin'));
  const text = page.locator('#panel-text');
  const line = text.locator('.cm-line', { hasText: 'version u16' });
  await line.click();
  await page.keyboard.press('End');
  await page.keyboard.type('x');
  await expect(text.locator('.cm-lintRange-error')).toBeVisible();
  await expect(text.locator('button', { hasText: 'Apply' })).toBeDisabled();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('9');
  await expect(text.locator('.cm-lintRange-error')).toHaveCount(0);
  await text.locator('button', { hasText: 'Apply' }).click();
  await expect(page.locator('.log')).toContainText('assembled');
  expect((await save(page))[0]).toBe(9);
});

test('a source shows its mistake as it is typed, and the binary when it is right again', async ({ page }) => {
  await drop(page, repository('examples/sksl/plasma.rts'));
  const source = page.locator('#panel-source');
  await expect(source.locator('[role="status"]')).toContainText('SkSL');
  await expect(page.locator('#panel-fields [role="treeitem"]', { hasText: 'version' }).first()).toBeVisible();
  await source.locator('.cm-line', { hasText: 'uniform float time;' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' wrong');
  await expect(source.locator('.cm-lintRange-error').first()).toBeVisible();
  await expect(source.locator('.finding-list .error').first()).toBeVisible();
  for (let count = 0; count < 6; count++) await page.keyboard.press('Backspace');
  await expect(source.locator('.finding-list .error')).toHaveCount(0);
  await expect(source.locator('[role="status"]')).toContainText('bytes');
  const code = await pane(page, 'code');
  await code.locator('select').first().selectOption('to:glsl');
  await expect(code.locator('.cm-content')).toContainText('void main');
  // What is saved is the binary that the panes show.
  const waiting = page.waitForEvent('download');
  await source.locator('button', { hasText: 'Save binary' }).click();
  const saved = readFileSync(await (await waiting).path());
  if (GLASSBOX !== '') expect((await run(['compile', 'examples/sksl/plasma.rts', '-o', '-'])).output.equals(saved)).toBe(true);
});

for (const [path, title] of [['examples/vsl/tinted.vsl', 'VBC'], ['examples/pica/light.v.pica', 'SHBIN'], ['examples/build/post.wgsl', 'SPIR-V']] as const) {
  test(`${path} is compiled`, async ({ page }) => {
    await drop(page, repository(path));
    await expect(page.locator('#panel-source [role="status"]')).toContainText(title, { ignoreCase: true });
    await expect(page.locator('#panel-bytes .cells').first()).not.toContainText('··');
  });
}

test('a repair is applied', async ({ page }) => {
  await drop(page, repository('corpus/bpxs/bad-crc-checksum.bpx'));
  const findings = await pane(page, 'findings');
  const repair = findings.locator('button', { hasText: /^Repair:/ }).first();
  await repair.click();
  await expect(page.locator('.log')).toContainText('Repaired');
  await expect(findings.locator('.finding', { hasText: 'BPX-SEC-03' })).toHaveCount(0);
});
