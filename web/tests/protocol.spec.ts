// The module without the page: what it answers has the members that src/protocol.ts declares.

import { expect, test } from '@playwright/test';
import { load } from './client.mjs';
import { repository } from './page';

test('a file is opened, read in windows and converted', async () => {
  const library = await load();
  const ask = (request: object, data?: Uint8Array) => {
    const { reply, bytes } = library.ask(request, data);
    expect(reply).toHaveProperty('answer');
    return { answer: (reply as { answer: any }).answer, bytes };
  };
  expect(ask({ ask: 'about' }).answer).toMatchObject({ version: expect.any(String), formats: expect.any(Array), languages: expect.any(Array) });
  const opened = ask({ ask: 'open', name: 'effect.sksl.bin' }, repository('examples/effect.sksl.bin').bytes).answer;
  expect(opened).toMatchObject({ kind: 'binary', format: 'sksl', size: 627 });
  const { file } = opened;
  const children = ask({ ask: 'children', file, node: '', from: 0, count: 10 }).answer;
  expect(children.rows[0]).toMatchObject({ name: 'version', start: 0, end: 2 });
  const { chain } = ask({ ask: 'locate', file, at: 5 }).answer;
  expect(chain.at(-1)).toMatchObject({ start: 5, end: 6 });
  expect(ask({ ask: 'bytes', file, from: 0, to: 4 }).bytes).toEqual(new Uint8Array([8, 0, 0x4d, 0]));
  const lines = ask({ ask: 'lines', file, view: 'text', from: 0, count: 3 }).answer;
  expect(lines.lines[1]).toContain('version');
  expect(new TextDecoder().decode(ask({ ask: 'convert', file, to: 'wgsl' }).bytes)).toContain('@fragment');
  expect(library.ask({ ask: 'children', file: 999, node: '', from: 0, count: 1 }).reply).toHaveProperty('refused');
});
