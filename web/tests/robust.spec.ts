// The page survives what stops the library, works offline, with keys alone, for assistive technology, and with large files.

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { drop, expect, openPage, pane, reload, repository, test } from './page';

/** Makes the worker say nothing, or stop, when it is asked something. */
async function sabotage(page: Page, ask: string, how: 'hang' | 'trap'): Promise<void> {
  await page.addInitScript(({ ask: name, how: kind }) => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { id: number; request?: { ask: string } }, ...rest: unknown[]) {
      const isMeant = message.request?.ask === name && !(window as { done?: boolean }).done;
      if (!isMeant) return post.call(this, message, ...(rest as []));
      if (kind === 'trap') setTimeout(() => this.onmessage?.(new MessageEvent('message', { data: { id: message.id, trap: 'unreachable' } })));
      return undefined;
    } as typeof post;
  }, { ask, how });
}

test('a request without end is stopped, and the page goes on', async ({ page }) => {
  await page.clock.install();
  await sabotage(page, 'find', 'hang');
  await openPage(page);
  await drop(page, repository('examples/fragment.spv'));
  await expect(page.locator('#panel-overview h2')).toHaveText(/SPIR-V/);
  await page.locator('#tab-strings').click();
  await page.clock.runFor(60_000);
  await expect(page.locator('#panel-strings .message')).toContainText('took too long');
  await expect(page.locator('.log')).toContainText('started again');
  await page.locator('#tab-symbols').click();
  await expect(page.locator('#panel-symbols .virtual-row').first()).toBeVisible();
  await page.evaluate(() => ((window as { done?: boolean }).done = true));
  await page.locator('#tab-strings').click();
  await page.locator('#panel-strings button', { hasText: 'Try again' }).click();
  await expect(page.locator('#panel-strings .message')).not.toContainText('took too long');
});

test('a trap is survived, and other files are opened again', async ({ page }) => {
  await sabotage(page, 'convert', 'trap');
  await openPage(page);
  await drop(page, repository('examples/lit.vbc'));
  await drop(page, repository('examples/fragment.spv'));
  const code = await pane(page, 'code');
  await code.locator('select').first().selectOption('to:wgsl');
  await expect(code.locator('.message')).toContainText('unreachable');
  await page.locator('.file-tab [role="tab"]', { hasText: 'lit.vbc' }).click();
  await pane(page, 'overview');
  await expect(page.locator('#panel-overview h2')).toHaveText(/VBC/);
});

test('a file that stops the library when it is opened is not opened again', async ({ page }) => {
  await sabotage(page, 'open', 'trap');
  await openPage(page);
  await drop(page, repository('examples/fragment.spv'));
  await expect(page.locator('#panel-overview .message')).toContainText('unreachable');
  await page.evaluate(() => ((window as { done?: boolean }).done = true));
  await drop(page, repository('examples/lit.vbc'));
  await expect(page.locator('#panel-overview h2')).toHaveText(/VBC/);
});

