/** The steps of a plan through its versions. */
import { diffPlans, type PlanDiff } from '#core/plan/diff.ts';
import type { Catalog } from '#core/plan/tool-contract.ts';
import type { StepsApart } from '#db/comparisons.ts';
import type { Sql } from '#db/connect.ts';
import { findVersion, listVersions, type PlanVersionWithDocument } from '#db/plans.ts';

export type HistoryKind = 'absent' | 'added' | 'changed' | 'moved' | 'removed' | 'same';
export type HistoryRow = {
  stepId: string;
  title: string;
  cells: { kind: HistoryKind; needsApproval: boolean }[];
};
export type PlanHistory = {
  versions: PlanVersionWithDocument[];
  rows: HistoryRow[];
  earlierThan: number | null;
};

/** Columns that fit a screen. */
const COLUMNS = 12;

/** Each version beside its parent: a version made inside a run has the one it was made from, not the number before. */
export async function planHistory(
  sql: Sql,
  workspaceId: string,
  planId: string,
  catalog: Catalog,
  apart: readonly StepsApart[],
  before = Number.MAX_SAFE_INTEGER,
): Promise<PlanHistory> {
  const numbers = (await listVersions(sql, workspaceId, planId))
    .filter(({ version }) => version < before)
    .map(({ version, parent }) => ({ version, parent }));
  const shown = numbers.slice(0, COLUMNS).reverse();
  const wanted = new Set(
    shown.flatMap(({ version, parent }) => (parent === null ? [version] : [version, parent])),
  );
  const found = await Promise.all(
    [...wanted].map((version) => findVersion(sql, workspaceId, planId, version)),
  );
  const byVersion = new Map(found.flatMap((each) => (each ? [[each.version, each] as const] : [])));
  const versions = shown.flatMap(({ version }) => byVersion.get(version) ?? []);
  return {
    versions,
    rows: rowsOf(versions, byVersion, catalog, apart),
    earlierThan: numbers.length > COLUMNS ? (shown[0]?.version ?? null) : null,
  };
}

function rowsOf(
  versions: readonly PlanVersionWithDocument[],
  byVersion: ReadonlyMap<number, PlanVersionWithDocument>,
  catalog: Catalog,
  apart: readonly StepsApart[],
): HistoryRow[] {
  const rows = new Map<string, HistoryRow>();
  /** The row that a step of a version stands in: a renamed one goes on in the row it had. */
  const rowOf = new Map<number, Map<string, string>>();
  versions.forEach((version, column) => {
    const parent = version.parent === null ? undefined : byVersion.get(version.parent);
    const own = new Map<string, string>();
    rowOf.set(version.version, own);
    const steps = parent
      ? diffPlans(parent.document, version.document, catalog, {
          apart: apart.map(({ a, b }) => ({ from: a, to: b })),
        }).steps
      : version.document.steps.map((step): PlanDiff['steps'][number] => ({
          kind: 'unchanged',
          stepId: step.id,
          toStep: step,
          fields: [],
        }));
    for (const { kind, stepId, fromStep, toStep, class: strongest } of steps) {
      const inherited = fromStep && parent ? rowOf.get(parent.version)?.get(fromStep.id) : undefined;
      const name = inherited ?? stepId;
      if (toStep) own.set(toStep.id, name);
      const row = rows.get(name) ?? {
        stepId,
        title: '',
        cells: versions.map(() => ({ kind: 'absent' as HistoryKind, needsApproval: false })),
      };
      rows.set(name, row);
      row.title = toStep?.title ?? (row.title || (fromStep?.title ?? stepId));
      row.stepId = toStep?.id ?? row.stepId;
      row.cells[column] = {
        kind: kind === 'unchanged' ? 'same' : kind,
        needsApproval: strongest === 'A',
      };
    }
  });
  return [...rows.values()];
}
