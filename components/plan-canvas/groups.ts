import type { MarkState } from '#components/marks/state-looks.ts';
import type { CanvasStep } from './canvas-step.ts';
import type { StepMark } from './canvas-store.ts';

/** Steps that do the same to many things and stand side by side: drawn as one card while the group is closed (ux 6.4). */
export type StepGroup = {
  /** Not the id of a step: those have no colon. */
  id: string;
  title: string;
  members: string[];
  /** Numbers of the first and last member. */
  numbers: [number, number];
  does: string;
  effect: CanvasStep['effect'];
  needsApproval: boolean;
  /** Steps outside that a member needs. */
  needs: string[];
};

const LEAST = 4;
/** Plans larger than this open with their groups closed. */
export const GROUPS_CLOSED_OVER = 150;

/**
 * Steps are alike when they do the same, need the same and are called the same but for the end ("Copy part 1", "Copy
 * part 2"). What follows each of a group needs the same once the group is one: parallel chains group stage by stage.
 */
export function findGroups(steps: readonly CanvasStep[]): StepGroup[] {
  const nodeOf = new Map(steps.map((step) => [step.id, step.id]));
  const groups: StepGroup[] = [];
  for (let found = true; found;) {
    found = false;
    const alike = new Map<string, CanvasStep[]>();
    for (const step of steps) {
      if (nodeOf.get(step.id) !== step.id) continue;
      const needs = [...new Set(step.needs.map((need) => nodeOf.get(need) ?? need))].sort();
      const key = JSON.stringify([
        step.does,
        step.effect,
        step.needsApproval ?? false,
        firstWord(step),
        needs,
      ]);
      const list = alike.get(key);
      if (list) list.push(step);
      else alike.set(key, [step]);
    }
    for (const members of alike.values()) {
      const [first] = members;
      if (!first || members.length < LEAST) continue;
      found = true;
      const group = groupOf(first, members);
      groups.push(group);
      for (const member of members) nodeOf.set(member.id, group.id);
    }
  }
  return groups;
}

function groupOf(first: CanvasStep, members: readonly CanvasStep[]): StepGroup {
  const numbers = members.map((member) => member.number);
  return {
    id: `group:${first.id}`,
    title: commonTitle(members.map((member) => member.title)) || first.does,
    members: members.map((member) => member.id),
    numbers: [Math.min(...numbers), Math.max(...numbers)],
    does: first.does,
    effect: first.effect,
    needsApproval: first.needsApproval ?? false,
    needs: [...new Set(members.flatMap((member) => member.needs))],
  };
}

function firstWord(step: CanvasStep): string {
  return step.title.trim().split(/\s+/, 1)[0]?.toLowerCase() ?? '';
}

/** The words all titles begin with, without a last word that only counts. */
export function commonTitle(titles: readonly string[]): string {
  const [first = [], ...others] = titles.map((title) => title.trim().split(/\s+/));
  let length = 0;
  while (length < first.length && others.every((words) => words[length] === first[length])) length += 1;
  return first
    .slice(0, length)
    .join(' ')
    .replace(/[\s,:#-]*\b(part|batch|shard|chunk|number|no\.?)?[\s,:#-]*$/i, '');
}

/** A group shows its worst child, in this order. */
const worstFirst: readonly MarkState[] = [
  'unknown',
  'needs-approval',
  'failed',
  'stopping',
  'running',
  'checking',
  'retrying',
  'paused',
  'ready',
  'waiting',
  'cancelled',
  'dropped',
  'undone',
  'skipped',
  'done',
];

export type Parts = Partial<Record<MarkState, number>>;

export function partsOf(members: readonly string[], marks: Readonly<Record<string, StepMark>>): Parts {
  const parts: Parts = {};
  for (const member of members) {
    const state = marks[member]?.state;
    if (state) parts[state] = (parts[state] ?? 0) + 1;
  }
  return parts;
}

export function worstOf(parts: Parts): MarkState | undefined {
  return worstFirst.find((state) => (parts[state] ?? 0) > 0);
}

const barOrder: readonly MarkState[] = [
  'done',
  'undone',
  'skipped',
  'dropped',
  'cancelled',
  'failed',
  'unknown',
  'needs-approval',
  'stopping',
  'running',
  'checking',
  'retrying',
  'paused',
  'ready',
  'waiting',
];

/** Finished first, as a bar fills up; then what goes on, then what waits. */
export function segmentsOf(parts: Parts): { state: MarkState; count: number }[] {
  return barOrder.flatMap((state) => (parts[state] ? [{ state, count: parts[state] }] : []));
}
