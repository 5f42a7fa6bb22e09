import { applyEdits } from '#core/plan/edit.ts';
import { normalizePlan, planHash } from '#core/plan/normal-form.ts';
import type { DriverCommand } from '#core/run/commands.ts';
import type { Trigger } from '#core/run/events.ts';
import type { PerformDeps, Scene } from './perform-context.ts';

/** Asks whoever made the plan for a revision (N7). The plan's next number and the log's earlier versions go with it. */
export async function revise(deps: PerformDeps, scene: Scene, trigger: Trigger): Promise<DriverCommand> {
  const { workspaceId, runId, planId, planVersion, document, steps } = scene.state;
  const { store, facts } = deps;
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
  const next = normalizePlan(edited.document);
  return {
    type: 'propose-revision',
    planVersion: await store.nextPlanVersion(workspaceId, planId),
    document: next,
    planHash: planHash(next),
    note: revision.note,
    provenance: revision.provenance,
    catalog: await facts.catalog(workspaceId),
    earlierHashes: (await store.versionHashes(workspaceId, runId)).map(({ hash }) => hash),
  };
}
