import { describe, expect, test } from 'vitest';
import type { Hash } from '#core/ids.ts';
import type { Json, JsonObject } from '#core/json.ts';
import { type Call, callHash, sealOf } from '#core/run/call.ts';
import { must } from '#core/assert.ts';
import type { HttpConnection } from '#server/connections/connection.ts';
import { createConnections } from '#server/connections/resolve.ts';
import { committed, type FakeTool, fakeTool, wasRead } from '#server/testing/fake-tool.ts';
import { createCatalog } from '#server/tools/catalog.ts';
import type { ToolOutcome } from '#server/tools/tool.ts';
import { createGate } from './call-tool.ts';
import { createCedarPolicyDecider } from './cedar-policy-decider.ts';

const SECRET = 'correct horse battery';
const bank: HttpConnection = {
  name: 'bank',
  kind: 'http',
  environment: 'prod',
  readOnly: false,
  dedupe: 'key',
  maxInFlightMs: 7_000,
  baseUrl: 'https://bank.example',
  allowList: [],
  allowPrivate: false,
  credentialRef: 'env:BANK',
};
const viaBank = {
  connectionArg: 'via',
  connectionKind: 'http' as const,
  argsSchema: {
    type: 'object',
    additionalProperties: false,
    properties: { to: { type: 'string' }, amount: { type: 'integer' }, via: { type: 'string' } },
  },
};
const never = () => new Promise<ToolOutcome>(() => {});

function setUp(tools: readonly FakeTool[], connections: HttpConnection[] = [bank]) {
  const list = [...connections];
  const resolver = createConnections({
    source: { find: async (_workspace, name) => list.find((one) => one.name === name) },
    env: { BANK: SECRET },
  });
  const gate = createGate({
    catalog: createCatalog(tools),
    connections: resolver,
    policy: createCedarPolicyDecider(),
    clock: { now: () => 1_000 },
  });
  const address = { stepId: 'pay' };
  async function seal(tool: string, args: JsonObject, more: object = {}) {
    const described = await gate.describe({
      workspaceId: 'w',
      tool,
      args,
      identity: 'service',
      checksHash: 'c' as Hash,
      compensationHash: null,
      ...more,
    });
    if ('failure' in described) throw new Error(described.failure.message);
    return { ...described, seal: sealOf(described.callHash, 'run', address) };
  }
  const send = (call: Call, sealed: string, more: object = {}) =>
    gate.dispatch({
      workspaceId: 'w',
      runId: 'run',
      address,
      operationKey: 'op-1',
      seal: sealed,
      call,
      signal: new AbortController().signal,
      timeoutMs: 5_000,
      ...more,
    });
  return { gate, seal, send, list };
}

