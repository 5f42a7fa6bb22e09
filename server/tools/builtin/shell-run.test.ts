import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Hash } from '#core/ids.ts';
import type { JsonObject } from '#core/json.ts';
import { type CommandTemplate, CommandTemplates } from '#server/connections/command-template.ts';
import type { ShellConnection } from '#server/connections/connection.ts';
import { createConnections } from '#server/connections/resolve.ts';
import { testConnection } from '#server/connections/test-connection.ts';
import { createCedarPolicyDecider } from '#server/gate/cedar-policy-decider.ts';
import { createGate } from '#server/gate/call-tool.ts';
import { sealOf } from '#core/run/call.ts';
import { createCatalog } from '../catalog.ts';
import { MAX_STREAM_BYTES } from '../shell/run-program.ts';
import { shellRun } from './shell-run.ts';

const NODE = process.execPath;
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'countersign-shell-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const text = { type: 'string', pattern: '.*', maxLength: 100 } as const;
/** A program of this test: what it does is in `source`; parameters follow it in argv. */
const program = (source: string, more: JsonObject = {}): JsonObject => ({
  name: 'go',
  argv: [NODE, '-e', source],
  effect: 'write',
  ...more,
});
const connection = (...commands: JsonObject[]): ShellConnection => ({
  name: 'host',
  kind: 'shell',
  environment: 'test',
  readOnly: false,
  dedupe: 'none',
  maxInFlightMs: 0,
  path: folder,
  commands: CommandTemplates.parse(commands),
});

function gateFor(given: ShellConnection, { shellTools = true } = {}) {
  const connections = createConnections({ source: { find: async () => given }, env: {}, shellTools });
  const gate = createGate({
    catalog: createCatalog([shellRun]),
    connections,
    policy: createCedarPolicyDecider(),
    clock: { now: () => 0 },
  });
  const describeCall = (args: JsonObject) =>
    gate.describe({
      workspaceId: 'w',
      tool: 'shell.run',
      args: { connection: 'host', command: 'go', ...args },
      identity: 's',
      checksHash: 'c' as Hash,
      compensationHash: null,
    });
  return { gate, connections, describeCall };
}

/** Through the gate, as a step does it. */
async function run(
  given: ShellConnection,
  params?: JsonObject,
  { timeoutMs = 10_000, signal = new AbortController().signal } = {},
) {
  const { gate, describeCall } = gateFor(given);
  const described = await describeCall(params ? { params } : {});
  if ('failure' in described) return described;
  const address = { stepId: 'a' };
  return await gate.dispatch({
    workspaceId: 'w',
    runId: 'r',
    address,
    operationKey: 'op',
    seal: sealOf(described.callHash, 'r', address),
    call: described.call,
    signal,
    timeoutMs,
  });
}

const inFolder = (name: string) => path.join(folder, name);
function until(isThere: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(folder, () => look());
  const look = () => {
    if (!isThere()) return;
    watcher.close();
    resolve();
  };
  look();
  return promise;
}
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    // A process that nobody has waited for yet is dead all the same.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe('off unless configured', () => {
  test('[T2] nothing is described, run or tested while SHELL_TOOLS is off', async () => {
    const given = connection(program(`require('fs').writeFileSync('ran', '')`));
    const { describeCall, connections } = gateFor(given, { shellTools: false });
    expect(await describeCall({})).toMatchObject({
      failure: {
        class: 'denied',
        code: 'shell-tools-off',
        message: expect.stringContaining('SHELL_TOOLS=on'),
      },
    });
    expect(await testConnection(connections, 'w', given)).toMatchObject({ ok: false });
    expect(existsSync(inFolder('ran'))).toBe(false);
  });

  test('[T2] off is what an app is that was not told', () => {
    const off = createConnections({ source: { find: async () => connection(program('')) } });
    return expect(off.resolve('w', 'host')).resolves.toMatchObject({ failure: { code: 'shell-tools-off' } });
  });
});

