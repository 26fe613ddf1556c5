// What the tests of the page share: opening it with its network watched, dropping files, panes, the library behind it.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { Client } from '../src/client';
import type { Documents } from '../src/files';

declare global {
  interface Window {
    glassbox: { client: Client; documents: Documents };
  }
}

/** Pages that have been loaded, and must not ask for anything any more. */
const loaded = new WeakSet<Page>();

/** Notes requests that leave the origin, or come after a page was loaded; the service worker keeps the files of the page meanwhile. */
function watch(context: BrowserContext, origin: string): string[] {
  const wrong: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    if (/^(blob|data):/.test(url)) return;
    if (request.serviceWorker()) {
      if (!url.startsWith(origin)) wrong.push(`service worker: ${url}`);
      return;
    }
    const isOwn = url.startsWith(origin) || url.startsWith('file:');
    if (!isOwn || loaded.has(request.frame().page())) wrong.push(url);
  });
  context.on('page', (page) => page.on('websocket', (socket) => wrong.push(socket.url())));
  return wrong;
}

export { expect };

/** A test that fails if the page uses the network after it was loaded, or says something wrong in the console. */
export const test = base.extend<{ isWatched: void }>({
  isWatched: [async ({ context, baseURL }, use) => {
    const requests = watch(context, baseURL!);
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(String(error.error())));
    context.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await use();
    expect(requests, 'requests').toEqual([]);
    expect(errors, 'errors of the page').toEqual([]);
  }, { auto: true }],
});

export interface Dropped {
  name: string;
  bytes: Uint8Array;
}

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A file of the repository. */
export function repository(path: string): Dropped {
  return { name: basename(path), bytes: readFileSync(`${ROOT}${path}`) };
}

/** Waits until the page takes files. */
async function ready(page: Page): Promise<void> {
  await expect(page.locator('html[data-ready="true"]')).toBeAttached({ timeout: 60_000 });
  loaded.add(page);
}

/** Opens the page and waits until it takes files. */
export async function openPage(page: Page, url = './'): Promise<void> {
  page.on('pageerror', (error) => {
    throw error;
  });
  loaded.delete(page);
  await page.goto(url);
  await ready(page);
}

/** Loads the page again. */
export async function reload(page: Page): Promise<void> {
  loaded.delete(page);
  await page.reload();
  await ready(page);
}

/** A drop of files, as the page gets it. */
async function transferOf(page: Page, files: Dropped[]) {
  const given = files.map(({ name, bytes }) => ({ name, data: Buffer.from(bytes).toString('base64') }));
  return page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, data: text } of all) data.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name));
    return data;
  }, given);
}

/** Drops files on the page, and waits until the first of them is shown; of an archive, until `shown` is. */
export async function drop(page: Page, ...files: Dropped[]): Promise<void> {
  await dropFor(page, files[0]!.name, ...files);
}

/** Drops files on the page, and waits until a file of a name is shown. */
export async function dropFor(page: Page, shown: string, ...files: Dropped[]): Promise<void> {
  await page.dispatchEvent('body', 'drop', { dataTransfer: await transferOf(page, files) });
  await expect(page.locator('.file-tabs [role="tab"][aria-selected="true"]')).toContainText(shown);
}

/** Pastes a text into the page. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => {
    const data = new DataTransfer();
    data.setData('text/plain', value);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, text);
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

/** Saves the active file and gives its bytes. */
export async function save(page: Page): Promise<Uint8Array> {
  const waiting = page.waitForEvent('download');
  await page.locator('.toolbar button', { hasText: /^Save$/ }).click();
  return readFileSync(await (await waiting).path());
}