describe('the seal', () => {
  test('[A1] what was sealed is sent, byte for byte, with its operation key', async () => {
    const pay = fakeTool('pay', 'write', () => committed({ ok: true }));
    const { seal, send } = setUp([pay]);
    const { call, seal: sealed } = await seal('pay', { to: 'ann', amount: 5 });
    expect(await send(call, sealed)).toEqual({ outcome: 'committed', output: { ok: true } });
    expect(pay.calls).toMatchObject([{ args: { to: 'ann', amount: 5 }, context: { operationKey: 'op-1' } }]);
  });

  const otherCall: [string, (call: Call) => Call][] = [
    ['an argument', (call) => ({ ...call, args: { ...call.args, amount: 500 } })],
    ['the identity', (call) => ({ ...call, identity: 'root' })],
    ['the checks', (call) => ({ ...call, checksHash: 'none' as Hash })],
    ['the compensation', (call) => ({ ...call, compensationHash: 'other' as Hash })],
    ['the risk', (call) => ({ ...call, risk: 'high' })],
  ];
  test.each(otherCall)(
    '[A1][A4] nothing is sent once %s differs from what was sealed',
    async (_what, change) => {
      const pay = fakeTool('pay', 'write', () => committed());
      const { seal, send } = setUp([pay]);
      const { call, seal: sealed } = await seal('pay', { to: 'ann', amount: 5 });
      expect(await send(change(call), sealed)).toMatchObject({
        outcome: 'not-applied',
        failure: { class: 'denied', code: 'seal-mismatch' },
      });
      expect(pay.calls).toEqual([]);
    },
  );

  test('[A1] what is hashed is built anew from the tool and the connection, not taken from the call', async () => {
    const pay = fakeTool('pay', 'write', () => committed(), viaBank);
    const { seal, send, list } = setUp([pay]);
    const { call, seal: sealed } = await seal('pay', { via: 'bank' });
    list[0] = { ...bank, baseUrl: 'https://elsewhere.example' };
    expect(await send(call, sealed)).toMatchObject({
      failure: { code: 'seal-mismatch', message: expect.stringContaining('connectionHash') },
    });
    list[0] = bank;
    Object.assign(pay, { version: '2' });
    expect(await send(call, sealed)).toMatchObject({
      failure: { code: 'seal-mismatch', message: expect.stringContaining('toolVersion') },
    });
    expect(pay.calls).toEqual([]);
  });

  test('[A1] a seal is good for its own run and address only', async () => {
    const pay = fakeTool('pay', 'write', () => committed());
    const { seal, send } = setUp([pay]);
    const { call, seal: sealed } = await seal('pay', {});
    expect(await send(call, sealed, { runId: 'run-2' })).toMatchObject({
      failure: { code: 'seal-mismatch' },
    });
    expect(await send(call, sealed, { address: { stepId: 'pay', item: 0 } })).toMatchObject({
      failure: { code: 'seal-mismatch' },
    });
    expect(pay.calls).toEqual([]);
  });

  test('[A1] arguments that only look equal are sent as they were hashed', async () => {
    const pay = fakeTool('pay', 'write', () => committed());
    const { seal, send } = setUp([pay]);
    const { call, seal: sealed } = await seal('pay', { to: 'ann' });
    const sly = { ...call, args: { ...call.args, toJSON: () => ({ to: 'bob' }) } as unknown as JsonObject };
    await send(sly, sealed).catch(() => undefined);
    expect(pay.calls).toEqual([]);
  });
});

