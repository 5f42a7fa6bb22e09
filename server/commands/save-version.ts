import { planHash } from '#core/plan/normal-form.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { insertVersion } from '#db/plans.ts';
import { inTransaction } from '#db/transaction.ts';
import { notFound, refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import { mustBeSubmittable } from './check-document.ts';
import { refuseMovedBase } from './base-moved.ts';
import type { Alongside, SavedVersion } from './create-plan.ts';
import { actorOf, type Member } from './member.ts';

export type SaveVersionInput = {
  planId: string;
  baseVersion: number;
  baseHash: string;
  document: PlanDocument;
  note: string;
};

/** Seals an edit into the next version (V1). Refused when the base has moved: nothing is overwritten (V2). */
export async function saveVersion(
  app: WebApp,
  member: Member,
  input: SaveVersionInput,
  alongside: Alongside = async () => {},
): Promise<SavedVersion> {
  const { document, problems } = await mustBeSubmittable(app, member.workspace.id, input.document);
  const hash = planHash(document);
  if (hash === input.baseHash)
    throw refuse(422, 'nothing-changed', `This is the same as v${input.baseVersion}.`);
  const base = { version: input.baseVersion, hash: input.baseHash };
  const provenance = { role: 'planner', kind: 'person', ref: member.user.id } as const;
  const saved = await inTransaction(app.sql, async (tx) => {
    const made = await insertVersion(tx, member.workspace.id, input.planId, base, {
      document,
      hash,
      note: input.note,
      submittedBy: actorOf(member),
      provenance,
    });
    if (made.ok) await alongside(tx, { planId: input.planId, version: made.version });
    return made;
  });
  if (saved.ok) {
    await app.feed.notify({
      workspaceId: member.workspace.id,
      kind: 'plan',
      planId: input.planId,
      version: saved.version,
    });
    return { planId: input.planId, version: saved.version, hash, problems };
  }
  if (saved.reason === 'unknown') throw notFound('plan');
  throw refuseMovedBase(input.baseVersion, saved.head);
}
