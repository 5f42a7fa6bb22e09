import { z } from 'zod';
import { Problem } from '#core/plan/problem.ts';
import { PlanDocument } from '#core/plan/schema.ts';
import { notBuilt, procedureFor, router } from './init.ts';
import { HashText, PlanId, VersionNumber, once } from './shapes/people.ts';
import { Comparison, Layout, PlanDetail, PlanRow, VersionDetail, VersionState } from './shapes/plans.ts';

const Named = z.strictObject({ planId: PlanId, version: VersionNumber });
const Verdict = z.strictObject({ planId: PlanId, version: VersionNumber, hash: HashText, reason: z.string().trim().max(2_000).optional(), ...once });
const Decided = z.strictObject({ planId: PlanId, version: VersionNumber, state: VersionState, /** it was decided as a revision of this run */ runId: z.string().nullable() });
const Saved = z.strictObject({ planId: PlanId, version: VersionNumber, hash: HashText, problems: z.array(Problem) });

export const plansRouter = router({
  list: procedureFor('viewer')
    .input(z.strictObject({ limit: z.int().min(1).max(200).default(100), search: z.string().max(200).optional() }).default({ limit: 100 }))
    .output(z.strictObject({ plans: z.array(PlanRow) }))
    .query(() => notBuilt()),
  get: procedureFor('viewer').input(z.strictObject({ planId: PlanId })).output(PlanDetail).query(() => notBuilt()),
  version: procedureFor('viewer').input(Named).output(VersionDetail).query(() => notBuilt()),
  layout: procedureFor('viewer').input(Named).output(Layout).query(() => notBuilt()),
  compare: procedureFor('viewer')
    .input(z.strictObject({ planId: PlanId, from: VersionNumber, to: VersionNumber }))
    .output(Comparison)
    .query(() => notBuilt()),
  /** Approving opens the gate to start runs; it authorises no step (V3). A revision of a run is decided in that run. */
  approve: procedureFor('approver').input(Verdict).output(Decided).mutation(() => notBuilt()),
  reject: procedureFor('approver').input(Verdict.extend({ reason: z.string().trim().min(1).max(2_000) })).output(Decided).mutation(() => notBuilt()),
  lint: procedureFor('author').input(z.strictObject({ document: z.unknown() })).output(z.strictObject({ problems: z.array(Problem) })).query(() => notBuilt()),
  /** Imports a document as a new plan. */
  create: procedureFor('author')
    .input(z.strictObject({ title: z.string().trim().min(1).max(200), document: PlanDocument, note: z.string().trim().min(1).max(500), ...once }))
    .output(Saved)
    .mutation(() => notBuilt()),
  /** Seals an edit of `baseVersion` into the next version; refused with 409 when the head has moved (V2). */
  saveVersion: procedureFor('author')
    .input(z.strictObject({ planId: PlanId, baseVersion: VersionNumber, baseHash: HashText, document: PlanDocument, note: z.string().trim().min(1).max(500), ...once }))
    .output(Saved)
    .mutation(() => notBuilt()),
});
