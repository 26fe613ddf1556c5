// Whatever is selected selects the same bytes everywhere.

import type { Page } from '@playwright/test';
import { drop, expect, openPage, pane, repository, selectedBytes, test } from './page';

test.beforeEach(async ({ page }) => {
  await openPage(page);
});

/** A thing that a pane shows: the element that is clicked to select it, and the one that is marked when it is selected. */
interface Shown {
  pane: string;
  clicked: string;
  marked: string;
  text: string;
  /** Which of the elements with the text is clicked, if not the first: -1 is the last. */
  nth?: number;
}

/** Selects the same thing in each pane in turn, and expects it to be marked in all; another byte is selected before. */
async function expectLinked(page: Page, other: number, things: Shown[]): Promise<void> {
  for (const source of things) {
    await page.locator(`#panel-bytes .cells [data-at="${other}"]`).click();
    await expect.poll(async () => (await selectedBytes(page))[0]).toBe(other);
    const clicked = (await pane(page, source.pane)).locator(source.clicked, { hasText: source.text });
    await clicked.nth(source.nth ?? 0).click();
    for (const { pane: id, marked, text } of things) {
      const shown = await pane(page, id);
      await expect(shown.locator(marked).filter({ hasText: text }).first(), `${source.pane} selects in ${id}`).toBeVisible();
    }
  }
}

const finding = (text: string): Shown => ({ pane: 'findings', clicked: '.finding .what', marked: '.finding.touched', text });
const symbol = (text: string): Shown => ({ pane: 'symbols', clicked: '.virtual-row', marked: '.virtual-row.touched', text });
const binding = (text: string): Shown => ({ pane: 'interface', clicked: 'td button', marked: 'tr.touched', text });

test('field, byte, line, finding, binding and symbol of a package select each other', async ({ page }) => {
  await drop(page, repository('corpus/bpxs/warn-register-clash.bpx'));
  // Opens the tree there.
  const findings = await pane(page, 'findings');
  await findings.locator('.finding .what', { hasText: 'albedo' }).click();
  await expect(page.locator('#panel-fields .touched', { hasText: 'register' })).toBeVisible();
  await expectLinked(page, 160, [
    { pane: 'fields', clicked: '[role="treeitem"]', marked: '[role="treeitem"].touched', text: '[1].register' },
    { pane: 'bytes', clicked: '[data-at="183"]', marked: '.cells .selected[data-at="183"]', text: '01' },
    { pane: 'text', clicked: '.cm-line', marked: '.cm-selected-place', text: 'register ', nth: -1 },
    finding('albedo'), binding('albedo'), symbol('albedo'),
  ]);
});

test('a symbol in a packed section selects its own fields in the contents of the section', async ({ page }) => {
  await drop(page, repository('examples/packed.bpx'));
  const symbols = await pane(page, 'symbols');
  await symbols.locator('.virtual-row', { hasText: 'linear' }).click();
  await expect(page.locator('#panel-fields .touched', { hasText: '[1].name' })).toBeVisible();
  await expect(page.locator('#panel-fields .touched', { hasText: '[0].name' })).toHaveCount(0);
  await expect.poll(async () => (await selectedBytes(page))[1]).toBe(12);
});

test('byte, instruction, line of code, finding, binding and symbol of a module select each other', async ({ page }) => {
  const { bytes } = repository('examples/fragment.spv');
  const wrong = Uint8Array.from(bytes);
  // The storage class of the type of the pointer; that of the variable is another then.
  wrong[188] = 0;
  await drop(page, { name: 'wrong.spv', bytes: wrong });
  await expectLinked(page, 0, [
    { pane: 'bytes', clicked: '[data-at="208"]', marked: '.cells .selected[data-at="208"]', text: '03' },
    { pane: 'text', clicked: '.cm-line', marked: '.cm-selected-place', text: '= OpVariable' },
    { pane: 'code', clicked: '.cm-line', marked: '.cm-selected-place', text: '= OpVariable' },
    finding('storage class'), binding('color'), symbol('color'),
  ]);
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
  await expect.poll(() => selectedBytes(page)).toEqual([0, 2]);
  await page.locator('#panel-bytes .cells [data-at="12"]').click();
  await expect.poll(() => selectedBytes(page)).toEqual([9, 5]);
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
  await expect.poll(() => page.url()).toContain('#s=');
  // The URL follows the selection a little later.
  await expect(async () => {
    const other = await context.newPage();
    await openPage(other, page.url());
    await expect(other.locator('#panel-code .cm-content')).toContainText('SV_Target', { timeout: 10_000 });
    const selected = await selectedBytes(page);
    await expect.poll(() => selectedBytes(other), { timeout: 10_000 }).toEqual(selected);
    await other.close();
  }).toPass();
});