describe('what is run', () => {
  test('[T2] the arguments arrive one by one, whatever is in them: there is no shell', async () => {
    const params = { a: '$(touch ran); `touch ran` | x > ran "\' *', b: 7 };
    const given = connection(
      program('console.log(JSON.stringify(process.argv.slice(1)))', {
        argv: [
          NODE,
          '-e',
          'console.log(JSON.stringify(process.argv.slice(1)))',
          '{a}',
          'n={b}',
          '{}',
          '$HOME',
        ],
        params: { a: text, b: { type: 'integer', minimum: 0, maximum: 9 } },
      }),
    );
    const result = await run(given, params);
    if (!('output' in result)) throw new Error(JSON.stringify(result));
    const { stdout } = result.output as { stdout: string };
    expect(JSON.parse(stdout)).toEqual([params.a, 'n=7', '{}', '$HOME']);
    expect(existsSync(inFolder('ran'))).toBe(false);
  });

  test('[T2] the environment is PATH, LANG and what the command lists; nothing of ours', async () => {
    process.env['COUNTERSIGN_TEST_SECRET'] = 'not for commands';
    const given = connection(
      program('console.log(JSON.stringify([process.env, process.cwd()]))', { env: { MODE: 'dry' } }),
    );
    const result = await run(given);
    delete process.env['COUNTERSIGN_TEST_SECRET'];
    if (!('output' in result)) throw new Error(JSON.stringify(result));
    const [env, cwd] = JSON.parse((result.output as { stdout: string }).stdout) as [JsonObject, string];
    expect(Object.keys(env).toSorted()).toEqual(['LANG', 'MODE', 'PATH']);
    expect(cwd).toBe(folder);
  });

  test('[T2] there is nothing to read, so a program that asks does not wait', async () => {
    const given = connection(program(`process.stdin.on('end', () => console.log('end')).resume()`));
    expect(await run(given)).toMatchObject({ output: { stdout: 'end\n' } });
  });

  test('[T2] a card shows the exact program with its arguments', async () => {
    const { describeCall } = gateFor(
      connection({
        name: 'go',
        argv: ['/usr/bin/printf', '%s', '{a}'],
        params: { a: text },
        effect: 'irreversible',
      }),
    );
    expect(await describeCall({ params: { a: 'two words' } })).toMatchObject({
      call: { effect: 'irreversible', dedupe: 'none', risk: 'high', resource: 'host commands' },
      effectSentence: `Runs /usr/bin/printf %s "two words" in ${folder}. What it does cannot be undone, as its connection says.`,
      canReconcile: false,
    });
  });

  test('[A1][T2] a template that changed after the signature is another call', async () => {
    const before = await gateFor(connection(program('1'))).describeCall({});
    const after = await gateFor(connection(program('2'))).describeCall({});
    if ('failure' in before || 'failure' in after) throw new Error('described');
    expect(after.callHash).not.toBe(before.callHash);
  });
});

describe('parameters', () => {
  const given = () =>
    connection(
      program('', {
        argv: [NODE, '-e', '', '{word}', '{count}', '{any}'],
        params: {
          word: { type: 'string', pattern: '[a-z-]+|up', maxLength: 5 },
          count: { type: 'integer', minimum: -3, maximum: 3, mayStartWithDash: true },
          any: { type: 'string', enum: ['-x', 'y'], mayStartWithDash: true },
        },
      }),
    );
  const good = { word: 'abc', count: -1, any: '-x' };

  test('[T2] what fits is taken, also a - where the command says so', async () => {
    expect(await gateFor(given()).describeCall({ params: good })).not.toHaveProperty('failure');
  });

  test.each<[string, JsonObject, string]>([
    ['a value that starts with -', { ...good, word: '-abc' }, 'taken for an option'],
    ['a NUL', { ...good, word: 'a\0' }, 'NUL'],
    ['half a character', { ...good, word: '\ud800' }, 'Unicode'],
    ['a value beside the pattern', { ...good, word: 'ABC' }, 'word'],
    ['a line after the pattern', { ...good, word: 'abc\n' }, 'word'],
    ['one that is too long', { ...good, word: 'abcdef' }, 'word'],
    ['one beside the choices', { ...good, any: 'z' }, 'any'],
    ['a number beyond its bounds', { ...good, count: 4 }, 'count'],
    ['a text for a number', { ...good, count: '1' }, 'count'],
    ['one too many', { ...good, more: 'x' }, 'more'],
    ['none', {}, 'word'],
  ])('[T2] %s is refused before anything runs', async (_what, params, says) => {
    expect(await gateFor(given()).describeCall({ params })).toMatchObject({
      failure: { class: 'permanent', code: 'refused-arguments', message: expect.stringContaining(says) },
    });
  });

  test('[T2] a command that is not there is refused by name', async () => {
    expect(await gateFor(given()).describeCall({ command: 'stop' })).toMatchObject({
      failure: { code: 'refused-arguments', message: expect.stringContaining('"stop"') },
    });
  });
});

