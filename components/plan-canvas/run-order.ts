type Ordered = { id: string; needs?: string[] | undefined };

/**
 * Steps in run order: needs before what needs them, else as the document has them. A cycle (a broken plan still
 * renders) ends in document order; needs that name no step are passed over.
 */
export function ancestorsFirst<T extends Ordered>(steps: readonly T[]): T[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const remaining = new Map<string, number>();
  const dependants = new Map<string, string[]>();
  for (const step of byId.values()) {
    const needs = [...new Set(step.needs ?? [])].filter((need) => byId.has(need) && need !== step.id);
    remaining.set(step.id, needs.length);
    for (const need of needs) dependants.set(need, [...(dependants.get(need) ?? []), step.id]);
  }
  const place = new Map(steps.map((step, index) => [step.id, index]));
  const ready = [...byId.values()].filter((step) => remaining.get(step.id) === 0);
  const ordered: T[] = [];
  const seen = new Set<string>();
  while (ready.length > 0) {
    const step = ready.shift() as T;
    ordered.push(step);
    seen.add(step.id);
    const freed: T[] = [];
    for (const id of dependants.get(step.id) ?? []) {
      const left = (remaining.get(id) ?? 0) - 1;
      remaining.set(id, left);
      const dependant = byId.get(id);
      if (left === 0 && dependant) freed.push(dependant);
    }
    if (freed.length > 0) {
      ready.push(...freed);
      ready.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
    }
  }
  return [...ordered, ...steps.filter((step) => !seen.has(step.id))];
}
