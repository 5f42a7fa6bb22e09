import { applyEdits } from '#core/plan/edit.ts';
import { normalizePlan, planHash } from '#core/plan/normal-form.ts';
import type { DriverCommand } from '#core/run/commands.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Provenance, Trigger } from '#core/run/events.ts';
import { isUndo } from '#core/run/undo.ts';
import { planUndo, UNDO } from './perform-undo.ts';
import type { PerformDeps, Scene } from './perform-context.ts';

/** Asks whoever made the plan for a revision (N7). The plan's next number and the log's earlier versions go with it. */
export async function revise(deps: PerformDeps, scene: Scene, trigger: Trigger): Promise<DriverCommand> {
  const { workspaceId, planId, planVersion, document, steps } = scene.state;
  const { facts } = deps;
  if (isUndo(trigger)) {
    const undo = await planUndo(scene);
    if ('none' in undo) return { type: 'decline-revision', reason: undo.none, provenance: UNDO };
    return proposal(deps, scene, { ...undo, provenance: UNDO });
  }
  const observed = Object.keys(steps).filter(
    (key) => steps[key]?.call !== undefined || steps[key]?.hasOutput,
  );
  const outputs = await scene.outputs.ofAddresses(observed);
  const failedChecks = (trigger.checks ?? []).filter((check) => !check.holds);
  const provenance = await facts.provenanceOf(workspaceId, planId, planVersion);
  const revision = await deps.reviser({
    document,
    facts: { outputs: Object.fromEntries(outputs), failedChecks },
    trigger,
    provenance,
  });
  if (!revision) {
    return {
      type: 'decline-revision',
      reason: 'The planner has nothing to offer.',
      ...(provenance ? { provenance } : {}),
    };
  }
  const edited = applyEdits(document, revision.edits);
  if (!edited.ok)
    return { type: 'decline-revision', reason: edited.message, provenance: revision.provenance };
  return proposal(deps, scene, { ...revision, document: edited.document });
}

async function proposal(
  { store, facts }: PerformDeps,
  { state: { workspaceId, runId, planId } }: Scene,
  { document, note, provenance }: { document: PlanDocument; note: string; provenance: Provenance },
): Promise<DriverCommand> {
  const next = normalizePlan(document);
  return {
    type: 'propose-revision',
    planVersion: await store.nextPlanVersion(workspaceId, planId),
    document: next,
    planHash: planHash(next),
    note,
    provenance,
    catalog: await facts.catalog(workspaceId),
    earlierHashes: (await store.versionHashes(workspaceId, runId)).map(({ hash }) => hash),
  };
}
