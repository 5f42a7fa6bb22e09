import { promoteVersion as writePromotion, type PromoteResult } from '#db/promote-version.ts';
import { notFound, refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import { actorOf, type Member } from './member.ts';

export type PromoteVersionInput = { planId: string; version: number };

/** Makes a version of a run the plan's head, in review: what its approval bound was that run alone (V6). */
export async function promoteVersion(
  app: WebApp,
  member: Member,
  { planId, version }: PromoteVersionInput,
): Promise<{ planId: string; version: number }> {
  const workspaceId = member.workspace.id;
  const promoted = await writePromotion(app.sql, workspaceId, { planId, version, by: actorOf(member) });
  if (!promoted.ok) throw refusalOf(promoted, version);
  await app.feed.notify({ workspaceId, kind: 'plan', planId, version });
  return { planId, version };
}

function refusalOf(result: Extract<PromoteResult, { ok: false }>, version: number) {
  switch (result.reason) {
    case 'unknown':
      return notFound('plan version');
    case 'not-of-a-run':
      return refuse(
        409,
        'not-of-a-run',
        `v${version} was not made inside a run. There is nothing to promote.`,
      );
    case 'already-promoted':
      return refuse(409, 'already-promoted', `v${version} was promoted already. Nothing was changed.`);
    case 'rejected':
      return refuse(409, 'version-rejected', `v${version} was rejected. Nothing was changed.`);
    case 'base-moved':
      return refuse(
        409,
        'base-moved',
        `v${result.head.version} was saved after v${version} branched off, and would be dropped. Nothing was changed.`,
        { headVersion: result.head.version, headHash: result.head.hash, choices: ['edit'] },
      );
  }
}
