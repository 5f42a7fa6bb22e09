import type { Json, JsonObject } from '#core/json.ts';
import type { EffectClass } from '#core/plan/tool-contract.ts';
import type { Tool, ToolContext, ToolOutcome } from '../tools/tool.ts';
import { ONE_CALL } from '../tools/tool.ts';

export type FakeTool = Tool & { calls: { args: JsonObject; context: ToolContext }[] };

/** A tool that records its calls; what it answers is up to the test. */
export function fakeTool(
  name: string,
  effect: EffectClass,
  answer: (args: JsonObject, context: ToolContext) => ToolOutcome | Promise<ToolOutcome>,
  more: Partial<Tool> = {},
): FakeTool {
  const calls: FakeTool['calls'] = [];
  return {
    name,
    version: '1',
    description: name,
    effect,
    risk: 'low',
    dedupe: 'key',
    maxInFlightMs: 0,
    canReconcile: false,
    argsSchema: {
      type: 'object',
      additionalProperties: false,
      properties: { to: { type: 'string' }, amount: { type: 'integer' } },
    },
    outputSchema: {},
    resource: (args) => (typeof args['to'] === 'string' ? `account/${args['to']}` : null),
    summary: () => `Call ${name}`,
    effectSentence: () => 'Does what the test says.',
    estimate: () => ONE_CALL,
    async execute(args, context) {
      calls.push({ args, context });
      return await answer(args, context);
    },
    ...more,
    calls,
  };
}

export const committed = (output: Json = {}): ToolOutcome => ({ outcome: 'committed', output });
export const wasRead = (output: Json = {}): ToolOutcome => ({ outcome: 'read', output });
