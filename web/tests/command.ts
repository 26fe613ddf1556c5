// The command `glassbox`, which the page is compared with: GLASSBOX names it.

import { execFile } from 'node:child_process';
import { ROOT } from './page';

export const GLASSBOX = process.env.GLASSBOX ?? '';
export const NEEDS_COMMAND = 'GLASSBOX does not name the command to compare with';

export interface Ran {
  status: number;
  output: Buffer;
}

/** Runs the command, in the root of the repository if no folder is given. */
export function run(args: string[], input?: Uint8Array, folder = ROOT): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = execFile(GLASSBOX, args, { cwd: folder, encoding: 'buffer', maxBuffer: 1 << 28 }, (error, output) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ status: error ? Number(error.code) : 0, output });
    });
    if (input) child.stdin?.end(input);
  });
}

/** Does work for each item, two at a time, and keeps the order. */
export async function inPairs<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const runner = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
  };
  await Promise.all([runner(), runner()]);
  return results;
}
