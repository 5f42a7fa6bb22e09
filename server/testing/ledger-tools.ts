/** Tools whose effects are lines of a list: what really happened, apart from what anybody says about it. */
import type { JsonObject } from '#core/json.ts';
import { ONE_CALL, type Tool, type ToolOutcome } from '#server/tools/tool.ts';

const text = (args: JsonObject, name: string) => String(args[name] ?? '');

function ledgerTool(ledger: string[], name: string, effect: Tool['effect']): Tool {
  return {
    name,
    version: '1',
    description: `${effect} for tests`,
    argsSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['target'],
      properties: { target: { type: 'string' }, value: { type: 'number' } },
    },
    outputSchema: { type: 'object' },
    effect,
    risk: effect === 'irreversible' ? 'critical' : effect === 'write' ? 'medium' : 'low',
    dedupe: 'key',
    maxInFlightMs: 1_000,
    canReconcile: true,
    resource: (args) => text(args, 'target'),
    summary: (args) => `${effect} ${text(args, 'target')}`,
    effectSentence: (args) => `Does ${effect} to ${text(args, 'target')}.`,
    estimate: () => ONE_CALL,
    async execute(args): Promise<ToolOutcome> {
      if (effect === 'read') return { outcome: 'read', output: { target: text(args, 'target'), ok: true } };
      ledger.push(`${name} ${text(args, 'target')}`);
      return { outcome: 'committed', output: { done: true } };
    },
    reconcile: async () => ({ verdict: 'inconclusive', final: false, evidence: 'Nobody asked.' }),
  };
}

export function ledgerTools(ledger: string[]): Tool[] {
  return [
    ledgerTool(ledger, 'test.read', 'read'),
    ledgerTool(ledger, 'test.write', 'write'),
    ledgerTool(ledger, 'test.drop', 'irreversible'),
  ];
}
