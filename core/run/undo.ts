/**
 * E4: what a run has done is taken back by a last version of its plan. Its steps are those that are done, kept as they
 * are, and one step for each committed effect, made of the compensation of the step that had it: the last commit first,
 * one after the other. They are steps like any other: prepared, gated, journaled, reconciled. An effect counts until
 * the step that takes it back has succeeded; one that fails stops the rest.
 */
import { shortened } from '../plan/export/visible-text.ts';
import type { PersonWork, PlanDocument, Step, ToolWork } from '../plan/schema.ts';
import { addressKey, type Address } from './address.ts';
import type { Trigger } from './events.ts';
import { get, keysOf } from './record.ts';
import type { EffectEntry, RunState } from './state.ts';
import { planStep } from './step-status.ts';

/** What takes an effect back: a call, or a person who does it by hand. */
export type UndoWork = ToolWork | PersonWork;
/** Its work still with bindings, as the plan has it. */
export type Undoable = { effect: EffectEntry; step: Step; work: UndoWork };

export function isUndo({ kind }: Trigger): boolean {
  return kind === 'undo-after-failure' || kind === 'undo-requested';
}

export function undoBy({ kind, message }: Trigger): NonNullable<RunState['undo']> {
  return { cause: kind === 'undo-requested' ? 'operator' : 'step-failure', reason: message };
}

/** Committed, not taken back, and no taking back itself: the last commit first. */
export function standingEffects(state: RunState): EffectEntry[] {
  return keysOf(state.effects)
    .flatMap((key) => get(state.effects, key) ?? [])
    .filter((effect) => effect.state === 'committed' && effect.undoes === undefined)
    .filter(({ address }) => planStep(state, address.stepId)?.undoes === undefined)
    .toSorted((a, b) => (b.commit ?? 0) - (a.commit ?? 0));
}

/** Those that the plan says how to take back, in the order in which that is done. */
export function undoable(state: RunState): Undoable[] {
  return standingEffects(state).flatMap((effect) => {
    const step = planStep(state, effect.address.stepId);
    const work = step?.compensation;
    return step && (work?.kind === 'tool' || work?.kind === 'person') ? [{ effect, step, work }] : [];
  });
}

/** Operations of `state` that the step of `document` at this address takes back. */
export function undoneBy(state: RunState, step: Step): string[] {
  if (!step.undoes) return [];
  const key = keyOf(step.undoes);
  return standingEffects(state)
    .filter(({ address }) => addressKey(address) === key)
    .map(({ operationKey }) => operationKey);
}

/** Committed effects that no step of `document` takes back: they remain, and a person has to know before. */
export function leftStanding(state: RunState, document: PlanDocument): EffectEntry[] {
  const taken = new Set(document.steps.flatMap(({ undoes }) => (undoes ? [keyOf(undoes)] : [])));
  return standingEffects(state).filter(({ address }) => !taken.has(addressKey(address)));
}

/** The last version. `works` are resolved: not a binding is left in them, since what they read may not be in it. */
export function undoDocument(
  state: RunState,
  works: readonly { step: Step; address: Address; work: UndoWork }[],
): PlanDocument {
  const kept = keptSteps(state);
  const taken = new Set([...kept.map(({ id }) => id), ...keysOf(state.steps)]);
  const steps: Step[] = [];
  for (const { step, address, work } of works) {
    const id = freeId(address, taken);
    taken.add(id);
    const before = steps.at(-1);
    const { item } = address;
    steps.push({
      id,
      title: shortened(`Undo: ${step.title}${item === undefined ? '' : ` (${item + 1})`}`, TITLE_CHARACTERS),
      work,
      undoes: item === undefined ? { step: step.id } : { step: step.id, item },
      ...(before && { needs: [before.id] }),
      ...(step.risk && { risk: step.risk }),
      ...(step.approval && { approval: step.approval }),
      ...(step.timeoutMs !== undefined && { timeoutMs: step.timeoutMs }),
      ...(step.retry && { retry: step.retry }),
    });
  }
  return { ...state.document, steps: [...kept, ...steps] };
}

const TITLE_CHARACTERS = 500;
const ID_CHARACTERS = 64;

function keyOf({ step, item }: NonNullable<Step['undoes']>): string {
  return addressKey(item === undefined ? { stepId: step } : { stepId: step, item });
}

/** What is done, as long as all that it waited for is kept too. */
function keptSteps(state: RunState): Step[] {
  const isDone = ({ id }: Step) =>
    ['succeeded', 'skipped', 'undone'].includes(get(state.steps, id)?.status ?? '');
  let kept = state.document.steps.filter(isDone);
  for (;;) {
    const ids = new Set(kept.map(({ id }) => id));
    const next = kept.filter(({ needs = [] }) => needs.every((id) => ids.has(id)));
    if (next.length === kept.length) return kept;
    kept = next;
  }
}

function freeId({ stepId, item }: Address, taken: ReadonlySet<string>): string {
  const end = item === undefined ? '' : `_${item}`;
  for (let number = 1; ; number += 1) {
    const tail = `${end}${number === 1 ? '' : `_${number}`}`;
    const id = `undo_${stepId}`.slice(0, ID_CHARACTERS - tail.length) + tail;
    if (!taken.has(id)) return id;
  }
}
