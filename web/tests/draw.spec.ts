// Effects and fragment shaders are drawn, the same in each way there is.

import type { Page } from '@playwright/test';
import { drop, expect, openPage, pane, repository, test } from './page';

const WAYS = ['webgpu', 'webgl', 'library'] as const;

/** The value of a pixel in the status line, after the pointer went to it. */
async function pixelAt(page: Page, x: number, y: number): Promise<number[]> {
  const canvas = page.locator('#panel-picture canvas');
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + (x + 0.5) * box.width / 384, box.y + (y + 0.5) * box.height / 384);
  const status = page.locator('#panel-picture .status');
  await expect(status).toHaveText(/^\(\d+, \d+\) {2}-?\d/);
  return ((await status.textContent()) ?? '').replace(/^\([^)]*\)/, '').trim().split(/\s+/).map(Number);
}

async function drawWith(page: Page, way: (typeof WAYS)[number]): Promise<void> {
  await page.locator('#panel-picture .bar select').first().selectOption(way);
  await expect(page.locator('#panel-picture .way')).toHaveText(/drawn by/);
  await expect(page.locator('#panel-picture canvas')).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await openPage(page);
});

for (const way of WAYS) {
  test(`an effect is drawn with ${way}, and follows its uniform`, async ({ page }) => {
    await drop(page, repository('examples/sksl/sepia.rtcf'));
    await pane(page, 'picture');
    await drawWith(page, way);
    const strength = page.locator('#panel-picture input[type="number"]').first();
    await strength.fill('0');
    await page.waitForTimeout(400);
    const plain = await pixelAt(page, 250, 190);
    await strength.fill('1');
    await expect.poll(async () => (await pixelAt(page, 251, 190))[2]!).toBeLessThan(plain[2]! - 0.02);
    const brown = await pixelAt(page, 250, 190);
    expect(brown[0]! / brown[2]!).toBeGreaterThan(1.5);
  });
}

test('an effect with time moves, and stops', async ({ page }) => {
  await drop(page, repository('examples/sksl/plasma.rts'));
  await pane(page, 'picture');
  const first = await pixelAt(page, 100, 100);
  await expect.poll(() => pixelAt(page, 100, 100)).not.toEqual(first);
  await page.locator('#panel-picture button', { hasText: 'Pause' }).click();
  await page.waitForTimeout(500);
  const stopped = await pixelAt(page, 101, 100);
  await page.waitForTimeout(500);
  expect(await pixelAt(page, 101, 100)).toEqual(stopped);
});

test('a fragment shader in SPIR-V is drawn, and one in DXIL', async ({ page }) => {
  await drop(page, repository('examples/fragment.spv'));
  await pane(page, 'picture');
  expect(await pixelAt(page, 10, 10)).toEqual([1, 1, 1, 1]);
  await drop(page, repository('corpus/dxcontainer/dxc19/ps_tex_val1.8.dxil'));
  await expect(page.locator('#panel-picture legend', { hasText: 'Tint' })).toBeVisible();
  expect((await pixelAt(page, 200, 190)).length).toBe(4);
});

test('what cannot be drawn is said', async ({ page }) => {
  await drop(page, repository('examples/library.dxil'));
  const shown = await pane(page, 'picture');
  await expect(shown.locator('.message')).toContainText(/could not be drawn|this is none/);
});

test('the picture follows the source', async ({ page }) => {
  const name = 'red.rts';
  await drop(page, { name, bytes: new TextEncoder().encode('half4 main(float2 p) {\n    return half4(1, 0, 0, 1);\n}\n') });
  await pane(page, 'picture');
  expect(await pixelAt(page, 20, 20)).toEqual([1, 0, 0, 1]);
  await page.locator('#panel-source .cm-line', { hasText: 'return' }).click();
  await page.keyboard.press('End');
  for (let count = 0; count < 'half4(1, 0, 0, 1);'.length; count++) await page.keyboard.press('Backspace');
  await page.keyboard.type('half4(0, 1, 0, 1);');
  await expect.poll(() => pixelAt(page, 20, 20)).toEqual([0, 1, 0, 1]);
});