describe('what is asked for', () => {
  test('[T1] arguments that do not fit the schema are refused before anything else', async () => {
    const { gate } = setUp([fakeTool('pay', 'write', () => committed())]);
    const described = await gate.describe({
      workspaceId: 'w',
      tool: 'pay',
      args: { amount: 1.5 },
      identity: 's',
      checksHash: '' as Hash,
      compensationHash: null,
    });
    expect(described).toMatchObject({ failure: { class: 'permanent', code: 'invalid-arguments' } });
  });

  test('[G2] an unknown tool is denied', async () => {
    const { gate } = setUp([]);
    const described = await gate.describe({
      workspaceId: 'w',
      tool: 'rm',
      args: {},
      identity: 's',
      checksHash: '' as Hash,
      compensationHash: null,
    });
    expect(described).toMatchObject({ failure: { class: 'denied', code: 'unknown-tool' } });
  });

  test('[G5] a step gets only the tools it names, at review and at dispatch', async () => {
    const pay = fakeTool('pay', 'write', () => committed());
    const { gate, seal, send } = setUp([pay]);
    const { call, seal: sealed } = await seal('pay', {});
    expect(await send(call, sealed, { capability: { tools: ['look'] } })).toMatchObject({
      outcome: 'not-applied',
      failure: { class: 'denied', code: 'not-in-capability' },
    });
    expect(
      await gate.describe({
        workspaceId: 'w',
        tool: 'pay',
        args: {},
        identity: 's',
        checksHash: '' as Hash,
        compensationHash: null,
        capability: { tools: ['look'] },
      }),
    ).toMatchObject({ failure: { code: 'not-in-capability' } });
    expect(pay.calls).toEqual([]);
    expect(await send(call, sealed, { capability: { tools: ['pay'] } })).toMatchObject({
      outcome: 'committed',
    });
  });

  test('[T3] a connection brings environment, deduplication and time in flight; its secret reaches the tool only', async () => {
    const pay = fakeTool('pay', 'write', () => committed(), viaBank);
    const { seal, send } = setUp([pay]);
    const described = await seal('pay', { via: 'bank' });
    expect(described).toMatchObject({
      maxInFlightMs: 7_000,
      call: { connection: 'bank', environment: 'prod', dedupe: 'key' },
    });
    expect(JSON.stringify(described)).not.toContain(SECRET);
    await send(described.call, described.seal);
    expect(must(pay.calls[0], 'one call').context.connection).toMatchObject({ credential: SECRET });
  });

  test.each([
    ['another kind', { connectionKind: 'postgres' as const }, { via: 'bank' }, 'wrong-connection'],
    ['a name nobody made', {}, { via: 'bonk' }, 'unknown-connection'],
  ])('[T3] a connection of %s is refused', async (_what, more, args, code) => {
    const { gate } = setUp([fakeTool('pay', 'write', () => committed(), { ...viaBank, ...more })]);
    const described = await gate.describe({
      workspaceId: 'w',
      tool: 'pay',
      args,
      identity: 's',
      checksHash: '' as Hash,
      compensationHash: null,
    });
    expect(described).toMatchObject({ failure: { class: 'permanent', code } });
  });

  test('[T3] a connection that is read only lets no write through', async () => {
    const { gate } = setUp(
      [fakeTool('pay', 'write', () => committed(), viaBank)],
      [{ ...bank, readOnly: true }],
    );
    const described = await gate.describe({
      workspaceId: 'w',
      tool: 'pay',
      args: { via: 'bank' },
      identity: 's',
      checksHash: '' as Hash,
      compensationHash: null,
    });
    expect(described).toMatchObject({ failure: { class: 'denied', code: 'connection-read-only' } });
  });

  test('[G3] a step may raise the risk of its tool and never lower it', async () => {
    const { seal } = setUp([fakeTool('pay', 'irreversible', () => committed(), { risk: 'medium' })]);
    expect((await seal('pay', {}, { risk: 'low' })).call.risk).toBe('high');
    expect((await seal('pay', {}, { risk: 'critical' })).call.risk).toBe('critical');
  });
});

describe('probes', () => {
  const probe = (gate: ReturnType<typeof setUp>['gate'], tool: string, more: object = {}) =>
    gate.probe({
      workspaceId: 'w',
      tool,
      args: {},
      identity: 's',
      signal: new AbortController().signal,
      ...more,
    });

  test('[G1][G5] a check may read, and never write', async () => {
    const look = fakeTool('look', 'read', () => wasRead({ n: 1 }));
    const pay = fakeTool('pay', 'write', () => committed());
    const { gate } = setUp([look, pay]);
    expect(await probe(gate, 'look')).toEqual({ ok: true, output: { n: 1 } });
    expect(await probe(gate, 'pay')).toMatchObject({
      ok: false,
      failure: { class: 'denied', code: 'probe-not-a-read' },
    });
    expect(await probe(gate, 'look', { capability: { tools: ['pay'] } })).toMatchObject({
      ok: false,
      failure: { code: 'not-in-capability' },
    });
    expect(pay.calls).toEqual([]);
  });

  test('[G1] a read that policy does not simply allow is not made for a check', async () => {
    const look = fakeTool('look', 'read', () => wasRead());
    const text = {
      revision: 3,
      gate: '@id("no-looking") forbid (principal, action, resource);',
      approvals: '',
    };
    const gate = createGate({
      catalog: createCatalog([look]),
      connections: createConnections({ source: { find: async () => undefined } }),
      policy: createCedarPolicyDecider(text),
      clock: { now: () => 0 },
    });
    expect(await probe(gate, 'look')).toMatchObject({
      ok: false,
      failure: { class: 'denied', code: 'policy:no-looking' },
    });
    expect(look.calls).toEqual([]);
  });
});

