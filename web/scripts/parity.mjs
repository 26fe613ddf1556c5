// Holds the WebAssembly module against the command: texts, findings, interface and conversions of every file, byte for byte.
//
//     node scripts/parity.mjs [--convert EACH] FOLDER…     GLASSBOX names the command; EACH: conversions of every EACH-th file, 1 by default

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Library } from '../src/module.mjs';
import { compile } from '../tests/client.mjs';

const command = process.env['GLASSBOX'] ?? 'glassbox';
const { values, positionals } = parseArgs({ options: { convert: { type: 'string', default: '1' } }, allowPositionals: true });
const each = Number(values.convert);
const FILES_AN_INSTANCE = 50;

/** The files below a path, in order. @param {string} path @returns {string[]} */
function files(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).filter((name) => !name.startsWith('.')).sort().flatMap((name) => files(join(path, name)));
}

/**
 * Runs the command.
 * @param {string[]} words
 * @returns {Promise<{ status: number | null, bytes: Buffer }>}
 */
function run(...words) {
  return new Promise((done, fail) => {
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'ignore'] });
    /** @type {Buffer[]} */
    const pieces = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.on('error', fail);
    child.on('close', (status) => done({ status, bytes: Buffer.concat(pieces) }));
  });
}

const module = await compile(process.env['GLASSBOX_WASM']);
const counts = { files: 0, texts: 0, findings: 0, interfaces: 0, conversions: 0 };
/** @type {string[]} */
const differences = [];

/** @param {string} file @param {string} what @param {Buffer} theirs @param {Uint8Array} ours */
function compare(file, what, theirs, ours) {
  if (theirs.equals(ours)) return;
  let at = 0;
  while (at < theirs.length && theirs[at] === ours[at]) at += 1;
  differences.push(`${file}: ${what} differs at byte ${at} of ${theirs.length} (the module has ${ours.length})`);
}

/** @param {Library} library @param {string} file @param {boolean} converts */
async function check(library, file, converts) {
  const ask = (/** @type {object} */ request, /** @type {Uint8Array | undefined} */ data = undefined) => {
    const { reply, bytes } = library.ask(request, data);
    return { answer: /** @type {any} */ ('answer' in reply ? reply.answer : null), bytes };
  };
  const texts = run('print', file);
  const findings = run('validate', '--format', 'json', file);
  const interfaces = run('interface', '--format', 'json', file);
  const { answer: opened } = ask({ ask: 'open', name: file }, readFileSync(file));
  const number = opened.file;
  const text = await texts;
  if (text.status === 0) {
    compare(file, 'the text form', text.bytes, ask({ ask: 'whole', file: number, view: 'text' }).bytes);
    counts.texts += 1;
  }
  compare(file, 'the findings', (await findings).bytes, ask({ ask: 'document', file: number, what: 'findings' }).bytes);
  counts.findings += 1;
  compare(file, 'the interface', (await interfaces).bytes, ask({ ask: 'document', file: number, what: 'interface' }).bytes);
  counts.interfaces += 1;
  for (const to of converts ? opened.targets : []) {
    const theirs = await run('convert', file, '--to', to, '-o', '-');
    const { answer, bytes } = ask({ ask: 'convert', file: number, to });
    const isMade = answer !== null && !answer.findings.some((/** @type {any} */ one) => one.severity === 'error');
    if (theirs.status === null || theirs.status > 2) differences.push(`${file}: ${to}: the command ends with ${theirs.status}`);
    else if (theirs.status === 0 && isMade) compare(file, to, theirs.bytes, bytes);
    else if ((theirs.status === 0) !== isMade) differences.push(`${file}: ${to}: the command ends with ${theirs.status}, the module ${isMade ? 'converts' : 'refuses'}`);
    counts.conversions += 1;
  }
  ask({ ask: 'close', file: number });
  counts.files += 1;
}

const all = positionals.flatMap(files);
let next = 0;
/** Checks files until there are none left. */
async function worker() {
  while (next < all.length) {
    // An instance for some files, so that the memory of the largest one is given back.
    const library = await Library.start(module);
    for (let count = 0; count < FILES_AN_INSTANCE && next < all.length; count += 1) {
      const index = next++;
      const file = all[index] ?? '';
      try {
        await check(library, file, index % each === 0);
      } catch (error) {
        // After a trap the instance must not be used again.
        differences.push(`${file}: the module stopped: ${error}`);
        break;
      }
    }
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, worker));
console.log(`${counts.files} files: ${counts.texts} texts, ${counts.findings} findings, ${counts.interfaces} interfaces, ${counts.conversions} conversions; ${differences.length} differ`);
for (const difference of differences.slice(0, 50)) console.error(`error: ${difference}`);
if (differences.length > 0 || counts.files === 0) process.exit(1);
