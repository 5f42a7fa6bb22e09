/** Everything the product does with a plan before somebody runs it, done with one plan of a file (I9). */
import { isDeepStrictEqual } from 'node:util';
import { diffPlans } from '#core/plan/diff.ts';
import { exportJson } from '#core/plan/export/json-export.ts';
import { exportSvg } from '#core/plan/export/svg-export.ts';
import { exportYaml } from '#core/plan/export/yaml-export.ts';
import { importPlan } from '#core/plan/import/import-plan.ts';
import { lintImported } from '#core/plan/import/lint-imported.ts';
import { stepEffect } from '#core/plan/lint-rules/context.ts';
import { normalizePlan, planHash } from '#core/plan/normal-form.ts';
import type { Problem } from '#core/plan/problem.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Catalog } from '#core/plan/tool-contract.ts';
import { freshLayout } from '#server/layout/elk-worker.ts';
import { graphOf } from '#server/layout/graph.ts';

export type PlanOutcome = { ms: number; title: string } & (
  | { result: 'valid'; hash: string; warnings: number }
  | { result: 'refused'; code: string; message: string }
  | { result: 'crashed'; message: string }
);

export async function checkPlan(text: string, catalog: Catalog): Promise<PlanOutcome> {
  const startedAt = performance.now();
  const outcome = await judged(text, catalog).catch((error: unknown) => ({
    result: 'crashed' as const,
    title: '',
    message: error instanceof Error ? error.message : String(error),
  }));
  return { ...outcome, ms: performance.now() - startedAt };
}

type Judged = PlanOutcome extends infer Each ? (Each extends unknown ? Omit<Each, 'ms'> : never) : never;

async function judged(text: string, catalog: Catalog): Promise<Judged> {
  const imported = importPlan(text);
  if (!imported.ok) return { result: 'refused', title: '', ...firstOf(imported.problems) };
  const { document, title, problems } = imported.plan;
  const judgement = lintImported(document, catalog);
  await exercise(document, title, catalog);
  const errors = judgement.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { result: 'refused', title, ...firstOf(errors) };
  const warnings = judgement.problems.length + problems.length;
  return { result: 'valid', title, hash: planHash(document), warnings };
}

/** Also of a plan with errors: it is drawn and compared, so that a person can mend it. */
async function exercise(document: PlanDocument, title: string, catalog: Catalog): Promise<void> {
  insist(isDeepStrictEqual(normalizePlan(document), document), 'the normal form has another normal form');
  const hash = planHash(document);
  insist(/^[0-9a-f]{64}$/.test(hash), 'the hash is none');
  const { summary, plan } = diffPlans(document, document, catalog);
  const { added, removed, changed, moved } = summary;
  insist(added + removed + changed + moved + plan.length === 0, 'the plan differs from itself');
  for (const written of [exportJson(document), exportYaml(document)]) {
    const again = importPlan(written);
    insist(again.ok && planHash(again.plan.document) === hash, 'what is written is read as another plan');
  }
  const layout = await freshLayout(graphOf(document));
  const places = Object.values(layout.positions);
  insist(places.length === document.steps.length, 'a step has no place');
  insist(
    places.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)),
    'a place is no place',
  );
  const byId = new Map(document.steps.map((step) => [step.id, step]));
  const svg = exportSvg(document, layout, {
    title,
    description: `${document.steps.length} steps`,
    effectOf: (id) => {
      const step = byId.get(id);
      return step ? stepEffect(catalog, step) : 'irreversible';
    },
    asksApproval: (id) => byId.get(id)?.approval?.required !== undefined,
  });
  insist(svg.trimEnd().endsWith('</svg>'), 'the drawing has no end');
}

function insist(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(`Bug: ${otherwise}`);
}

/** What counts first when a plan has several problems: unreadable, then unfit, then wrong as a graph, then the rest. */
export const CODE_ORDER: readonly string[] = [
  'document-too-large',
  'not-utf-8',
  'no-plan-found',
  'several-plans',
  'invalid-json',
  'truncated-json',
  'duplicate-key',
  'forbidden-key',
  'integer-too-large',
  'too-deep',
  'not-json',
  'too-many-steps-for-a-plan',
  'too-many-dependencies',
  'argument-too-large',
  'missing-member',
  'invalid-value',
  'unknown-member',
  'empty-plan',
  'duplicate-id',
  'self-dependency',
  'cycle',
  'dangling-need',
];

function firstOf(problems: readonly Problem[]): { code: string; message: string } {
  const rank = ({ code, severity }: Problem) => {
    const at = CODE_ORDER.indexOf(code);
    return (at < 0 ? CODE_ORDER.length : at) + (severity === 'error' ? 0 : 1_000);
  };
  const [first] = problems.toSorted((a, b) => rank(a) - rank(b));
  return { code: first?.code ?? 'unknown', message: first?.message ?? '' };
}
