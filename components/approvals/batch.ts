import type { JsonObject } from '#core/json.ts';
import { leavesOf, literal } from '#components/json/leaves.ts';

export type BatchColumns = {
  /** the same in every call, said once */ constant: { label: string; text: string }[];
  /** one column each */ varying: string[];
};

/** Splits the arguments of several calls into what is the same in all and what differs (ux 4.8). */
export function batchColumns(calls: readonly JsonObject[]): BatchColumns {
  const rows = calls.map((args) => new Map(leavesOf(args).map((leaf) => [leaf.label, literal(leaf.value)])));
  const labels = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const constant: BatchColumns['constant'] = [];
  const varying: string[] = [];
  for (const label of labels) {
    const values = new Set(rows.map((row) => row.get(label)));
    const [only] = values;
    if (values.size === 1 && only !== undefined) constant.push({ label, text: only });
    else varying.push(label);
  }
  return { constant, varying };
}
/** The value of one column of one call, as a typed literal. */
export function cellOf(args: JsonObject, label: string): string {
  const leaf = leavesOf(args).find((each) => each.label === label);
  return leaf ? literal(leaf.value) : '';
}
