// Effects and fragment shaders are drawn, the same in each way there is, and as the command draws them.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { testPicture } from '../src/draw/model';
import { GLASSBOX, NEEDS_COMMAND, run } from './command';
import { drop, expect, openPage, pane, repository, ROOT, test } from './page';
import { difference, readPng, writePng, type Image } from './png';

const WAYS = ['webgpu', 'webgl', 'library'] as const;

type Way = (typeof WAYS)[number];

/** The value of a pixel in the status line, after the pointer went to it. */
async function pixelAt(page: Page, x: number, y: number): Promise<number[]> {
  const canvas = page.locator('#panel-picture canvas');
  const status = page.locator('#panel-picture .status');
  await expect(async () => {
    const box = (await canvas.boundingBox())!;
    const size = await canvas.evaluate((element: HTMLCanvasElement) => element.width);
    await page.mouse.move(box.x + (x + 0.5) * box.width / size, box.y + (y + 0.5) * box.height / size);
    await expect(status).toHaveText(new RegExp(`^\\(${x}, ${y}\\) {2}\\S`), { timeout: 3000 });
  }).toPass();
  return ((await status.textContent()) ?? '').replace(/^\([^)]*\)/, '').trim().split(/\s+/).map(Number);
}

async function drawWith(page: Page, way: Way): Promise<void> {
  await page.locator('#panel-picture .bar select').first().selectOption(way);
  await expect(page.locator('#panel-picture .way')).toHaveText(`drawn by ${{ webgpu: 'WebGPU', webgl: 'WebGL2', library: 'the library' }[way]}`);
  await drawn(page);
}

/** Waits until something has been drawn. */
async function drawn(page: Page): Promise<void> {
  await expect(page.locator('#panel-picture .status')).toHaveText(/^\(\d+, \d+\) {2}\S/);
}

/** The picture in the pane, as it is saved. */
async function picture(page: Page): Promise<Image> {
  const waiting = page.waitForEvent('download');
  await page.locator('#panel-picture button', { hasText: 'Save PNG' }).click();
  return readPng(readFileSync(await (await waiting).path()));
}

for (const way of WAYS) {
  test(`an effect is drawn with ${way}, and follows its uniform`, async ({ page }) => {
    await openPage(page);
    await drop(page, repository('examples/sksl/sepia.rtcf'));
    await pane(page, 'picture');
    await drawWith(page, way);
    const strength = page.locator('#panel-picture input[type="number"]').first();
    await strength.fill('0');
    // A pixel in the sun of the test picture, which has little blue.
    await expect.poll(async () => (await pixelAt(page, 150, 150))[2]!).toBeLessThan(0.25);
    await strength.fill('1');
    await expect.poll(async () => (await pixelAt(page, 151, 150))[2]!).toBeGreaterThan(0.4);
    const [red, , blue] = await pixelAt(page, 150, 150);
    expect(red! / blue!).toBeGreaterThan(1.3);
  });
}

test('an effect with time moves, and stops', async ({ page }) => {
  await openPage(page);
  await drop(page, repository('examples/sksl/plasma.rts'));
  await pane(page, 'picture');
  await drawn(page);
  const first = await pixelAt(page, 100, 100);
  await expect.poll(() => pixelAt(page, 100, 100)).not.toEqual(first);
  await page.locator('#panel-picture button', { hasText: 'Pause' }).click();
  await expect(page.locator('#panel-picture button', { hasText: 'Play' })).toBeVisible();
  const stopped = await pixelAt(page, 101, 100);
  await pixelAt(page, 100, 101);
  expect(await pixelAt(page, 101, 100)).toEqual(stopped);
});

test('a fragment shader in SPIR-V is drawn, and one in DXIL', async ({ page }) => {
  await openPage(page);
  await drop(page, repository('examples/fragment.spv'));
  await pane(page, 'picture');
  await drawn(page);
  expect(await pixelAt(page, 10, 10)).toEqual([1, 1, 1, 1]);
  await drop(page, repository('corpus/dxcontainer/dxc19/ps_tex_val1.8.dxil'));
  await expect(page.locator('#panel-picture legend', { hasText: 'Tint' })).toBeVisible();
  expect((await pixelAt(page, 200, 190)).length).toBe(4);
});

test('what cannot be drawn is said', async ({ page }) => {
  await openPage(page);
  await drop(page, repository('examples/library.dxil'));
  const shown = await pane(page, 'picture');
  await expect(shown.locator('.message')).toContainText(/could not be drawn|this is none/);
});

test('the picture follows the source', async ({ page }) => {
  await openPage(page);
  await drop(page, { name: 'red.rts', bytes: new TextEncoder().encode('half4 main(float2 p) {\n    return half4(1, 0, 0, 1);\n}\n') });
  await pane(page, 'picture');
  await drawn(page);
  expect(await pixelAt(page, 20, 20)).toEqual([1, 0, 0, 1]);
  await page.locator('#panel-source .cm-line', { hasText: 'return' }).click();
  await page.keyboard.press('End');
  for (let count = 0; count < 'half4(1, 0, 0, 1);'.length; count++) await page.keyboard.press('Backspace');
  await page.keyboard.type('half4(0, 1, 0, 1);');
  await expect.poll(() => pixelAt(page, 20, 20)).toEqual([0, 1, 0, 1]);
});

