import type { Problem } from '#core/plan/problem.ts';
import { planHash } from '#core/plan/normal-form.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Provenance } from '#core/run/events.ts';
import type { Sql } from '#db/connect.ts';
import { insertPlan } from '#db/plans.ts';
import { inTransaction } from '#db/transaction.ts';
import { newId } from '#server/new-id.ts';
import type { WebApp } from '#server/web-app.ts';
import { mustBeSubmittable } from './check-document.ts';
import { actorOf, type Member } from './member.ts';

export type CreatePlanInput = {
  title: string;
  document: PlanDocument;
  note: string;
  provenance?: Provenance;
};
export type SavedVersion = { planId: string; version: number; hash: string; problems: Problem[] };
/** What is done in the transaction that makes the version; what it throws takes the version back. */
export type Alongside = (tx: Sql, made: { planId: string; version: number }) => Promise<void>;

/** A new plan with its first version, in review. */
export async function createPlan(
  app: WebApp,
  member: Member,
  input: CreatePlanInput,
  alongside: Alongside = async () => {},
): Promise<SavedVersion> {
  const { document, problems } = await mustBeSubmittable(app, member.workspace.id, input.document);
  const planId = newId('plan');
  const hash = planHash(document);
  const provenance = input.provenance ?? { role: 'planner', kind: 'person', ref: member.user.id };
  const plan = { planId, title: input.title, createdBy: member.user.id };
  await inTransaction(app.sql, async (tx) => {
    await insertPlan(tx, member.workspace.id, plan, {
      document,
      hash,
      note: input.note,
      submittedBy: actorOf(member),
      provenance,
    });
    await alongside(tx, { planId, version: 1 });
  });
  await app.feed.notify({ workspaceId: member.workspace.id, kind: 'plan', planId, version: 1 });
  return { planId, version: 1, hash, problems };
}