describe('templates', () => {
  const base = { name: 'go', argv: ['/bin/x', '{a}'], params: { a: text }, effect: 'read' };
  test.each<[string, JsonObject, string]>([
    ['a relative program', { argv: ['x', '{a}'] }, '0.argv.0'],
    ['a parameter as the program', { argv: ['/bin/{a}'] }, '0.argv.0'],
    ['a placeholder without a parameter', { argv: ['/bin/x', '{a}', '{b}'] }, '0.argv.2'],
    ['a parameter without a place', { argv: ['/bin/x'] }, '0.params.a'],
    ['a text without bounds', { params: { a: { type: 'string' } } }, '0.params.a'],
    ['a pattern without a length', { params: { a: { type: 'string', pattern: 'x' } } }, '0.params.a'],
    [
      'a pattern that leaves its group',
      { params: { a: { ...text, pattern: 'a)|(?:.*' } } },
      '0.params.a.pattern',
    ],
    ['a number without bounds', { params: { a: { type: 'integer', minimum: 0 } } }, '0.params.a.maximum'],
    ['a number below 0', { params: { a: { type: 'integer', minimum: -1, maximum: 0 } } }, '0.params.a'],
    ['a choice like an option', { params: { a: { type: 'string', enum: ['-f'] } } }, '0.params.a'],
    ['a text of a shell', { argv: ['/bin/sh', '-c', 'echo {a}'] }, '0.argv.2'],
    ['a text of a shell by way of env', { argv: ['/usr/bin/env', 'bash', '-lc', 'echo {a}'] }, '0.argv.3'],
    ['a text of an interpreter', { argv: ['/usr/bin/node', '--eval={a}'] }, '0.argv.1'],
    ['a NUL', { argv: ['/bin/x\0', '{a}'] }, '0.argv.0'],
    ['exit codes of the other kind', { notAppliedExitCodes: [3] }, '0.notAppliedExitCodes'],
    ['an unknown member', { shell: true }, '0'],
  ])('[T2] %s is refused, with its place', (_what, more, place) => {
    const parsed = CommandTemplates.safeParse([{ ...base, ...more }]);
    expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain(place);
  });

  test('[T2] bounded ones are taken, also a value after the text of a shell', () => {
    const shell = { ...base, argv: ['/bin/sh', '-c', 'grep -- "$1" log', 'sh', '{a}'] };
    expect(CommandTemplates.safeParse([shell]).success).toBe(true);
    expect(CommandTemplates.safeParse([base, base]).success).toBe(false);
  });
});

