import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { JsonObject } from '#core/json.ts';
import type { ResolvedFolderConnection } from '#server/connections/connection.ts';
import { readAtMost, sha256 } from '../files/file-content.ts';
import { openFolder } from '../files/open-folder.ts';
import { parseRelativePath, pathResource } from '../files/relative-path.ts';
import type { Tool, ToolContext } from '../tool.ts';
import { filesRemove, filesWrite } from './files-change.ts';
import { filesList } from './files-list.ts';
import { filesRead } from './files-read.ts';

let base: string;
let root: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'countersign-files-')));
  root = path.join(base, 'config');
  mkdirSync(root);
  writeFileSync(path.join(base, 'secret.txt'), 'outside');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const connection = (): ResolvedFolderConnection => ({
  name: 'config',
  kind: 'folder',
  environment: 'test',
  readOnly: false,
  dedupe: 'lookup',
  maxInFlightMs: 0,
  path: root,
  revision: 'r' as ResolvedFolderConnection['revision'],
});
let keys = 0;
const context = (): ToolContext => ({
  operationKey: `op-${++keys}`,
  signal: new AbortController().signal,
  timeoutMs: 5_000,
  connection: connection(),
});
const call = (tool: Tool, args: JsonObject, given = context()) =>
  tool.execute({ connection: 'config', ...args }, given);
const settle = (tool: Tool, args: JsonObject, given: ToolContext) =>
  tool.reconcile?.({ connection: 'config', ...args }, { ...given, dispatchedAt: 0, now: 1 });
const inside = (name: string) => path.join(root, name);
const read = (name: string) => readFileSync(inside(name), 'utf8');