describe('outcomes', () => {
  async function outcomeOf(
    effect: 'read' | 'write',
    answer: Parameters<typeof fakeTool>[2],
    more: object = {},
  ) {
    const { seal, send } = setUp([fakeTool('t', effect, answer, viaBank)]);
    const { call, seal: sealed } = await seal('t', { via: 'bank' });
    return await send(call, sealed, more);
  }
  const untilAborted = (_args: JsonObject, { signal }: { signal: AbortSignal }) =>
    new Promise<ToolOutcome>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
    );

  test('[E2][FM6] a write beyond its limit is unknown, a read is timed out', async () => {
    const late = (_args: JsonObject, { signal }: { signal: AbortSignal }) =>
      new Promise<ToolOutcome>((resolve) =>
        signal.addEventListener(
          'abort',
          () =>
            resolve({
              outcome: 'unknown',
              failure: { class: 'transient', code: 'timeout', message: 'late' },
            }),
          { once: true },
        ),
      );
    expect(await outcomeOf('write', late, { timeoutMs: 5 })).toMatchObject({
      outcome: 'unknown',
      failure: { code: 'timeout' },
    });
    expect(await outcomeOf('read', late, { timeoutMs: 5 })).toMatchObject({
      outcome: 'not-applied',
      failure: { class: 'timed-out' },
    });
  });

  test('[E2] a tool that ignores its limit is left behind', async () => {
    expect(await outcomeOf('write', never, { timeoutMs: 5 })).toMatchObject({
      outcome: 'unknown',
      failure: { code: 'timeout' },
    });
  });

  test('[R5] cancel reaches the tool: a write is unknown, a read is cancelled', async () => {
    expect(await outcomeOf('write', untilAborted, { signal: AbortSignal.abort() })).toMatchObject({
      outcome: 'unknown',
    });
    const stop = new AbortController();
    const reading = outcomeOf(
      'read',
      (args, context) => {
        queueMicrotask(() => stop.abort());
        return untilAborted(args, context);
      },
      { signal: stop.signal },
    );
    expect(await reading).toMatchObject({ outcome: 'not-applied', failure: { class: 'cancelled' } });
  });

  test('[E2] a write that throws is unknown, a read that throws has failed', async () => {
    const throws = () => Promise.reject(new Error('no idea'));
    expect(await outcomeOf('write', throws)).toMatchObject({
      outcome: 'unknown',
      failure: { code: 'tool-threw' },
    });
    expect(await outcomeOf('read', throws)).toMatchObject({
      outcome: 'not-applied',
      failure: { code: 'tool-threw' },
    });
  });

  test('[case 109] [T4] secrets are taken out of outputs and failures, in every spelling', async () => {
    const leak = [SECRET, encodeURIComponent(SECRET), Buffer.from(`user:${SECRET}`).toString('base64')];
    const outcome = await outcomeOf('write', () => committed({ list: leak, [SECRET]: 1 }));
    expect(JSON.stringify(outcome)).not.toMatch(/horse|Y29ycmVj|cnJlY3Q/);
    const failed = await outcomeOf('write', () => ({
      outcome: 'not-applied',
      final: true,
      failure: { class: 'permanent', code: 'x', message: `bad ${SECRET}` },
    }));
    expect(failed).toMatchObject({ failure: { message: 'bad [redacted]' } });
  });

  test('[T4] an output beyond the limit is not kept; a change stays a change', async () => {
    const huge = 'x'.repeat(4 * 1024 * 1024);
    expect(await outcomeOf('read', () => wasRead(huge))).toMatchObject({
      outcome: 'not-applied',
      failure: { code: 'output-too-large' },
    });
    expect(await outcomeOf('write', () => committed(huge))).toMatchObject({
      outcome: 'committed',
      output: { dropped: expect.any(String) },
    });
  });

  test('[T4] [case 107] an output nested too deep is not kept; a change stays a change, also when it is looked up', async () => {
    let deep: Json = 'end';
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(await outcomeOf('read', () => wasRead(deep))).toMatchObject({
      outcome: 'not-applied',
      failure: { class: 'permanent', code: 'output-too-deep' },
    });
    const dropped = { dropped: 'The output is nested more than 100 levels deep and is not kept.' };
    expect(await outcomeOf('write', () => committed(deep))).toEqual({
      outcome: 'committed',
      output: dropped,
    });
    const looked = fakeTool('looked', 'write', () => committed(), {
      reconcile: async () => ({ verdict: 'committed', final: true, evidence: 'Found.', output: deep }),
    });
    const { gate } = setUp([looked]);
    const found = await gate.reconcile({
      workspaceId: 'w',
      runId: 'run',
      address: { stepId: 'pay' },
      operationKey: 'op',
      tool: 'looked',
      args: {},
      identity: 's',
      signal: new AbortController().signal,
    });
    expect(found).toMatchObject({ verdict: 'committed', output: dropped });
  });

  test('[E2] a tool without reconcile leaves the question to a person; one that fails is asked again', async () => {
    const asked = {
      workspaceId: 'w',
      runId: 'run',
      address: { stepId: 'pay' },
      operationKey: 'op',
      args: {},
      identity: 's',
      signal: new AbortController().signal,
    };
    const mute = fakeTool('mute', 'write', () => committed());
    const flaky = fakeTool('flaky', 'write', () => committed(), {
      reconcile: () => Promise.reject(new Error(`down ${SECRET}`)),
    });
    const { gate } = setUp([mute, flaky]);
    expect(await gate.reconcile({ ...asked, tool: 'mute' })).toMatchObject({
      verdict: 'inconclusive',
      final: true,
    });
    expect(await gate.reconcile({ ...asked, tool: 'flaky' })).toMatchObject({
      verdict: 'inconclusive',
      final: false,
    });
  });
});

