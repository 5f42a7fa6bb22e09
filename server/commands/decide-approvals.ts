import type { OperatorCommand } from '#core/run/commands.ts';
import { runOfApproval } from '#db/approvals.ts';
import { notFound, refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import { actorOf, deciderOf, type Member } from './member.ts';
import { runCommand } from './run-command.ts';

type Decide = Extract<OperatorCommand, { type: 'decide-approvals' }>;
export type DecideApprovalsInput = Omit<Decide, 'type' | 'decider'>;

/** The only way an approval is decided. Who decides comes from the session; what they saw from the request (A2). */
export async function decideApprovals(
  app: WebApp,
  member: Member,
  input: DecideApprovalsInput,
): Promise<{ runId: string; version: number }> {
  const workspaceId = member.workspace.id;
  if (new Set(input.decisions.map(({ approvalId }) => approvalId)).size < input.decisions.length)
    throw refuse(422, 'approval-named-twice', 'Name each approval once. Nothing was decided.');
  const runs = new Set<string>();
  for (const { approvalId } of input.decisions) {
    const runId = await runOfApproval(app.sql, workspaceId, approvalId);
    if (runId === undefined) throw notFound('approval');
    runs.add(runId);
  }
  const [runId, ...others] = runs;
  if (runId === undefined || others.length > 0)
    throw refuse(422, 'several-runs', 'Decide the calls of one run at a time.');
  const { version } = await runCommand(
    app,
    { workspaceId, runId },
    {
      ...input,
      type: 'decide-approvals',
      at: app.clock.now(),
      actor: actorOf(member),
      decider: deciderOf(member),
    },
  );
  await app.feed.notify({ workspaceId, kind: 'approval', runId, version });
  return { runId, version };
}