test('the page works offline after it was loaded once', async ({ page, context }) => {
  await openPage(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await reload(page);
  await drop(page, repository('examples/fragment.spv'));
  await expect(page.locator('#panel-overview h2')).toHaveText(/SPIR-V/);
});

test('keys alone open a sample, select, move between panes, and show the help', async ({ page }) => {
  await openPage(page);
  await page.locator('button.samples').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.menu button').first()).toBeFocused();
  await page.keyboard.press('End');
  for (let steps = 0; steps < 5; steps++) await page.keyboard.press('ArrowUp');
  await expect(page.locator('.menu button:focus')).toHaveText('Effect (binary SkSL)');
  await page.keyboard.press('Enter');
  await expect(page.locator('#panel-overview h2')).toHaveText(/SkSL/);
  await page.keyboard.press('Alt+2');
  await expect(page.locator('#panel-fields [role="tree"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#panel-fields [aria-expanded="true"]').first()).toBeVisible();
  await page.keyboard.press('Alt+3');
  await expect(page.locator('#panel-bytes [role="grid"]')).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.locator('#panel-bytes .cells .selected')).toHaveCount(2);
  await page.keyboard.press('F6');
  await expect(page.locator('#panel-bytes [role="grid"]')).not.toBeFocused();
  await expect(page.locator('#panel-text .cm-content')).toBeFocused();
  // Out of the editor, where a slash is a slash.
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.locator('#panel-search input[type="search"]')).toBeFocused();
  await page.keyboard.type('tint');
  await expect(page.locator('#panel-search .virtual-row').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('#tab-search')).toBeFocused();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect(page.locator('#tab-search')).toBeFocused();
  expect(await page.locator('#tab-search').locator('xpath=..').locator('[role="tab"]').count()).toBe(1);
  await page.keyboard.press('?');
  await expect(page.locator('dialog[open]')).toContainText('Search in everything');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`nothing serious is found by axe, ${scheme}`, async ({ page }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await openPage(page);
    const check = async (part: string) => {
      // The rows of the bytes are alike, and have thousands of elements.
      const builder = new AxeBuilder({ page }).include(part).exclude('#panel-bytes .virtual-row:nth-child(n+5)');
      // Nothing but the colors depends on the scheme.
      if (scheme === 'dark') builder.withRules(['color-contrast']);
      const { violations } = await builder.analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join('\n')}`)).toEqual([]);
    };
    await check('html');
    await drop(page, repository('corpus/bpxs/bad-crc-checksum.bpx'), repository('examples/lit.vbc'));
    await expect(page.locator('#panel-overview .verdict')).toBeVisible();
    await page.locator('#panel-bytes .cells [data-at="16"]').click();
    await check('html');
    const shown: [string, string][] = [
      ['findings', '.finding'], ['symbols', '.virtual-row'], ['strings', '.virtual-row'], ['search', 'input'], ['diff', '.virtual-row'], ['files', '.virtual-row'],
    ];
    for (const [id, part] of shown) {
      await (await pane(page, id)).locator(part).first().waitFor();
      await check(`#panel-${id}`);
    }
    await page.locator('.file-tab [role="tab"]', { hasText: 'lit.vbc' }).click();
    for (const [id, part] of [['interface', 'table'], ['code', '.cm-line']] as const) {
      await (await pane(page, id)).locator(part).first().waitFor();
      await check(`#panel-${id}`);
    }
    await drop(page, repository('examples/sksl/plasma.rts'));
    await pane(page, 'picture');
    await page.locator('#panel-picture canvas').waitFor();
    await check('#panel-picture');
    await check('#panel-source');
    await page.locator('button.samples').click();
    await check('.menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await check('dialog');
  });
}

test('the page is usable at 200 %', async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 450 });
  await openPage(page);
  await drop(page, repository('examples/lit.vbc'));
  await expect(page.locator('#panel-overview h2')).toHaveText(/VBC/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await pane(page, 'bytes');
  await expect(page.locator('#panel-bytes .cells').first()).toBeVisible();
});

test('a file of 100 MB stays responsive', async ({ page }) => {
  await openPage(page);
  await page.evaluate(() => {
    const bytes = new Uint8Array(100 << 20);
    for (let at = 0; at < bytes.length; at += 4096) bytes[at] = at >> 12;
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'large.bin'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expect(page.locator('#panel-bytes .cells').first()).not.toContainText('··', { timeout: 120_000 });
  await page.locator('#panel-bytes [role="grid"]').focus();
  await page.keyboard.press('Control+End');
  await expect(page.locator('#panel-bytes .address').last()).toHaveText(/^063ffff0$/);
  await expect(page.locator('#panel-bytes .cells').last()).not.toContainText('··');
});

test('the arrangement is remembered', async ({ page }) => {
  await openPage(page);
  await drop(page, repository('examples/fragment.spv'));
  await page.locator('#tab-bytes').dragTo(page.locator('#panel-overview'));
  await expect(page.locator('#tab-bytes').locator('xpath=..').locator('#tab-overview')).toBeVisible();
  await reload(page);
  await expect(page.locator('#tab-bytes').locator('xpath=..').locator('#tab-overview')).toBeAttached();
});