test('[A1] the hash of a call does not depend on the order of its members', async () => {
  const { seal } = setUp([fakeTool('pay', 'write', () => committed())]);
  const { call } = await seal('pay', { to: 'ann', amount: 5 });
  const reversed = Object.fromEntries(Object.entries(call).reverse()) as Call;
  expect(callHash(reversed)).toBe(callHash(call));
});

describe('a wait', () => {
  const again = { outcome: 'not-yet' as const, message: `Not yet, says ${SECRET}.`, againAt: 5_000 };
  const anyArgs = { argsSchema: { type: 'object' } };

  test('may be asked for by a read; it learns since when, and asks through the gate what its step may use', async () => {
    const asked: unknown[] = [];
    const look = fakeTool('look', 'read', () => wasRead({ lag: 3 }), anyArgs);
    const change = fakeTool('change', 'write', () => committed(), anyArgs);
    const wait = fakeTool(
      'wait',
      'read',
      async (_args, { wait: waits }) => {
        asked.push(waits?.since, waits?.now, await waits?.probe('look', {}));
        asked.push(await waits?.probe('change', {}), await waits?.probe('hidden', {}));
        return again;
      },
      viaBank,
    );
    const { seal, send } = setUp([wait, look, change]);
    const { call, seal: sealed } = await seal('wait', { via: 'bank' });
    const outcome = await send(call, sealed, {
      waitingSince: 400,
      capability: { tools: ['wait', 'look', 'change'] },
    });
    expect(outcome).toEqual({ ...again, message: 'Not yet, says [redacted].' });
    expect(asked).toMatchObject([
      400,
      1_000,
      { ok: true, output: { lag: 3 } },
      { ok: false, failure: { class: 'denied', code: 'probe-not-a-read' } },
      { ok: false, failure: { class: 'denied', code: 'not-in-capability' } },
    ]);
    expect(change.calls).toEqual([]);
  });

  test('[E2] a write that would wait is unknown', async () => {
    const { seal, send } = setUp([fakeTool('pay', 'write', () => again)]);
    const { call, seal: sealed } = await seal('pay', {});
    expect(await send(call, sealed)).toMatchObject({ outcome: 'unknown' });
  });
});
