/** The playbooks of this installation, and which of them a goal speaks to. */
import type { JsonObject } from '#core/json.ts';
import { validateJson } from '#core/plan/json-schema.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Provenance } from '#core/run/events.ts';
import { type Playbook, playbookRef } from './playbook.ts';
import { changeConfig } from './playbooks/change-config.ts';
import { rotateKeys } from './playbooks/rotate-keys.ts';
import { slowOrders } from './playbooks/slow-orders.ts';
import { splitName } from './playbooks/split-name.ts';

const playbooks: readonly Playbook[] = [splitName, rotateKeys, slowOrders, changeConfig];

export function listPlaybooks(): readonly Playbook[] {
  return playbooks;
}

export function findPlaybook(ref: string): Playbook | undefined {
  return playbooks.find((playbook) => playbook.id === ref || playbookRef(playbook) === ref);
}

/** Best first; only those with at least one hint in the goal. `score` is the share of hints found, 0 to 1. */
export function matchPlaybooks(
  goal: string,
  among: readonly Playbook[] = playbooks,
): { playbook: Playbook; score: number }[] {
  const words = goal.toLowerCase();
  return among
    .map((playbook) => ({
      playbook,
      score: playbook.hints.filter((hint) => words.includes(hint)).length / playbook.hints.length,
    }))
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score);
}

export type MadePlan =
  | { ok: true; document: PlanDocument; provenance: Provenance }
  | { ok: false; problems: { path: string; message: string }[] };

/** Fills in defaults, checks the parameters against the playbook's schema and makes the plan. */
export function makePlan(playbook: Playbook, parameters: JsonObject, goal: string): MadePlan {
  if (goal.trim() === '')
    return { ok: false, problems: [{ path: '/goal', message: 'Write what must be true at the end.' }] };
  const filled = withSchemaDefaults(playbook.parameters, parameters);
  const problems = validateJson(playbook.parameters, filled);
  if (problems.length > 0)
    return {
      ok: false,
      problems: problems.map((problem) => ({ path: `/parameters${problem.path}`, message: problem.message })),
    };
  return {
    ok: true,
    document: playbook.plan(goal.trim(), filled),
    provenance: { role: 'planner', kind: 'playbook', ref: playbookRef(playbook) },
  };
}

function withSchemaDefaults(schema: JsonObject, values: JsonObject): JsonObject {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonObject>;
  const filled: JsonObject = { ...values };
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(filled, name) && property['default'] !== undefined) filled[name] = property['default'];
  }
  return filled;
}
