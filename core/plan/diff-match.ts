/**
 * Which step of one version is which step of another: equal ids first, then likeness (0.35 tool, 0.35 arguments,
 * 0.20 neighbours, 0.10 title; 0.6 at least). Likeness is for reading a diff only: authority follows ids.
 * Symmetric: matching (b, a) gives the pairs of (a, b) turned round.
 */
import { canonicalJson, type Json } from '../json.ts';
import { renameSteps } from './expressions.ts';
import { indexGraph } from './graph.ts';
import type { PlanDocument, Step, Work } from './schema.ts';
import { stepFieldChanges } from './step-fields.ts';

export type StepMatch = { from: Step; to: Step; matchedBy: 'id' | 'likeness'; likeness?: number };
/** Two steps that a person has said are not the same one, in either direction. */
export type ApartPair = { from: string; to: string };

const LIKE_ENOUGH = 0.6;
/** Above so many pairs only steps with the same work are compared, and above it still none: a mostly new plan. */
const MOST_PAIRS = 100_000;

export function matchSteps(
  from: PlanDocument,
  to: PlanDocument,
  apart: readonly ApartPair[] = [],
): StepMatch[] {
  const [before, after] = [byId(from), byId(to)];
  const matches: StepMatch[] = [];
  for (const [id, step] of before) {
    const other = after.get(id);
    if (other) matches.push({ from: step, to: other, matchedBy: 'id' });
  }
  const gone = [...before.values()].filter(({ id }) => !after.has(id));
  const fresh = [...after.values()].filter(({ id }) => !before.has(id));
  return [...matches, ...matchByLikeness(gone, fresh, from, to, apart)];
}

/** Steps that only got another id: earlier id → later id. What they do, need and check is the same. */
export function pureRenames(from: PlanDocument, to: PlanDocument): Map<string, string> {
  const alike = matchSteps(from, to).filter(({ matchedBy }) => matchedBy === 'likeness');
  const names = new Map(alike.map((match) => [match.from.id, match.to.id]));
  if (names.size === 0) return names;
  const renamed = byId(renameSteps(from, (id) => names.get(id) ?? id));
  for (const match of alike) {
    const before = renamed.get(match.to.id);
    if (!before || stepFieldChanges(before, match.to).some((field) => field.class !== 'C'))
      names.delete(match.from.id);
  }
  return names;
}

function matchByLikeness(
  gone: Step[],
  fresh: Step[],
  from: PlanDocument,
  to: PlanDocument,
  apart: readonly ApartPair[],
): StepMatch[] {
  if (gone.length === 0 || fresh.length === 0) return [];
  const separate = new Set(apart.flatMap((pair) => [`${pair.from} ${pair.to}`, `${pair.to} ${pair.from}`]));
  const few = gone.length * fresh.length <= MOST_PAIRS;
  const [left, right] = [gone.map(featuresOf(from)), fresh.map(featuresOf(to))];
  const pairs: { from: Step; to: Step; likeness: number; key: string }[] = [];
  let compared = 0;
  for (const a of left) {
    for (const b of right) {
      if (!few && a.tool !== b.tool) continue;
      compared += 1;
      if (compared > MOST_PAIRS) return [];
      const likeness = likenessOf(a, b);
      // The key does not depend on which side is which, so that ties are broken alike both ways.
      if (likeness >= LIKE_ENOUGH && !separate.has(`${a.step.id} ${b.step.id}`))
        pairs.push({ from: a.step, to: b.step, likeness, key: [a.step.id, b.step.id].sort().join(' ') });
    }
  }
  pairs.sort((a, b) => b.likeness - a.likeness || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const taken = new Set<Step>();
  return pairs.flatMap(({ from: a, to: b, likeness }) => {
    if (taken.has(a) || taken.has(b)) return [];
    taken.add(a).add(b);
    return [{ from: a, to: b, matchedBy: 'likeness' as const, likeness }];
  });
}

type Features = { step: Step; tool: string; args: Set<string>; neighbours: Set<string>; title: Set<string> };

function featuresOf(document: PlanDocument): (step: Step) => Features {
  const { ids, indexOf, needs, dependants } = indexGraph(document);
  return (step) => {
    const index = indexOf.get(step.id) ?? -1;
    const neighbours = [
      ...(needs[index] ?? []).map((each) => `<${ids[each]}`),
      ...(dependants[index] ?? []).map((each) => `>${ids[each]}`),
    ];
    return {
      step,
      tool: toolName(step.work),
      args: flattened(step.work),
      neighbours: new Set(neighbours),
      title: trigrams(step.title),
    };
  };
}

/** In hundredths, so that the sum is the same whichever way it is computed. */
function likenessOf(a: Features, b: Features): number {
  const tool = a.tool === b.tool ? 1 : 0;
  const sum =
    0.35 * tool +
    0.35 * overlap(a.args, b.args) +
    0.2 * overlap(a.neighbours, b.neighbours) +
    0.1 * overlap(a.title, b.title);
  return Math.round(sum * 100) / 100;
}

function toolName(work: Work): string {
  return work.kind === 'tool' ? work.tool : `(${work.kind})`;
}

function flattened(work: Work): Set<string> {
  const { kind: _, ...rest } = work;
  const found = new Set<string>();
  const walk = (value: Json, path: string) => {
    if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
    else found.add(`${path}=${canonicalJson(value)}`);
  };
  walk(work.kind === 'tool' ? work.args : rest, '');
  return found;
}

function trigrams(text: string): Set<string> {
  const padded = `  ${text.toLowerCase().trim()} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
}

/** Jaccard: shared members over all members; two empty sets are alike. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const each of a) if (b.has(each)) shared += 1;
  return shared / (a.size + b.size - shared);
}

function byId(document: PlanDocument): Map<string, Step> {
  return new Map(
    document.steps
      .toReversed()
      .map((step): [string, Step] => [step.id, step])
      .reverse(),
  );
}
