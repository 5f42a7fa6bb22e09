import { contentHash } from '#core/hash.ts';
import { templateProblems, type PlaybookParameter } from '#core/plan/playbook-template.ts';
import { findVersion, type PlanVersionWithDocument } from '#db/plans.ts';
import { findRunHead } from '#db/runs.ts';
import { insertSavedPlaybook } from '#db/saved-playbooks.ts';
import { findPlaybook } from '#server/planner/playbooks.ts';
import { codeArgumentsOf } from '#server/planner/saved-playbook.ts';
import { notFound, refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import { actorOf, type Member } from './member.ts';

export type SavePlaybookInput = {
  name: string;
  title: string;
  description: string;
  planId: string;
  version: number;
  /** The run that ended on that version. */
  runId?: string | undefined;
  parameters: PlaybookParameter[];
  /** The newest version of that name, as the person knows it; null: the name is new. */
  replaces: number | null;
};

/** Keeps a plan version to be made again with other values. It holds the proposal alone: no approval, no effect. */
export async function savePlaybook(
  app: WebApp,
  member: Member,
  input: SavePlaybookInput,
): Promise<{ name: string; version: number }> {
  const { name, title, description, planId, parameters, runId, replaces } = input;
  if (findPlaybook(name))
    throw refuse(409, 'playbook-name-taken', `"${name}" is a playbook of the product. Take another name.`);
  const { document, version: planVersion } = await sourceOf(app, member.workspace.id, input);
  const catalog = await app.catalog(member.workspace.id);
  const problems = templateProblems({ document, parameters }, codeArgumentsOf(catalog));
  if (problems.length > 0)
    throw refuse(
      422,
      'playbook-has-problems',
      `This is no playbook yet: ${problems[0]?.message ?? ''} Nothing was saved.`,
      { problems },
    );
  const kept = { name, title, description, document, parameters };
  const saved = await insertSavedPlaybook(
    app.sql,
    member.workspace.id,
    {
      ...kept,
      hash: contentHash(kept),
      planId,
      planVersion,
      runId: runId ?? null,
      savedBy: actorOf(member),
    },
    replaces,
  );
  if (saved.ok) return { name, version: saved.version };
  throw refuse(
    409,
    'playbook-exists',
    saved.newest === 0
      ? `There is no playbook "${name}" any more. Nothing was saved.`
      : `There is a playbook "${name}" already, in version ${saved.newest}. Nothing was saved: take another name, or save it as version ${saved.newest + 1}.`,
    { newest: saved.newest },
  );
}

async function sourceOf(
  app: WebApp,
  workspaceId: string,
  { planId, version, runId }: SavePlaybookInput,
): Promise<PlanVersionWithDocument> {
  const found = await findVersion(app.sql, workspaceId, planId, version);
  if (!found) throw notFound('plan version');
  if (found.state === 'rejected')
    throw refuse(409, 'plan-rejected', 'This version was rejected. Save another version as a playbook.');
  if (runId === undefined) return found;
  const run = await findRunHead(app.sql, workspaceId, runId);
  if (!run || run.planId !== planId) throw notFound('run');
  if (run.planVersion !== version || run.endedAt === null)
    throw refuse(
      409,
      'run-not-on-version',
      `Run ${run.number} has not ended on version ${version}. Load its page again, or save the version itself.`,
    );
  return found;
}