describe('outcomes', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['a change that exits with 0', program(''), { outcome: 'committed', output: { exitCode: 0 } }],
    ['a read that exits with 0', program('', { effect: 'read' }), { outcome: 'read' }],
    [
      'a change that exits otherwise',
      program(`console.error('half done'); process.exit(4)`),
      { outcome: 'unknown', failure: { code: 'exit-4' } },
    ],
    [
      'a code that proves that nothing was changed',
      program('process.exit(3)', { notAppliedExitCodes: [3] }),
      { outcome: 'not-applied', failure: { code: 'exit-3' } },
    ],
    [
      'a change that is killed',
      program(`process.kill(process.pid, 'SIGKILL')`),
      { outcome: 'unknown', failure: { code: 'signal-SIGKILL' } },
    ],
    [
      'a read that fails',
      program('process.exit(75)', { effect: 'read' }),
      { outcome: 'not-applied', failure: { class: 'transient', code: 'exit-75' } },
    ],
    [
      'a read whose code is an answer',
      program('process.exit(1)', { effect: 'read', okExitCodes: [1] }),
      { outcome: 'read', output: { exitCode: 1 } },
    ],
    [
      'a program that is not there',
      program('', { argv: ['/nothing/here'] }),
      { outcome: 'not-applied', failure: { class: 'permanent', code: 'errno-ENOENT' } },
    ],
  ])('[E2][T2] %s', async (_what, command, outcome) => {
    expect(await run(connection(command))).toMatchObject(outcome);
  });

  test('[E2][T2] a file that may not be run was not run', async () => {
    writeFileSync(inFolder('x'), '#!/bin/sh\n');
    chmodSync(inFolder('x'), 0o600);
    expect(await run(connection(program('', { argv: [inFolder('x')] })))).toMatchObject({
      outcome: 'not-applied',
      failure: { class: 'denied', code: 'errno-EACCES' },
    });
  });

  test('[T2] a working folder that is gone is named', async () => {
    const given = { ...connection(program('')), path: inFolder('none') };
    expect(await run(given)).toMatchObject({
      outcome: 'not-applied',
      failure: { code: 'no-working-folder' },
    });
  });

  test('[T4] of a long output the end is kept', async () => {
    const many = MAX_STREAM_BYTES;
    const given = connection(
      program(`process.stdout.write('é'.repeat(${many}) + 'end')`, { effect: 'read' }),
    );
    const result = await run(given);
    if (!('output' in result)) throw new Error(JSON.stringify(result));
    const { stdout, truncated } = result.output as { stdout: string; truncated: JsonObject };
    expect(truncated).toEqual({ stdout: true, stderr: false });
    expect(stdout.endsWith('ééend')).toBe(true);
    expect(stdout).not.toContain('\ufffd');
    expect(Buffer.byteLength(stdout)).toBeGreaterThan(MAX_STREAM_BYTES - 3);
  });
});

describe('the end of a program', () => {
  /** Its child ignores SIGTERM and says its number once it does. */
  const stubborn = (after: string) =>
    program(
      `require('child_process').spawn(process.execPath, ['-e', \`process.on('SIGTERM', () => {});
        require('fs').writeFileSync('tmp', String(process.pid)); require('fs').renameSync('tmp', 'child');
        setInterval(() => {}, 1000)\`], { stdio: 'inherit' });
       const look = require('fs').watch('.', () => { if (require('fs').existsSync('child')) { look.close(); ${after} } });`,
      { timeoutMs: 60_000 },
    );
  const childPid = () => Number(readFileSync(inFolder('child'), 'utf8'));

  test('[E2][T2] a change that is stopped is unknown, and all of its processes are gone, also one that ignores SIGTERM', async () => {
    const stop = new AbortController();
    const running = run(connection(stubborn('')), undefined, { timeoutMs: 60_000, signal: stop.signal });
    await until(() => existsSync(inFolder('child')));
    stop.abort();
    expect(await running).toMatchObject({ outcome: 'unknown', failure: { code: 'timeout' } });
    await expect.poll(() => isAlive(childPid())).toBe(false);
  });

  test('[T2] what a program leaves running in its group ends with it', async () => {
    expect(await run(connection(stubborn('process.exit(0)')))).toMatchObject({ outcome: 'committed' });
    await expect.poll(() => isAlive(childPid())).toBe(false);
  });

  test("[E2][T2] a change that leaves with 0 when its time is over is unknown all the same; the command's own limit counts", async () => {
    const polite = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000)`;
    expect(await run(connection(program(polite, { timeoutMs: 600 })))).toMatchObject({
      outcome: 'unknown',
      failure: { code: 'timeout' },
    });
  });

  test('[F1][T2] a read beyond its time is timed out', async () => {
    const given = connection(program('setInterval(() => {}, 1000)', { effect: 'read', timeoutMs: 200 }));
    expect(await run(given)).toMatchObject({ outcome: 'not-applied', failure: { class: 'timed-out' } });
  });
});

test('[T3] the test button looks whether the programs are there, and runs none', async () => {
  const ran = program(`require('fs').writeFileSync('ran', '')`);
  const given = connection(ran, { ...ran, name: 'gone', argv: ['/nothing/here'] });
  const { connections } = gateFor(given);
  expect(await testConnection(connections, 'w', given)).toEqual({
    ok: false,
    message: 'These programs are not here or may not be run: gone: /nothing/here.',
  });
  const only: CommandTemplate[] = given.commands.slice(0, 1);
  expect(await testConnection(connections, 'w', { ...given, commands: only })).toMatchObject({ ok: true });
  expect(existsSync(inFolder('ran'))).toBe(false);
});
