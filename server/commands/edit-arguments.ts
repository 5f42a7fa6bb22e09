/**
 * A6: gives one waiting call other arguments. What the tool or policy would refuse is refused here, with nothing changed;
 * what is taken ends the old card, and the executor asks for a new one.
 */
import type { JsonObject } from '#core/json.ts';
import { bindingReferences, malformedBindings } from '#core/plan/binding.ts';
import { parseJsonText } from '#core/plan/json-text.ts';
import { PLAN_LIMITS } from '#core/plan/schema.ts';
import { parseAddressKey } from '#core/run/address.ts';
import { approversNeeded } from '#core/run/approval.ts';
import type { Call } from '#core/run/call.ts';
import { hasRole } from '#core/run/deciding/approvals.ts';
import type { RunState } from '#core/run/state.ts';
import { planStep } from '#core/run/step-status.ts';
import { listMembers, type Member as Person } from '#db/accounts.ts';
import { findApproval } from '#db/approvals.ts';
import { notFound, refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import { actorOf, deciderOf, type Member } from './member.ts';
import { runCommand } from './run-command.ts';

export type EditArgumentsInput = {
  approvalId: string;
  seal: string;
  planVersion: number;
  policyRevision: number;
  args: JsonObject;
  reason?: string;
};

export async function editArguments(
  app: WebApp,
  member: Member,
  input: EditArgumentsInput,
): Promise<{ runId: string; version: number }> {
  const workspaceId = member.workspace.id;
  const record = await findApproval(app.sql, workspaceId, input.approvalId);
  if (!record) throw notFound('approval');
  const loaded = await app.store.load(workspaceId, record.runId);
  if (!loaded) throw notFound('run');
  const call = JSON.parse(record.callText) as Call;
  const { stepId } = parseAddressKey(record.address);
  const args = literalArguments(input.args);
  if (record.status === 'pending')
    await refuseWhatCannotBe(app, member, loaded.state, stepId, { ...call, args });
  const [from, to] = await Promise.all([
    app.store.putPayload(workspaceId, call.args),
    app.store.putPayload(workspaceId, args),
  ]);
  const { approvalId, seal, planVersion, policyRevision, reason } = input;
  const { version } = await runCommand(
    app,
    { workspaceId, runId: record.runId },
    {
      type: 'edit-arguments',
      at: app.clock.now(),
      actor: actorOf(member),
      decider: deciderOf(member),
      approvalId,
      seal,
      planVersion,
      policyRevision,
      args,
      from,
      to,
      ...(reason !== undefined && { reason }),
    },
  );
  await app.feed.notify({ workspaceId, kind: 'approval', runId: record.runId, version });
  return { runId: record.runId, version };
}

/** Values only: no binding, nothing that JSON cannot hold exactly, nothing larger than a plan's argument may be. */
function literalArguments(args: JsonObject): JsonObject {
  const text = JSON.stringify(args);
  const parsed = parseJsonText(text);
  if (!parsed.ok) throw invalid(parsed.message);
  const [bound] = [...bindingReferences(args).map(({ path }) => path), ...malformedBindings(args)];
  if (bound !== undefined)
    throw invalid(`${bound} is a binding. Give the value itself: this is one exact call.`);
  for (const [name, value] of Object.entries(args)) {
    if (new TextEncoder().encode(JSON.stringify(value)).length > PLAN_LIMITS.argumentBytes)
      throw invalid(
        `${name} is larger than ${PLAN_LIMITS.argumentBytes / 1024} KiB, the limit of one argument.`,
      );
  }
  return args;
}

function invalid(message: string) {
  return refuse(422, 'arguments-invalid', message);
}

async function refuseWhatCannotBe(
  app: WebApp,
  member: Member,
  state: RunState,
  stepId: string,
  wanted: Call,
): Promise<void> {
  const step = planStep(state, stepId);
  if (!step) return; // the run has moved on; its own refusal says how
  const { tool, args, identity, checksHash, compensationHash, workspace } = wanted;
  const described = await app.describeCall({
    workspaceId: workspace,
    tool,
    args,
    identity,
    ...(step.risk && { risk: step.risk }),
    checksHash,
    compensationHash,
  });
  if ('failure' in described) throw invalid(described.failure.message);
  const people = await listMembers(app.sql, workspace);
  const policy = app.decidePolicy({
    call: described.call,
    principal: {
      id: state.identity,
      roles: people.find(({ userId }) => userId === state.startedBy?.id)?.roles ?? [],
    },
    runId: state.runId,
    planVersion: state.planVersion,
    ...(step.approval && { stepApproval: step.approval }),
    solo: state.solo,
  });
  if (policy.verdict === 'deny')
    throw refuse(422, 'policy-denies', `Policy denies this call: ${policy.reason} Nothing was changed.`);
  const needed = approversNeeded(state, step, policy);
  const barred = policy.notRequester && !state.solo ? [state.startedBy?.id, member.user.id] : [];
  const available = people.filter((person) => maySign(person, policy.roles ?? [], barred)).length;
  if (available < needed)
    throw refuse(
      409,
      'too-few-approvers',
      `After your edit ${needed} may have to approve, and ${available} could. Nothing was changed.`,
      { needed, available },
    );
}

function maySign(
  { userId, roles }: Person,
  asked: readonly string[],
  barred: readonly (string | undefined)[],
): boolean {
  return (
    roles.includes('approver') &&
    hasRole({ actor: { kind: 'person', id: userId }, roles }, asked) &&
    !barred.includes(userId)
  );
}
