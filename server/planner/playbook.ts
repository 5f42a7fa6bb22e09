/**
 * A playbook: a deterministic planner. It turns a goal and parameters into a plan document, and answers what a run
 * found in real data with edits (N7, N8). Pure: no clock, no I/O. What it needs to know comes in as facts.
 */
import type { Json, JsonObject } from '#core/json.ts';
import type { PlanEdit } from '#core/plan/edit.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { CheckResult, Provenance, Trigger } from '#core/run/events.ts';

/** What a run knows when it asks for a revision. `outputs` holds the observation of failed steps too. */
export type RevisionFacts = { outputs: Readonly<Record<string, Json>>; failedChecks: readonly CheckResult[] };
export type Revision = {
  edits: PlanEdit[];
  /** One sentence: what changed and why. */ note: string;
  provenance: Provenance;
};
/** Work of the driver: asks whoever made the plan for a revision; undefined = nothing to offer. */
export type Reviser = (input: {
  document: PlanDocument;
  facts: RevisionFacts;
  trigger: Trigger;
  provenance: Provenance | undefined;
}) => Promise<Revision | undefined>;

export type Playbook = {
  /** Stable; with the version it is the provenance of every plan made from it: `split-name@1`. */
  id: string;
  version: number;
  title: string;
  description: string;
  /** Words of a goal that speak for this playbook. */
  hints: readonly string[];
  /** JSON Schema of the parameters; the new-plan form is drawn from it. `default` is filled in. */
  parameters: JsonObject;
  plan(goal: string, parameters: JsonObject): PlanDocument;
  revise(
    document: PlanDocument,
    facts: RevisionFacts,
    trigger: Trigger,
  ): { edits: PlanEdit[]; note: string } | undefined;
};

export function playbookRef(playbook: Playbook): string {
  return `${playbook.id}@${playbook.version}`;
}
