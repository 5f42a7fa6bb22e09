import { celReferences } from '../cel.ts';
import { effectOf, type LintRule, warning } from './context.ts';

/** A read whose answer nothing reads and no postcondition judges did nothing for the plan. */
export const unusedOutput: LintRule = ({ document, catalog, expressions }) => {
  const used = new Set<string>();
  for (const { site, step } of expressions) {
    const references = celReferences(site.expr);
    if (!references.ok) continue;
    for (const id of references.steps) if (id !== step?.id) used.add(id);
  }
  return document.steps.flatMap((step, index) => {
    const judged = used.has(step.id) || (step.postconditions?.length ?? 0) > 0;
    if (judged || step.work.kind !== 'tool' || effectOf(catalog, step.work) !== 'read') return [];
    return [
      warning('unused-output', ['steps', index], `Nothing uses what step "${step.id}" reads`, { step }),
    ];
  });
};
