/**
 * The outside world of a simulation: four kinds of tool over one ledger. Only the ledger counts effects. Calls go on
 * when the driver that made them is dead, and take effect late, but never after timeout + maxInFlightMs.
 */
import { contentHash } from '#core/hash.ts';
import type { Json, JsonObject } from '#core/json.ts';
import type { ToolContract } from '#core/plan/tool-contract.ts';
import { testTools } from '#core/testing/build-plan.ts';
import { type Address, addressKey } from '#core/run/address.ts';
import { type Call, callHash, sealOf } from '#core/run/call.ts';
import type { Failure } from '#core/run/events.ts';
import type { CallOutcome, GatePort } from '../ports.ts';
import type { Random } from './random.ts';
import type { SimulatedClock } from './simulated-clock.ts';

export const simulatedTools: Record<string, ToolContract> = {
  ...testTools,
  /** A service that can be asked, but does not refuse a repeated call. */
  'test.lookup': { ...testTools['test.write'], name: 'test.lookup', dedupe: 'lookup' } as ToolContract,
};

export type Effect = { operationKey: string; runId: string; address: string; at: number };

export type SimulatedWorld = GatePort & {
  readonly effects: readonly Effect[];
  hasHappened(operationKey: string): boolean;
  /** No call with this key is under way any more. */
  isQuiet(operationKey: string): boolean;
};

type Fate = 'works' | 'fails-before' | 'lost-after' | 'lost-before' | 'slow';

