/** Others who change the folder while a call is under way. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '#core/json.ts';
import type { ResolvedFolderConnection } from '#server/connections/connection.ts';
import type * as FileContent from '../files/file-content.ts';
import type { Tool } from '../tool.ts';
import { filesRemove, filesWrite } from './files-change.ts';
import { filesRead } from './files-read.ts';

const meddling = vi.hoisted(() => ({ afterReads: new Map<number, () => void>(), reads: 0 }));
vi.mock('../files/file-content.ts', async (original) => {
  const real = await original<typeof FileContent>();
  return {
    ...real,
    async readContent(...args: Parameters<typeof real.readContent>) {
      const content = await real.readContent(...args);
      meddling.reads += 1;
      meddling.afterReads.get(meddling.reads)?.();
      return content;
    },
  };
});
const { sha256 } = await import('../files/file-content.ts');

let base: string;
let root: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'countersign-race-')));
  root = path.join(base, 'config');
  mkdirSync(root);
  meddling.reads = 0;
});
afterEach(() => {
  meddling.afterReads.clear();
  rmSync(base, { recursive: true, force: true });
});

let keys = 0;
const call = (tool: Tool, args: JsonObject) =>
  tool.execute(
    { connection: 'config', ...args },
    {
      operationKey: `op-${++keys}`,
      signal: new AbortController().signal,
      timeoutMs: 5_000,
      connection: { name: 'config', kind: 'folder', path: root } as ResolvedFolderConnection,
    },
  );

test.each<[Tool, JsonObject]>([
  [filesRemove, {}],
  [filesWrite, { text: 'mine' }],
])('a file that somebody changes after the first look is kept: %o', async (tool, more) => {
  writeFileSync(path.join(root, 'f'), 'old');
  meddling.afterReads.set(1, () => writeFileSync(path.join(root, 'f'), 'theirs'));
  expect(await call(tool, { path: 'f', expected: sha256('old'), ...more })).toMatchObject({
    outcome: 'not-applied',
    failure: { code: 'other-content' },
  });
  expect(readFileSync(path.join(root, 'f'), 'utf8')).toBe('theirs');
  expect(readdirSync(root)).toEqual(['f']);
});

/** Swaps the folder for a link that leads out, and back, until it is told to stop. */
const swapper = `
  const fs = require('node:fs');
  const { parentPort, workerData: { sub, away, outside, stop } } = require('node:worker_threads');
  const flag = new Int32Array(stop);
  let swaps = 0;
  // A call that makes a file may make the folder anew while it is away.
  const insist = (work) => {
    for (;;)
      try {
        return work();
      } catch {
        try {
          fs.rmSync(sub, { recursive: true, force: true });
        } catch {} // a call puts a file into it just now
      }
  };
  while (Atomics.load(flag, 0) === 0) {
    fs.renameSync(sub, away);
    insist(() => fs.symlinkSync(outside, sub));
    fs.unlinkSync(sub);
    insist(() => fs.renameSync(away, sub));
    swaps += 1;
  }
  parentPort.postMessage(swaps);
`;

test.skipIf(!existsSync('/proc/self/fd'))(
  '[T2] a folder that is swapped for a link again and again: nothing outside is read or changed',
  async () => {
    const outside = path.join(base, 'outside');
    const sub = path.join(root, 'sub');
    mkdirSync(outside);
    mkdirSync(sub);
    writeFileSync(path.join(outside, 'f'), 'outside');
    writeFileSync(path.join(sub, 'f'), 'inside');
    const stop = new SharedArrayBuffer(4);
    const worker = new Worker(swapper, {
      eval: true,
      workerData: { sub, away: path.join(root, 'away'), outside, stop },
    });
    const swapped = once(worker, 'message') as Promise<[number]>;
    const seen = { done: 0, refused: 0 };
    for (let n = 0; n < 4_000 && (n < 200 || seen.done < 20 || seen.refused < 20); n += 1) {
      const made = `sub/new-${n}`;
      const results = [
        await call(filesRead, { path: 'sub/f' }),
        await call(filesWrite, { path: made, text: 'x', expected: null }),
        await call(filesRemove, { path: made, expected: sha256('x') }),
        await call(filesRemove, { path: 'sub/f', expected: sha256('outside') }),
        await call(filesWrite, { path: 'sub/f', text: 'changed', expected: sha256('outside') }),
      ];
      expect(JSON.stringify(results)).not.toContain('"text":"outside"');
      for (const result of results) {
        if (!('failure' in result)) seen.done += 1;
        else if (result.failure.code === 'outside-folder') seen.refused += 1;
      }
    }
    Atomics.store(new Int32Array(stop), 0, 1);
    const [swaps] = await swapped;
    await worker.terminate();
    expect(readdirSync(outside)).toEqual(['f']);
    expect(readFileSync(path.join(outside, 'f'), 'utf8')).toBe('outside');
    expect(seen.done).toBeGreaterThanOrEqual(20);
    expect(seen.refused).toBeGreaterThanOrEqual(20);
    expect(swaps).toBeGreaterThan(20);
  },
  20_000,
);
