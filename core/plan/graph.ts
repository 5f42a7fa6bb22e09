/**
 * Graph questions about a plan. Iterative and total: unknown ids, duplicates, cycles and 5,000-step chains are data.
 * An edge runs from a need to the step that needs it. A need that names no step is no edge.
 */
import type { PlanDocument, Step } from './schema.ts';

/** Only what a graph is made of, so that half-parsed documents can be asked too. */
export type StepGraph = {
  readonly steps: readonly { id: string; needs?: string[] | undefined }[];
};

/** Steps by position. Of two steps with one id the first counts. */
export type IndexedGraph = {
  ids: string[];
  indexOf: Map<string, number>;
  /** Without duplicates, unknown ids and the step itself. */
  needs: number[][];
  dependants: number[][];
  needsItself: boolean[];
};

export function indexGraph(graph: StepGraph): IndexedGraph {
  const ids: string[] = [];
  const indexOf = new Map<string, number>();
  const steps: Pick<Step, 'id' | 'needs'>[] = [];
  for (const step of graph.steps) {
    if (indexOf.has(step.id)) continue;
    indexOf.set(step.id, ids.length);
    ids.push(step.id);
    steps.push(step);
  }
  const dependants: number[][] = ids.map(() => []);
  const needs = steps.map((step, index) => {
    const found = new Set<number>();
    for (const id of step.needs ?? []) {
      const need = indexOf.get(id);
      if (need !== undefined && need !== index) found.add(need);
    }
    for (const need of found) dependants[need]?.push(index);
    return [...found];
  });
  const needsItself = steps.map((step) => step.needs?.includes(step.id) ?? false);
  return { ids, indexOf, needs, dependants, needsItself };
}

/** Step ids, needs first; equal choices in document order. Steps on or behind a cycle are left out. */
export function topologicalOrder(graph: StepGraph): string[] {
  const indexed = indexGraph(graph);
  return topologicalIndices(indexed).map((index) => indexed.ids[index] as string);
}

export function topologicalIndices({ needs, dependants }: IndexedGraph): number[] {
  const remaining = needs.map((list) => list.length);
  const order: number[] = [];
  remaining.forEach((count, index) => {
    if (count === 0) order.push(index);
  });
  for (let next = 0; next < order.length; next += 1) {
    for (const dependant of dependants[order[next] as number] ?? []) {
      remaining[dependant] = (remaining[dependant] ?? 0) - 1;
      if (remaining[dependant] === 0) order.push(dependant);
    }
  }
  return order;
}

/** One cycle in the direction of flow, first id repeated at the end: a, b, c, a = b needs a, c needs b, a needs c. */
export function findCycle(graph: StepGraph): string[] | undefined {
  const indexed = indexGraph(graph);
  const order = topologicalIndices(indexed);
  if (order.length === indexed.ids.length) {
    const self = indexed.ids.find((_, index) => indexed.needsItself[index]);
    return self === undefined ? undefined : [self, self];
  }
  // Every step left over has a need that is left over: walking needs must come back to a step seen before.
  const settled = new Set(order);
  const seenAt = new Map<number, number>();
  const walk: number[] = [];
  let index = indexed.ids.findIndex((_, candidate) => !settled.has(candidate));
  while (!seenAt.has(index)) {
    seenAt.set(index, walk.length);
    walk.push(index);
    index = indexed.needs[index]?.find((need) => !settled.has(need)) as number;
  }
  const cycle = walk.slice(seenAt.get(index)).reverse();
  // Started at the step that comes first in the document, for a stable message.
  const start = cycle.indexOf(Math.min(...cycle.slice(0, 10_000)));
  const turned = [...cycle.slice(start), ...cycle.slice(0, start)];
  return [...turned, turned[0] as number].map((each) => indexed.ids[each] as string);
}

export type Ancestry = {
  /** True when `ancestor` must be settled before `stepId`. Steps on or behind a cycle answer true: unknown. */
  isAncestor(ancestor: string, stepId: string): boolean;
  /** Ids of all ancestors; of steps on or behind a cycle only those that are certain. */
  of(stepId: string): Set<string>;
  /** Ancestors of the step that it has no longer in `later`, which must have been made with the same `universe`. */
  lostIn(later: Ancestry, stepId: string): string[];
  /** Bits over the universe; undefined for unknown steps and those on or behind a cycle. */
  bits(stepId: string): Uint32Array | undefined;
};

/**
 * Ancestors as bit sets: 2,000 steps take 500 KB, where sets of ids would take 100 MB for a chain. `universe` gives the
 * ids their bits; to compare two plans make both with the ids of both.
 */
