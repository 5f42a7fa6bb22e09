import type { Json } from '../../json.ts';
import { malformedBindings } from '../binding.ts';
import { celReferences } from '../cel.ts';
import { pointer } from '../pointer.ts';
import type { Problem } from '../problem.ts';
import { checksOf, error, type LintRule, worksOf } from './context.ts';

/** Expressions that do not parse, or read a name that has no value where they stand. */
export const badExpression: LintRule = ({ document, expressions }) => {
  const problems: Problem[] = [];
  for (const { site, step } of expressions) {
    const references = celReferences(site.expr);
    if (!references.ok) {
      problems.push(
        error('bad-expression', site.path, `${references.message}: ${short(site.expr)}`, { step }),
      );
      continue;
    }
    for (const name of references.names) {
      if (site.allowed.includes(name)) continue;
      problems.push(
        error(
          'bad-expression',
          site.path,
          `"${name}" cannot be read here; ${site.allowed.join(', ')} can: ${short(site.expr)}`,
          { step },
        ),
      );
    }
  }
  const judge = (value: Json | undefined, path: PropertyKey[], step?: (typeof document.steps)[number]) => {
    if (value === undefined) return;
    for (const at of malformedBindings(value)) {
      problems.push(
        error(
          'bad-expression',
          pointer(path) + at,
          'A binding has the one member "$expr", and it is a text',
          { step },
        ),
      );
    }
  };
  document.steps.forEach((step, index) => {
    for (const { work, path } of worksOf(step, index)) {
      if (work.kind === 'tool') judge(work.args, [...path, 'args'], step);
      else if (work.kind !== 'checkpoint') judge(work.inputs, [...path, 'inputs'], step);
    }
  });
  for (const { check, path, step } of checksOf(document))
    judge(check.probe?.args, [...path, 'probe', 'args'], step);
  return problems;
};

function short(expr: string): string {
  return expr.length > 120 ? `${expr.slice(0, 119)}…` : expr;
}
