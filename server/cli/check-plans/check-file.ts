import { PLAN_LIMITS } from '#core/plan/schema.ts';
import { builtinTools } from '#server/tools/builtin-tools.ts';
import { createCatalog } from '#server/tools/catalog.ts';
import { checkPlan, CODE_ORDER, type PlanOutcome } from './check-plan.ts';
import { linesOf } from './lines.ts';

export type FileSummary = {
  total: number;
  valid: number;
  /** By the first code, in the order of `CODE_ORDER`. */
  refused: Record<string, number>;
  crashed: number;
  slowestMs: number;
};

/** Checks every plan of a JSON-lines file in turn; `see` is told of each. */
export async function checkFile(
  file: string,
  see: (line: number, outcome: PlanOutcome) => void = () => {},
): Promise<FileSummary> {
  const catalog = createCatalog(builtinTools).contracts();
  const refused = new Map<string, number>();
  const summary = { total: 0, valid: 0, crashed: 0, slowestMs: 0 };
  for await (const line of linesOf(file, PLAN_LIMITS.requestBytes)) {
    if ('text' in line && line.text.trim() === '') continue;
    const outcome = 'text' in line ? await checkPlan(line.text, catalog) : unreadable(line.unreadable);
    summary.total += 1;
    if (outcome.result === 'valid') summary.valid += 1;
    else if (outcome.result === 'crashed') summary.crashed += 1;
    else refused.set(outcome.code, (refused.get(outcome.code) ?? 0) + 1);
    summary.slowestMs = Math.max(summary.slowestMs, Math.round(outcome.ms));
    see(line.number, outcome);
  }
  const { total, valid, crashed, slowestMs } = summary;
  return { total, valid, refused: inOrder(refused), crashed, slowestMs };
}

function unreadable(why: 'too-long' | 'not-utf-8'): PlanOutcome {
  const isLong = why === 'too-long';
  return {
    result: 'refused',
    title: '',
    ms: 0,
    code: isLong ? 'document-too-large' : 'not-utf-8',
    message: isLong ? 'The line is longer than a plan may be' : 'The line is not UTF-8',
  };
}

function inOrder(counts: ReadonlyMap<string, number>): Record<string, number> {
  const rank = (code: string) => {
    const at = CODE_ORDER.indexOf(code);
    return at < 0 ? CODE_ORDER.length : at;
  };
  return Object.fromEntries([...counts].toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)));
}
