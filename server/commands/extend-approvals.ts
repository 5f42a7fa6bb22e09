import { runOfApproval } from '#db/approvals.ts';
import { notFound, refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import { actorOf, deciderOf, type Member } from './member.ts';
import { runCommand } from './run-command.ts';

export async function extendApprovals(
  app: WebApp,
  member: Member,
  approvalIds: string[],
): Promise<{ runId: string; version: number }> {
  const workspaceId = member.workspace.id;
  const runs = new Set<string>();
  for (const approvalId of approvalIds) {
    const runId = await runOfApproval(app.sql, workspaceId, approvalId);
    if (runId === undefined) throw notFound('approval');
    runs.add(runId);
  }
  const [runId, ...others] = runs;
  if (runId === undefined || others.length > 0)
    throw refuse(422, 'several-runs', 'Extend the calls of one run at a time.');
  const { version } = await runCommand(
    app,
    { workspaceId, runId },
    {
      type: 'extend-approvals',
      at: app.clock.now(),
      actor: actorOf(member),
      decider: deciderOf(member),
      approvalIds,
    },
  );
  await app.feed.notify({ workspaceId, kind: 'approval', runId, version });
  return { runId, version };
}
