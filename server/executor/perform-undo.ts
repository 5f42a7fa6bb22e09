/**
 * The last version of a run: what it has done is taken back (E4). Compensations are worked out here, once, with what
 * their steps read and gave, so that the version says exactly what will be sent.
 */
import type { Json, JsonObject } from '#core/json.ts';
import { bindingReferences, resolveBindings } from '#core/plan/binding.ts';
import { PLAN_LIMITS } from '#core/plan/plan-limits.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { addressKey } from '#core/run/address.ts';
import type { Provenance } from '#core/run/events.ts';
import { standingEffects, undoable, type Undoable, undoDocument, type UndoWork } from '#core/run/undo.ts';
import { contextFor, type Scene, stepsBoundIn } from './perform-context.ts';

export const UNDO: Provenance = { role: 'recovery', kind: 'playbook', ref: 'undo@1' };
export type UndoPlan = { document: PlanDocument; note: string } | { none: string };

export async function planUndo(scene: Scene): Promise<UndoPlan> {
  const { state } = scene;
  const found = undoable(state);
  const standing = standingEffects(state).length;
  const works = [];
  const problems: string[] = [];
  for (const one of found) {
    const work = await workedOut(scene, one);
    if ('problem' in work) problems.push(`${addressKey(one.effect.address)}: ${work.problem}`);
    else works.push({ step: one.step, address: one.effect.address, work: work.work });
  }
  if (works.length === 0)
    return { none: ['Nothing that was done can be taken back by the plan.', ...problems].join(' ') };
  const document = undoDocument(state, works);
  if (document.steps.length > PLAN_LIMITS.steps)
    return { none: `${works.length} effects are more than one version can take back.` };
  const left = standing - works.length;
  const note = [
    `Takes back ${works.length === 1 ? '1 effect' : `${works.length} effects, the last one first`}.`,
    ...(left > 0 ? [`${left} of ${standing} cannot be taken back by the plan.`] : []),
    ...problems,
  ].join(' ');
  return { document, note };
}

async function workedOut(
  scene: Scene,
  { effect: { address }, work }: Undoable,
): Promise<{ work: UndoWork } | { problem: string }> {
  const bound = (work.kind === 'tool' ? work.args : (work.inputs ?? {})) as JsonObject;
  const key = addressKey(address);
  const context = await contextFor(scene, address, stepsBoundIn(bound));
  const own = (await scene.outputs.ofAddresses([key])).get(key);
  const resolved = resolveBindings(bound, { ...context, ...(own !== undefined && { output: own }) });
  if (!resolved.ok) return { problem: `${resolved.path} ${resolved.message}` };
  // A value of the world that looks like an expression would be worked out again.
  if (bindingReferences(resolved.args as Json).length > 0)
    return { problem: 'What it needs looks like an expression.' };
  if (work.kind === 'tool') return { work: { ...work, args: resolved.args } };
  return { work: work.inputs ? { ...work, inputs: resolved.args } : work };
}
