// What the tests of the page share: opening it, dropping files, panes.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';

export interface Dropped {
  name: string;
  bytes: Uint8Array;
}

/** A file of the repository. */
export function repository(path: string): Dropped {
  return { name: basename(path), bytes: readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url))) };
}

/** Opens the page and waits until it takes files; fails the test on errors in it. */
export async function openPage(page: Page, url = './'): Promise<void> {
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(url);
  await expect(page.locator('html[data-ready="true"]')).toBeAttached({ timeout: 60_000 });
}

/** Drops files on the page. */
export async function drop(page: Page, ...files: Dropped[]): Promise<void> {
  const given = files.map(({ name, bytes }) => ({ name, data: Buffer.from(bytes).toString('base64') }));
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, data: text } of all) data.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name));
    return data;
  }, given);
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(page.locator('.file-tabs [role="tab"][aria-selected="true"]')).toContainText(files[0]!.name);
}

/** Brings a pane to the front. */
export async function pane(page: Page, id: string): Promise<Locator> {
  await page.locator(`#tab-${id}`).click();
  return page.locator(`#panel-${id}`);
}

/** The address range that the bytes pane shows as selected: first address and count. */
export async function selectedBytes(page: Page): Promise<[number, number]> {
  const cells = page.locator('#panel-bytes .cells .selected');
  await expect(cells.first()).toBeVisible();
  return cells.evaluateAll((all) => [Number((all[0] as HTMLElement).dataset['at']), all.length] as [number, number]);
}