export function ancestry(
  graph: StepGraph,
  universe: readonly string[] = graph.steps.map((step) => step.id),
): Ancestry {
  const indexed = indexGraph(graph);
  const { ids, indexOf, needs } = indexed;
  const bitIds = [...new Set(universe)];
  const bitOf = new Map(bitIds.map((id, bit) => [id, bit]));
  const words = Math.ceil(bitIds.length / 32);
  const table = new Uint32Array(words * ids.length);
  const certain = new Uint8Array(ids.length);
  for (const index of topologicalIndices(indexed)) {
    certain[index] = 1;
    const row = index * words;
    for (const need of needs[index] ?? []) {
      const from = need * words;
      for (let word = 0; word < words; word += 1)
        table[row + word] = (table[row + word] ?? 0) | (table[from + word] ?? 0);
      const bit = bitOf.get(ids[need] as string) as number;
      table[row + (bit >>> 5)] = (table[row + (bit >>> 5)] ?? 0) | (1 << (bit & 31));
    }
  }
  const rowOf = (index: number) => table.subarray(index * words, (index + 1) * words);
  return {
    isAncestor(ancestor, stepId) {
      const index = indexOf.get(stepId);
      const bit = bitOf.get(ancestor);
      if (index === undefined || bit === undefined || !indexOf.has(ancestor) || ancestor === stepId)
        return false;
      return certain[index] === 0 || (((table[index * words + (bit >>> 5)] ?? 0) >>> (bit & 31)) & 1) === 1;
    },
    of(stepId) {
      const index = indexOf.get(stepId);
      return new Set(index === undefined ? [] : idsOf(rowOf(index), bitIds));
    },
    lostIn(later, stepId) {
      const [before, after] = [this.bits(stepId), later.bits(stepId)];
      if (!before || !after) return [];
      return idsOf(
        before.map((word, index) => word & ~(after[index] ?? 0)),
        bitIds,
      );
    },
    bits(stepId) {
      const index = indexOf.get(stepId);
      return index === undefined || certain[index] === 0 ? undefined : rowOf(index);
    },
  };
}

function idsOf(bits: Uint32Array, ids: readonly string[]): string[] {
  const found: string[] = [];
  bits.forEach((word, index) => {
    for (let left = word; left !== 0; left &= left - 1)
      found.push(ids[index * 32 + (31 - Math.clz32(left & -left))] as string);
  });
  return found;
}

/** All ancestors of every step. For large plans ask `ancestry` instead. */
export function ancestors(graph: StepGraph): Map<string, Set<string>> {
  const all = ancestry(graph);
  return new Map(graph.steps.map((step) => [step.id, all.of(step.id)]));
}

/** Ids of all steps that lean on `stepId`, directly or not. */
export function descendants(graph: StepGraph, stepId: string): Set<string> {
  const { ids, indexOf, dependants } = indexGraph(graph);
  const start = indexOf.get(stepId);
  if (start === undefined) return new Set();
  const found = new Set<number>();
  const stack = [start];
  while (stack.length > 0) {
    for (const dependant of dependants[stack.pop() as number] ?? []) {
      if (found.has(dependant)) continue;
      found.add(dependant);
      stack.push(dependant);
    }
  }
  found.delete(start);
  return new Set([...found].map((index) => ids[index] as string));
}

/** Needs that another need of the same step already implies: the picture and the order are the same without them. */
export function redundantDependencies(
  graph: StepGraph,
  known: Ancestry = ancestry(graph),
): { stepId: string; needs: string; through: string }[] {
  const found: { stepId: string; needs: string; through: string }[] = [];
  const { ids, needs } = indexGraph(graph);
  const cyclic = findCycle(graph) !== undefined;
  if (cyclic) return found;
  needs.forEach((list, index) => {
    for (const need of list) {
      const id = ids[need] as string;
      const through = list.find((other) => other !== need && known.isAncestor(id, ids[other] as string));
      if (through !== undefined)
        found.push({ stepId: ids[index] as string, needs: id, through: ids[through] as string });
    }
  });
  return found;
}

/** The dependencies that remain when redundant ones are left out: need → step. */
export function transitiveReduction(graph: StepGraph): { from: string; to: string }[] {
  const redundant = new Set(redundantDependencies(graph).map(({ stepId, needs }) => `${needs} ${stepId}`));
  const { ids, needs } = indexGraph(graph);
  return needs.flatMap((list, index) =>
    list
      .map((need) => ({ from: ids[need] as string, to: ids[index] as string }))
      .filter(({ from, to }) => !redundant.has(`${from} ${to}`)),
  );
}

/** The longest chain of steps by the sum of `weight` (1 each by default), first to last. */
export function criticalPath(document: PlanDocument, weight: (step: Step) => number = () => 1): string[] {
  const indexed = indexGraph(document);
  const byId = new Map(document.steps.toReversed().map((step) => [step.id, step]));
  const length = new Float64Array(indexed.ids.length);
  const previous = new Int32Array(indexed.ids.length).fill(-1);
  let last = -1;
  for (const index of topologicalIndices(indexed)) {
    for (const need of indexed.needs[index] ?? []) {
      if (previous[index] === -1 || (length[need] ?? 0) > (length[previous[index] as number] ?? 0))
        previous[index] = need;
    }
    const before = previous[index] as number;
    length[index] =
      (before === -1 ? 0 : (length[before] ?? 0)) + weight(byId.get(indexed.ids[index] as string) as Step);
    if (last === -1 || (length[index] ?? 0) > (length[last] ?? 0)) last = index;
  }
  const path: string[] = [];
  for (let index = last; index !== -1; index = previous[index] as number)
    path.push(indexed.ids[index] as string);
  return path.reverse();
}
