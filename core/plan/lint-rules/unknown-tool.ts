import type { Problem } from '../problem.ts';
import { probesOf, effectOf, error, type LintRule, toolOf, worksOf } from './context.ts';

/** Every tool that is named must be in the catalog: by work, fallbacks, compensation, agents and probes. */
export const unknownTool: LintRule = ({ document, catalog }) => {
  const problems: Problem[] = [];
  const judge = (name: string, path: PropertyKey[], step?: (typeof document.steps)[number]) => {
    if (toolOf(catalog, name)) return;
    const near = nearest(name, Object.keys(catalog.tools));
    const of = step ? `Step "${step.id}" uses` : 'A check uses';
    problems.push(
      error(
        'unknown-tool',
        path,
        `${of} the tool "${name}", which there is not${near ? `; did you mean "${near}"?` : ''}`,
        { step },
      ),
    );
  };
  document.steps.forEach((step, index) => {
    for (const { work, path } of worksOf(step, index)) {
      if (work.kind === 'tool') judge(work.tool, [...path, 'tool'], step);
      if (work.kind === 'agent') work.tools.forEach((name, at) => judge(name, [...path, 'tools', at], step));
    }
  });
  for (const { check, path, step } of probesOf(document)) {
    if (!check.probe) continue;
    judge(check.probe.tool, [...path, 'probe', 'tool'], step);
    const contract = toolOf(catalog, check.probe.tool);
    if (contract && effectOf(catalog, { kind: 'tool', ...check.probe }) !== 'read') {
      problems.push(
        error(
          'probe-not-a-read',
          [...path, 'probe', 'tool'],
          `A probe may only read, and this call of "${check.probe.tool}" changes things`,
          { step },
        ),
      );
    }
  }
  return problems;
};

/** The known name within two typing errors, if there is one. */
function nearest(name: string, names: string[]): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const candidate of names.slice(0, 500)) {
    if (Math.abs(candidate.length - name.length) > 2) continue;
    const distance = editDistance(name, candidate);
    if (distance <= 2 && distance < (best?.distance ?? 3)) best = { name: candidate, distance };
  }
  return best?.name;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
