import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lintPlan } from '#core/plan/lint.ts';
import { aPlan } from '#core/testing/build-plan.ts';
import type { JsonObject } from '#core/json.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { createTestApi, type TestApi } from '#server/testing/web-app.ts';

const database = useTestDatabase();
let on: TestApi;
let off: TestApi;
beforeAll(async () => {
  on = await createTestApi(database(), { shellTools: true });
  off = await createTestApi(database());
  await on.workspace('w', { ada: ['viewer', 'admin'] });
  await off.workspace('x', { bo: ['viewer', 'admin'] });
});
afterAll(async () => {
  await on[Symbol.asyncDispose]();
  await off[Symbol.asyncDispose]();
});

let keys = 0;
const newKey = () => `test-key-${keys++}`;
const restart = {
  name: 'restart',
  argv: ['/bin/echo', '{unit}'],
  params: { unit: { type: 'string' as const, enum: ['shop', 'search'] } },
  effect: 'write' as const,
};
const state = { name: 'state', argv: ['/bin/echo'], effect: 'read' as const };
const host = (more: object = {}) => ({
  connection: {
    name: 'host',
    kind: 'shell' as const,
    environment: 'test',
    path: '/tmp',
    commands: [restart, state],
    ...more,
  },
  idempotencyKey: newKey(),
});

describe('connections that run commands', () => {
  test('[T2] cannot be made where SHELL_TOOLS is off, and nothing is stored', async () => {
    const bo = off.as('bo', 'x');
    await expect(bo.connections.create(host())).rejects.toMatchObject({
      refusal: { code: 'shell-tools-off', message: expect.stringContaining('SHELL_TOOLS=on') },
    });
    expect((await bo.connections.list()).connections).toEqual([]);
  });

  test('[T2][T3] are made by an admin where it is on; lint judges commands and their parameters', async () => {
    const ada = on.as('ada');
    expect(await ada.connections.create(host())).toMatchObject({
      commands: [restart, state],
      readOnly: true,
    });
    expect(await ada.connections.test({ name: 'host', idempotencyKey: newKey() })).toMatchObject({
      ok: true,
    });
    const { connections, tools } = await ada.tools.list();
    expect(connections).toMatchObject([{ name: 'host', commands: { restart: { effect: 'write' } } }]);
    expect(tools.find(({ name }) => name === 'shell.run')).toMatchObject({ connections: ['host'] });

    const catalog = await on.app.catalog('w');
    const codes = (args: JsonObject) =>
      lintPlan(
        aPlan('a', {
          steps: { a: { work: { kind: 'tool', tool: 'shell.run', args: { connection: 'host', ...args } } } },
        }),
        catalog,
      ).flatMap(({ code, path }) =>
        /connection|command|arguments|reconcile|compensation/.test(code) ? [`${code} ${path}`] : [],
      );
    const at = '/steps/0/work/args';
    expect(codes({ command: 'state' })).toEqual([]);
    const write = [`read-only-connection ${at}/connection`, 'write-without-reconcile /steps/0/work/tool'];
    expect(codes({ command: 'restart', params: { unit: 'shop' } })).toEqual(write);
    expect(codes({ command: 'restart', params: { unit: { $expr: 'inputs.x' } } })).toEqual(write);
    expect(codes({ command: 'restart', params: { unit: '-f' } })).toContain(
      `invalid-arguments ${at}/params/unit`,
    );
    expect(codes({ command: 'restart' })).toContain(`invalid-arguments ${at}`);
    expect(codes({ command: 'reboot' })).toContain(`unknown-command ${at}/command`);
  });

  test('[T2] a template that cannot be used is refused with its place', async () => {
    const commands = [{ ...state, argv: ['echo'] }];
    await expect(on.as('ada').connections.create(host({ name: 'other', commands }))).rejects.toMatchObject({
      cause: { issues: [{ path: ['connection', 'commands', 0, 'argv', 0] }] },
    });
    await expect(
      on.as('ada').connections.create(host({ name: 'other', commands: null })),
    ).rejects.toMatchObject({ cause: { issues: [{ path: ['connection', 'commands'] }] } });
  });
});
