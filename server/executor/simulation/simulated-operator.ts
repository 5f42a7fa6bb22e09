import type { JsonObject } from '#core/json.ts';
import { addressKey } from '#core/run/address.ts';
import type { RunCommand } from '#core/run/commands.ts';
import type { Actor } from '#core/run/events.ts';
import type { RunState } from '#core/run/state.ts';
import type { Random } from './random.ts';
import type { SimulatedWorld } from './simulated-world.ts';

const ann: Actor = { kind: 'person', id: 'ann' };
const decider = { actor: ann, roles: ['operator', 'approver', 'admin'] };

/** What a person who looks at the run would do next, or nothing. They answer truthfully: they can look at the ledger. */
export function operatorMove(
  state: RunState,
  world: SimulatedWorld,
  random: Random,
  at: number,
): RunCommand | undefined {
  const moves: RunCommand[] = [];
  const base = { at, actor: ann };
  for (const [approvalId, approval] of Object.entries(state.approvals)) {
    if (approval.status !== 'pending') continue;
    const { seal, policy, callText, summary } = approval.request;
    const { resource } = JSON.parse(callText) as { resource: string | null };
    const verdict = random.chance(0.9) ? ('approve' as const) : ('reject' as const);
    moves.push({
      ...base,
      type: 'decide-approvals',
      decider,
      verdict,
      decisions: [{ approvalId, seal }],
      planVersion: state.planVersion,
      policyRevision: policy.revision,
      reason: 'Looked at the arguments.',
      next: random.pick(['skip', 'stop'] as const),
      typed: resource ?? summary,
    });
  }
  for (const [approvalId, { status, address, request }] of Object.entries(state.approvals)) {
    if (status !== 'pending') continue;
    const { seal, policy, callText } = request;
    const { args } = JSON.parse(callText) as { args: JsonObject };
    if (random.chance(0.2)) {
      const edited = {
        ...args,
        key: `${String(args.key)}-${addressKey(address)}`,
        value: random.pick(['ask', 'go']),
      };
      moves.push({
        ...base,
        type: 'edit-arguments',
        decider,
        approvalId,
        seal,
        planVersion: state.planVersion,
        policyRevision: policy.revision,
        args: edited,
        from: { inline: args },
        to: { inline: edited },
      });
    }
    if (random.chance(0.05))
      moves.push({ ...base, type: 'extend-approvals', decider, approvalIds: [approvalId] });
  }
  for (const step of Object.values(state.steps)) {
    const { address, call } = step;
    if (step.status === 'unknown' && call && step.reconcileAt === null && world.isQuiet(call.operationKey)) {
      const verdict = world.hasHappened(call.operationKey)
        ? ('happened' as const)
        : ('did-not-happen' as const);
      moves.push({
        ...base,
        type: 'resolve-unknown',
        address,
        operationKey: call.operationKey,
        verdict,
        evidence: 'I looked into the ledger.',
      });
    }
    if (step.askedPerson && step.endedAt === undefined)
      moves.push({ ...base, type: 'answer-person-step', address, output: { inline: { seen: true } } });
    if (step.status === 'failed' && random.chance(0.5)) moves.push({ ...base, type: 'retry-step', address });
    if (step.approvalId && state.approvals[step.approvalId]?.status === 'expired')
      moves.push({ ...base, type: 'ask-approval-again', address });
  }
  if (random.chance(0.05)) moves.push({ ...base, type: 'pause-run' });
  if (state.status === 'paused') moves.push({ ...base, type: 'resume-run' });
  if (random.chance(0.03))
    moves.push({ ...base, type: 'stop-run', mode: random.pick(['after-running', 'cancel-now'] as const) });
  return moves.length > 0 ? random.pick(moves) : undefined;
}