/** Programs of Skia that compute pixels, of the examples and of the corpus. */
function effects(): string[] {
  const own = readdirSync(`${ROOT}corpus/sksl/own`).filter((name) => /\.(rts|rtcf|rtb)\.bin$/.test(name)).sort();
  return [...readdirSync(`${ROOT}examples/sksl`).sort().map((name) => `examples/sksl/${name}`), ...own.map((name) => `corpus/sksl/own/${name}`)];
}

/** Words of a command line. */
function words(line: string): string[] {
  return [...line.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map((match) => match[2] ?? match[1]!.replaceAll("'\\''", "'"));
}

for (const way of WAYS) {
  test(`${way} draws what the command draws of the same effect`, async ({ page, context }, info) => {
    test.skip(GLASSBOX === '', NEEDS_COMMAND);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPage(page);
    const folder = info.outputPath();
    mkdirSync(folder, { recursive: true });
    const wrong: string[] = [];
    const notDrawn: string[] = [];
    const shown = page.locator('#panel-picture');
    for (const [at, path] of effects().entries()) {
      const file = repository(path);
      await drop(page, file);
      if (at === 0) {
        await pane(page, 'picture');
        await drawWith(page, way);
        await shown.locator('.bar select').nth(1).selectOption('256');
      }
      await expect(shown.locator('.way, .message li').first()).toBeVisible();
      if (await shown.locator('.way').count() === 0) {
        notDrawn.push(`${file.name}: ${await shown.locator('.message li').first().textContent()}`);
        continue;
      }
      await drawn(page);
      await shown.locator('button', { hasText: 'Copy command' }).click();
      const line = () => page.evaluate(() => navigator.clipboard.readText());
      await expect.poll(line).toContain(` run ${file.name} `);
      const [, ...args] = words(await line());
      const output = args.at(-1)!;
      const inputs = args.map((word) => word.split('=').at(-1)!).filter((name) => /\.png$/.test(name) && name !== output);
      inputs.forEach((name, index) => writeFileSync(`${folder}/${name}`, writePng(testPicture(index))));
      writeFileSync(`${folder}/${file.name}`, file.bytes);
      const { status } = await run(args, undefined, folder);
      if (status !== 0) {
        wrong.push(`${path}: the command ends with ${status}`);
        continue;
      }
      const isExact = way === 'library';
      const share = difference(await picture(page), readPng(readFileSync(`${folder}/${output}`)), isExact ? 1 : 3);
      // Where an effect jumps, the last bit of a sine decides the side.
      if (share > (isExact ? 0 : 0.01)) wrong.push(`${path}: ${(share * 100).toFixed(2)} % of the pixels differ`);
    }
    expect(wrong).toEqual([]);
    // Of children that are no pictures, a translation needs to be told more than the page knows; and WebGPU takes no decimal form of the greatest float.
    const known = {
      library: [], webgl: ['nothing is said of the child'], webgpu: ['nothing is said of the child', "cannot be represented as 'f32'"],
    }[way];
    expect(notDrawn).toEqual(known.map((reason) => expect.stringContaining(reason)));
  });
}

/** Packages with a vertex and a fragment stage. */
const PACKAGES = [
  ...['any', 'debugnames-gl40', 'es30', 'es31', 'es32', 'gl33', 'gl40', 'gl41', 'gl42', 'gl43', 'gl44', 'gl45', 'gl46', 'linked-gl46', 'noext-gl40', 'vk10', 'vk11', 'vk12']
    .map((name) => `ref-program-${name}`), 'sdk-mesh-gl40', 'sdk-mesh-gl42',
];

// The second package is not drawn within the limits of time; the cause is not known yet.
test.fixme('the fragment stages of 20 packages are drawn the same by WebGPU and WebGL2', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page);
  const files = PACKAGES.map((name) => repository(`corpus/bpxs/${name}.bpx`));
  const pictures: Image[][] = [];
  for (const way of ['webgpu', 'webgl'] as const) {
    const drawnBy: Image[] = [];
    for (const [at, file] of files.entries()) {
      if (way === 'webgpu') await drop(page, file);
      else await page.locator('.file-tab [role="tab"]').nth(at).click();
      if (at === 0) {
        await pane(page, 'picture');
        await drawWith(page, way);
        await page.locator('#panel-picture .bar select').nth(1).selectOption('256');
      }
      await expect(page.locator('.file-tabs [role="tab"][aria-selected="true"]')).toHaveText(file.name);
      const shown = page.locator('#panel-picture');
      await expect(shown.locator('.status:not(:empty), .message li, .message p').first()).toBeVisible();
      expect(await shown.locator('.message').textContent(), file.name).toBe('');
      drawnBy.push(await picture(page));
    }
    pictures.push(drawnBy);
  }
  const [gpu, gl] = pictures as [Image[], Image[]];
  expect(files.map(({ name }, at) => [name, difference(gpu[at]!, gl[at]!, 3)]).filter(([, share]) => Number(share) > 0.005)).toEqual([]);
  // Something is seen in most of them.
  expect(gpu.filter(({ pixels }) => new Set(pixels).size > 2).length).toBeGreaterThan(5);
});