describe('paths', () => {
  test.each([
    '../secret.txt',
    'a/../../secret.txt',
    '..',
    './a',
    'a//b',
    'a/',
    '/etc/passwd',
    'C:/x',
    'a\\..\\b',
    'a\0b',
    'a/./b',
    'x'.repeat(256),
    Array.from({ length: 40 }, () => 'd').join('/'),
    '\ud800',
    '.countersign-0123456789abcdef01234567',
    'a/.Countersign-x/b',
  ])('[T2] %j is refused before anything is opened', async (bad) => {
    for (const tool of [filesRead, filesWrite, filesRemove, filesList])
      expect(tool.refuse?.({ connection: 'config', path: bad, expected: null, text: 'x' })).toBeTypeOf(
        'string',
      );
    expect(parseRelativePath(bad).ok).toBe(false);
  });

  test('[T2] whatever text is a path, it stays below the folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('.', '/', 'a', '\\', ':', ' ', 'é') }), (text) => {
        const parsed = parseRelativePath(text);
        if (!parsed.ok) return;
        const full = path.resolve('/root/folder', ...parsed.parts);
        expect(full === '/root/folder' || full.startsWith('/root/folder/')).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('[R12] spellings that some file systems take for one file are one resource', () => {
    expect(pathResource('c', 'App.JSON')).toBe(pathResource('c', 'app.json'));
    expect(pathResource('c', 'e\u0301.txt')).toBe(pathResource('c', '\u00e9.txt'));
  });
});

describe('links', () => {
  test('[T2] a link is never followed: as the file, as a folder on the way, to inside or outside', async () => {
    writeFileSync(inside('real.txt'), 'real');
    symlinkSync(path.join(base, 'secret.txt'), inside('file-link'));
    symlinkSync(base, inside('folder-link'));
    symlinkSync(inside('real.txt'), inside('inner-link'));
    for (const name of ['file-link', 'folder-link/secret.txt', 'inner-link']) {
      expect(await call(filesRead, { path: name })).toMatchObject({
        outcome: 'not-applied',
        failure: { class: 'denied', code: 'outside-folder' },
      });
      const write = await call(filesWrite, { path: name, text: 'mine', expected: null });
      expect(write.outcome).not.toBe('committed');
      expect(
        await call(filesWrite, { path: name, text: 'mine', expected: sha256('outside') }),
      ).not.toMatchObject({ outcome: 'committed' });
    }
    expect(readFileSync(path.join(base, 'secret.txt'), 'utf8')).toBe('outside');
    expect(read('real.txt')).toBe('real');
    expect(await call(filesList, { path: '' })).toMatchObject({
      output: {
        entries: [
          { name: 'file-link', kind: 'link', bytes: null },
          { name: 'folder-link', kind: 'link' },
          { name: 'inner-link', kind: 'link' },
          { name: 'real.txt', kind: 'file', bytes: 4 },
        ],
      },
    });
  });

  test.skipIf(!existsSync('/proc/self/fd'))(
    '[T2] a folder that is swapped for a link after it was opened leads nowhere else',
    async () => {
      mkdirSync(inside('sub'));
      const folder = await openFolder(root, ['sub']);
      renameSync(inside('sub'), inside('moved'));
      symlinkSync(base, inside('sub'));
      writeFileSync(folder.at('new.txt'), 'x');
      await folder.close();
      expect(readdirSync(inside('moved'))).toEqual(['new.txt']);
      expect(existsSync(path.join(base, 'new.txt'))).toBe(false);
    },
  );

  test('[T2] pipes, devices and folders are no files, and nobody waits for them', async () => {
    execFileSync('mkfifo', [inside('pipe')]);
    mkdirSync(inside('folder'));
    for (const name of ['pipe', 'folder'])
      expect(await call(filesRead, { path: name })).toMatchObject({
        outcome: 'not-applied',
        failure: { class: 'permanent' },
      });
  });

  test('[T2] a file with a second name is neither read nor changed: the other one may be outside', async () => {
    linkSync(path.join(base, 'secret.txt'), inside('hard'));
    const refused = { failure: { class: 'denied', code: 'other-names' } };
    const expected = sha256('outside');
    const read = await call(filesRead, { path: 'hard' });
    expect(read).toMatchObject({ outcome: 'not-applied', ...refused });
    expect(JSON.stringify(read)).not.toContain(expected);
    expect(await call(filesWrite, { path: 'hard', text: 'mine', expected })).toMatchObject(refused);
    expect(await call(filesRemove, { path: 'hard', expected })).toMatchObject(refused);
    expect(statSync(inside('hard')).nlink).toBe(2);
    expect(readFileSync(path.join(base, 'secret.txt'), 'utf8')).toBe('outside');
  });
});

describe('reading', () => {
  test('gives text with its hash, and bytes that are no text as base64', async () => {
    writeFileSync(inside('a.txt'), '\ufeffgrüße\r\n');
    writeFileSync(inside('b.bin'), Buffer.from([0xff, 0xfe, 0]));
    expect(await call(filesRead, { path: 'a.txt' })).toEqual({
      outcome: 'read',
      output: {
        path: 'a.txt',
        text: '\ufeffgrüße\r\n',
        base64: null,
        sha256: sha256('\ufeffgrüße\r\n'),
        bytes: 12,
      },
    });
    expect(await call(filesRead, { path: 'b.bin' })).toMatchObject({
      output: { text: null, base64: '//4A' },
    });
  });

  test('[T4] a file that is too large is refused with its size', async () => {
    writeFileSync(inside('big'), Buffer.alloc(1024 * 1024 + 1));
    expect(await call(filesRead, { path: 'big' })).toMatchObject({ failure: { code: 'too-large' } });
  });

  test('[T4] a file that grows after its size was asked is not read further than the limit', async () => {
    writeFileSync(inside('f'), 'x'.repeat(11));
    const handle = await open(inside('f'));
    expect((await readAtMost(handle, 11))?.toString()).toBe('x'.repeat(11));
    expect(await readAtMost(handle, 10)).toBeUndefined();
    await handle.close();
  });

  test('a new file that still has the name of our copy is read', async () => {
    writeFileSync(inside('.countersign-0123'), 'new');
    linkSync(inside('.countersign-0123'), inside('f'));
    expect(await call(filesRead, { path: 'f' })).toMatchObject({ output: { text: 'new' } });
  });

  test('[F1] what is missing is permanent', async () => {
    expect(await call(filesRead, { path: 'no/such' })).toMatchObject({ failure: { class: 'permanent' } });
    expect(await call(filesRead, { path: 'none' })).toMatchObject({ failure: { code: 'errno-ENOENT' } });
  });
});

describe('changing', () => {
  test('makes, replaces (keeping its mode) and removes, each only over what is expected', async () => {
    expect(await call(filesWrite, { path: 'd/app.conf', text: 'a=1\n', expected: null })).toEqual({
      outcome: 'committed',
      output: { path: 'd/app.conf', before: null, after: sha256('a=1\n'), bytes: 4 },
    });
    chmodSync(inside('d/app.conf'), 0o600);
    expect(
      await call(filesWrite, { path: 'd/app.conf', text: 'a=2\n', expected: sha256('a=1\n') }),
    ).toMatchObject({ outcome: 'committed' });
    expect(statSync(inside('d/app.conf')).mode & 0o777).toBe(0o600);
    expect(await call(filesWrite, { path: 'd/app.conf', text: 'x', expected: null })).toMatchObject({
      outcome: 'not-applied',
      failure: { class: 'precondition', code: 'other-content' },
    });
    expect(await call(filesRemove, { path: 'd/app.conf', expected: sha256('a=1\n') })).toMatchObject({
      outcome: 'not-applied',
    });
    expect(read('d/app.conf')).toBe('a=2\n');
    expect(await call(filesRemove, { path: 'd/app.conf', expected: sha256('a=2\n') })).toMatchObject({
      outcome: 'committed',
    });
    expect(readdirSync(inside('d'))).toEqual([]);
  });

  test('[E4] the bytes that were read can be written back, whatever they were', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (bytes) => {
        writeFileSync(inside('x'), bytes);
        const was = await call(filesRead, { path: 'x' });
        if (was.outcome !== 'read') throw new Error(JSON.stringify(was));
        const { text, base64, sha256: hash } = was.output as { text: string; base64: string; sha256: string };
        await call(filesWrite, { path: 'x', text: 'changed', expected: hash });
        const back: JsonObject = text === null ? { base64 } : { text };
        await call(filesWrite, { path: 'x', ...back, expected: sha256('changed') });
        expect(readFileSync(inside('x')).equals(Buffer.from(bytes))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('two that make the same file: one succeeds, and no half-written copy is left', async () => {
    const results = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) => call(filesWrite, { path: 'one', text, expected: null })),
    );
    expect(results.filter((result) => result.outcome === 'committed')).toHaveLength(1);
    expect(readdirSync(root)).toEqual(['one']);
  });

  test('[E2] [E3] a lost answer is settled by what the file holds', async () => {
    writeFileSync(inside('f'), 'old');
    const args = { path: 'f', text: 'new', expected: sha256('old') };
    const lost = context();
    expect(await settle(filesWrite, args, lost)).toMatchObject({ verdict: 'not-applied', final: false });
    await call(filesWrite, args, lost);
    expect(await settle(filesWrite, args, lost)).toMatchObject({
      verdict: 'committed',
      final: true,
      output: { before: sha256('old'), after: sha256('new') },
    });
    writeFileSync(inside('f'), 'somebody else');
    expect(await settle(filesWrite, args, lost)).toMatchObject({ verdict: 'inconclusive', final: true });
    rmSync(inside('f'));
    expect(await settle(filesRemove, { path: 'f', expected: sha256('x') }, lost)).toMatchObject({
      verdict: 'committed',
    });
  });

  test('[T3] it needs its folder: a missing one is a named failure', async () => {
    rmSync(root, { recursive: true });
    expect(await call(filesRead, { path: 'f' })).toMatchObject({ failure: { code: 'errno-ENOENT' } });
    expect(await call(filesWrite, { path: 'f', text: '', expected: sha256('was') })).not.toMatchObject({
      outcome: 'committed',
    });
  });
});
