// Whatever is selected selects the same bytes everywhere.

import { drop, expect, openPage, pane, repository, selectedBytes, test } from './page';

test.beforeEach(async ({ page }) => {
  await openPage(page);
});

test('a field selects its bytes and its line', async ({ page }) => {
  await drop(page, repository('examples/effect.sksl.bin'));
  await page.locator('#panel-fields [role="treeitem"]', { hasText: 'stringLength' }).click();
  await expect.poll(() => selectedBytes(page)).toEqual([2, 2]);
  await expect(page.locator('#panel-text .cm-selected-place')).toContainText('stringLength');
});

test('a byte selects its field and its line', async ({ page }) => {
  await drop(page, repository('examples/effect.sksl.bin'));
  await page.locator('#panel-bytes .cells [data-at="12"]').click();
  await expect.poll(() => selectedBytes(page)).toEqual([9, 5]);
  await expect(page.locator('#panel-fields [role="treeitem"].touched', { hasText: '"float"' })).toBeVisible();
  await expect(page.locator('#panel-text .cm-selected-place')).toContainText('"float"');
});

test('a line of the text form selects its bytes and its field', async ({ page }) => {
  await drop(page, repository('examples/effect.sksl.bin'));
  await page.locator('#panel-text .cm-line', { hasText: 'stringLength' }).click();
  await expect.poll(() => selectedBytes(page)).toEqual([2, 2]);
  await expect(page.locator('#panel-fields [role="treeitem"].touched', { hasText: 'stringLength' })).toBeVisible();
});

test('a line of a translation selects the instruction, and the other way round', async ({ page }) => {
  await drop(page, repository('examples/fragment.spv'));
  const code = await pane(page, 'code');
  await code.locator('select').first().selectOption('to:wgsl');
  await code.locator('.cm-line', { hasText: 'return' }).click();
  const [start, count] = await selectedBytes(page);
  expect(start).toBeGreaterThanOrEqual(20);
  expect(count % 4).toBe(0);
  await expect(page.locator('#panel-text .cm-selected-place').first()).toContainText('Op');
  await page.locator('#panel-text .cm-line', { hasText: 'OpStore' }).click();
  await expect(code.locator('.cm-selected-place').first()).toContainText('return');
});

test('a name of the interface selects where it is declared', async ({ page }) => {
  await drop(page, repository('examples/fragment.spv'));
  const shown = await pane(page, 'interface');
  await shown.locator('td button', { hasText: 'color' }).click();
  await expect(page.locator('#panel-text .cm-selected-place').first()).toContainText('OpVariable');
  await expect(shown.locator('tr.touched')).toContainText('color');
});

test('a string and a hit of the search select their bytes', async ({ page }) => {
  await drop(page, repository('examples/effect.sksl.bin'));
  const strings = await pane(page, 'strings');
  await strings.locator('.virtual-row', { hasText: '"tint"' }).first().click();
  await expect.poll(() => selectedBytes(page)).toEqual([0x24, 4]);
  const search = await pane(page, 'search');
  await search.locator('input[type="search"]').fill('pick');
  await search.locator('.virtual-row', { hasText: '"pick"' }).first().click();
  await expect.poll(() => selectedBytes(page)).toEqual([0x2b, 4]);
});

test('selections are gone back and forward through', async ({ page }) => {
  await drop(page, repository('examples/effect.sksl.bin'));
  await page.locator('#panel-bytes .cells [data-at="0"]').click();
  await page.locator('#panel-bytes .cells [data-at="12"]').click();
  await page.keyboard.press('[');
  await expect.poll(() => selectedBytes(page)).toEqual([0, 2]);
  await page.keyboard.press(']');
  await expect.poll(() => selectedBytes(page)).toEqual([9, 5]);
});

test('a link brings back files, selection and view', async ({ page, context }) => {
  await drop(page, repository('examples/fragment.spv'));
  const code = await pane(page, 'code');
  await code.locator('select').first().selectOption('to:hlsl');
  await page.locator('#panel-text .cm-line', { hasText: 'OpStore' }).click();
  const selected = await selectedBytes(page);
  await expect.poll(() => page.url()).toContain('#s=');
  await page.waitForTimeout(1200);
  const other = await context.newPage();
  await openPage(other, page.url());
  await expect(other.locator('#panel-overview h2, #panel-code .cm-content').first()).toBeVisible();
  await expect(other.locator('#panel-code .cm-content')).toContainText('SV_Target');
  await expect.poll(() => selectedBytes(other)).toEqual(selected);
});
