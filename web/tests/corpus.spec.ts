// Files of the corpus in the page's own worker: it says of them what the command says, and none of them ends the page.

import { readFileSync } from 'node:fs';
import { expect, test, drop, openPage, ROOT, type Dropped } from './page';
import type { Page } from '@playwright/test';
import { GLASSBOX, inPairs, NEEDS_COMMAND, run } from './command';
import { hostileFiles } from './hostile';

interface Said {
  text: string | null;
  findings: string;
  interface: string;
  /** Size of the first conversion, or why there is none. */
  converted: number | string;
}

interface Answer {
  said: Partial<Said>;
  errors: string[];
}

/** What the client of the page says of files, one after another. */
async function ask(page: Page, files: Dropped[], isConverted: boolean): Promise<Answer[]> {
  const given = files.map(({ name, bytes }) => ({ name, data: Buffer.from(bytes).toString('base64') }));
  return page.evaluate(async ([all, convert]) => {
    const { client } = window.glassbox;
    const decoder = new TextDecoder();
    const answers: Answer[] = [];
    for (const { name, data } of all) {
      const answer: Answer = { said: {}, errors: [] };
      const handle = client.register(name, new Blob([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))]));
      const attempt = async (work: () => Promise<void>) => {
        try {
          await work();
        } catch (error) {
          answer.errors.push(String(error));
        }
      };
      await attempt(async () => {
        const { views, targets } = await client.open(handle);
        answer.said.text = null;
        if (views.some(({ view }) => view === 'text')) {
          await attempt(async () => {
            answer.said.text = decoder.decode((await client.ask('whole', { file: handle, view: 'text' })).bytes);
          });
        }
        for (const what of ['findings', 'interface'] as const) {
          await attempt(async () => {
            answer.said[what] = decoder.decode((await client.ask('document', { file: handle, what })).bytes);
          });
        }
        const to = targets[0];
        if (convert && to) {
          await attempt(async () => {
            answer.said.converted = (await client.ask('convert', { file: handle, to })).bytes.length;
          });
        }
      });
      client.forget(handle);
      answers.push(answer);
    }
    return answers;
  }, [given, isConverted] as const);
}

/** Files of the corpus, as many from each folder and verdict as there are, up to a number in all. */
function choose(most: number): Dropped[] {
  const groups = new Map<string, string[]>();
  for (const line of readFileSync(`${ROOT}corpus/MANIFEST.tsv`, 'utf8').split('\n').slice(1)) {
    const [file = '', , , , format, verdict] = line.split('\t');
    if (!format || format === '-') continue;
    const key = `${file.split('/').slice(0, 2).filter((part) => !part.includes('.')).join('/')} ${verdict}`;
    groups.set(key, [...(groups.get(key) ?? []), `corpus/${file}`]);
  }
  const chosen = ['examples/fragment.spv', 'examples/packed.bpx', 'examples/build/post.wgsl', 'examples/sksl/plasma.rts'];
  for (let turn = 0; chosen.length < most; turn++) {
    // The middle of each group at first, then around it.
    const some = [...groups.values()].flatMap((files) => files.slice(turn, turn + 1));
    if (some.length === 0) break;
    chosen.push(...some.slice(0, most - chosen.length));
  }
  return chosen.map((name) => ({ name, bytes: readFileSync(ROOT + name) }));
}

/** Asks about files in portions that fit into a message. */
async function askAll(page: Page, files: Dropped[], isConverted: boolean): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < files.length; at += 20) answers.push(...await ask(page, files.slice(at, at + 20), isConverted));
  return answers;
}

test('200 files of the corpus are what the command says they are', async ({ page }) => {
  test.skip(GLASSBOX === '', NEEDS_COMMAND);
  const files = choose(200);
  expect(files).toHaveLength(200);
  await openPage(page);
  const answers = await askAll(page, files, false);
  const wrong: string[] = [];
  await inPairs(files, async ({ name }) => {
    const { said, errors } = answers[files.findIndex((file) => file.name === name)]!;
    if (errors.length > 0) wrong.push(`${name}: ${errors.join('; ')}`);
    const text = await run(['print', name]);
    if ((text.status === 0 || text.output.length > 0) && said.text !== text.output.toString()) wrong.push(`${name}: text form`);
    for (const [what, command] of [['findings', 'validate'], ['interface', 'interface']] as const) {
      const { output } = await run([command, '--format', 'json', name]);
      if (said[what] !== output.toString()) wrong.push(`${name}: ${what}`);
    }
  });
  expect(wrong).toEqual([]);
});

test('300 hostile files leave the page alive', async ({ page }) => {
  const files = hostileFiles(300);
  expect(files).toHaveLength(300);
  await openPage(page);
  await page.evaluate(() => {
    const { client } = window.glassbox;
    client.addEventListener('stopped', () => (document.documentElement.dataset['stops'] = String(Number(document.documentElement.dataset['stops'] ?? 0) + 1)));
  });
  const answers = await askAll(page, files, true);
  const stops = Number(await page.locator('html').getAttribute('data-stops') ?? 0);
  const stopped = answers.flatMap(({ errors }, at) => errors.filter((error) => /started again|stopped/.test(error)).map((error) => `${files[at]!.name}: ${error}`));
  test.info().annotations.push({ type: 'restarts of the worker', description: [String(stops), ...stopped].join('\n') });
  console.log(`restarts of the worker: ${stops}`, ...stopped.map((one) => `\n  ${one}`));
  await drop(page, { name: 'good.spv', bytes: readFileSync(`${ROOT}examples/fragment.spv`) });
  await expect(page.locator('#panel-overview h2')).toHaveText(/SPIR-V/);
  await expect(page.locator('#panel-text .cm-content')).toContainText('OpEntryPoint');
});