export function createSimulatedWorld(clock: SimulatedClock, random: Random, trouble: number): SimulatedWorld {
  const effects: Effect[] = [];
  const voided = new Set<string>();
  const underWay = new Map<string, number>();
  const hasHappened = (key: string) => effects.some((effect) => effect.operationKey === key);

  function apply(
    tool: ToolContract,
    runId: string,
    address: Address,
    operationKey: string,
  ): 'applied' | 'known' | 'void' {
    if (tool.dedupe === 'key' && voided.has(operationKey)) return 'void';
    if (tool.dedupe === 'key' && hasHappened(operationKey)) return 'known';
    effects.push({ operationKey, runId, address: addressKey(address), at: clock.now() });
    return 'applied';
  }

  function fateOf(): Fate {
    if (!random.chance(trouble)) return 'works';
    return random.pick<Fate>(['fails-before', 'fails-before', 'lost-after', 'lost-before', 'slow']);
  }

  async function write(
    tool: ToolContract,
    input: Parameters<GatePort['dispatch']>[0],
    fate: Fate,
  ): Promise<void> {
    const { runId, address, operationKey } = input;
    // Its timeout may pass first; the effect still comes, within maxInFlightMs of it.
    const delay =
      fate === 'slow' ? input.timeoutMs + random.int(1, tool.maxInFlightMs - 1) : random.int(0, 900);
    await clock.sleep(delay);
    clock.noteActivity();
    apply(tool, runId, address, operationKey);
  }

  async function dispatch(input: Parameters<GatePort['dispatch']>[0]): Promise<CallOutcome> {
    const { call, runId, address, operationKey, seal, signal, timeoutMs } = input;
    clock.noteActivity();
    if (sealOf(callHash(call), runId, address) !== seal)
      throw new Error('The seal does not match what is sent');
    const tool = contractOf(call.tool);
    const fate = fateOf();
    const output: Json = { ok: true, key: call.args.key ?? null };
    if (call.effect === 'read') {
      await clock.sleep(random.int(0, 500), signal).catch(() => {});
      if (signal.aborted) return notApplied('cancelled', 'aborted');
      return fate === 'works' ? { outcome: 'read', output } : notApplied('transient', 'http-503');
    }
    if (fate === 'fails-before') {
      await clock.sleep(random.int(0, 200));
      return notApplied('transient', 'connect-refused');
    }
    if (fate === 'lost-before') {
      await clock.sleep(random.int(0, 200));
      return unknown('connection-reset');
    }
    underWay.set(operationKey, (underWay.get(operationKey) ?? 0) + 1);
    const done = write(tool, input, fate).finally(() =>
      underWay.set(operationKey, (underWay.get(operationKey) ?? 1) - 1),
    );
    const aborted = new Promise<'aborted'>((resolve) =>
      signal.addEventListener('abort', () => resolve('aborted'), { once: true }),
    );
    const timer = new AbortController();
    const timeout = clock.sleep(timeoutMs, timer.signal).then(
      () => 'timeout' as const,
      () => 'timeout' as const,
    );
    const first = await Promise.race([done.then(() => 'done' as const), aborted, timeout]);
    timer.abort(new Error('over'));
    if (first !== 'done') return unknown(first);
    return fate === 'lost-after' ? unknown('connection-reset') : { outcome: 'committed', output };
  }

  return {
    effects,
    hasHappened,
    isQuiet: (key) => (underWay.get(key) ?? 0) === 0,
    dispatch,
    async describe({ workspaceId, tool: name, args, identity, checksHash, compensationHash }) {
      clock.noteActivity();
      const tool = contractOf(name);
      const call: Call = {
        v: 1,
        workspace: workspaceId,
        tool: name,
        toolVersion: tool.version,
        schemaHash: contentHash(tool.argsSchema),
        args,
        resource: `key:${String(args.key)}`,
        connection: null,
        identity,
        environment: null,
        effect: tool.effect,
        dedupe: tool.dedupe,
        risk: tool.risk,
        checksHash,
        compensationHash,
      };
      const { canReconcile, maxInFlightMs } = tool;
      const estimate = { costMicroUsd: 0, tokens: 0, toolCalls: 1 };
      return {
        call,
        callHash: callHash(call),
        summary: `${name} ${String(args.key)}`,
        effectSentence: 'A simulated effect.',
        resource: call.resource,
        estimate,
        canReconcile,
        maxInFlightMs,
      };
    },
    decidePolicy: ({ call }) =>
      call.effect === 'irreversible' || call.args.value === 'ask'
        ? {
            verdict: 'ask',
            rules: ['sim'],
            reason: 'A write asks.',
            revision: 1,
            approvers: 1,
            roles: ['approver'],
            expiresAfterMs: 600_000,
          }
        : { verdict: 'allow', rules: ['sim'], reason: 'Allowed here.', revision: 1 },
    async probe({ args }) {
      clock.noteActivity();
      await clock.sleep(random.int(0, 50));
      return random.chance(trouble / 3)
        ? { ok: false, failure: failure('transient', 'http-503') }
        : { ok: true, output: { ok: true, ...(args as JsonObject) } };
    },
    async reconcile({ operationKey, tool: name, dispatchedAt, timeoutMs }) {
      clock.noteActivity();
      const quiet = clock.now() >= dispatchedAt + timeoutMs + contractOf(name).maxInFlightMs;
      await clock.sleep(random.int(0, 100));
      if (random.chance(trouble / 2))
        return { verdict: 'inconclusive', final: false, evidence: 'It did not answer.' };
      if (hasHappened(operationKey))
        return {
          verdict: 'committed',
          final: true,
          evidence: 'The ledger has it.',
          output: { ok: true, key: null },
        };
      if (contractOf(name).dedupe !== 'key')
        return { verdict: 'not-applied', final: quiet, evidence: 'The ledger does not have it.' };
      voided.add(operationKey); // a late call with this key is defeated from here on
      return { verdict: 'not-applied', final: true, evidence: 'The key has been made void.' };
    },
  };
}

function contractOf(name: string): ToolContract {
  const tool = simulatedTools[name];
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}
function failure(kind: Failure['class'], code: string): Failure {
  return { class: kind, code, message: `Simulated ${code}.` };
}
function notApplied(kind: Failure['class'], code: string): CallOutcome {
  return { outcome: 'not-applied', failure: failure(kind, code), final: false };
}
function unknown(code: string): CallOutcome {
  return { outcome: 'unknown', failure: failure('transient', code) };
}
