import { celReferences } from '../cel.ts';
import type { Problem } from '../problem.ts';
import { error, type LintContext, type LintRule } from './context.ts';

/** An expression may read only what is sure to be there: outputs of ancestors, and inputs that the plan has. */
export const unboundInput: LintRule = (context) => {
  const problems: Problem[] = [];
  const { document, byId, ancestry, expressions } = context;
  for (const { site, step } of expressions) {
    const references = celReferences(site.expr);
    if (!references.ok) continue;
    for (const name of references.inputs) {
      if (document.inputs && Object.hasOwn(document.inputs, name)) continue;
      problems.push(error('unbound-input', site.path, `The plan has no input "${name}"`, { step }));
    }
    for (const id of references.steps) {
      if (!byId.has(id)) {
        problems.push(
          error('unbound-input', site.path, `Reads the output of "${id}", and there is no such step`, {
            step,
          }),
        );
      } else if (step && site.reads !== 'all-steps' && !ancestry.isAncestor(id, step.id)) {
        if (id === step.id && site.reads === 'ancestors-and-self') continue;
        const own = id === step.id;
        const message = own
          ? 'A step cannot read its own output before it ran'
          : `Step "${step.id}" reads the output of "${id}", which need not have run by then`;
        problems.push(
          error('unbound-input', site.path, message, {
            step,
            fix: own ? undefined : dependencyFix(context, step.id, id),
          }),
        );
      }
    }
  }
  return problems;
};

function dependencyFix({ ancestry }: LintContext, stepId: string, needs: string): Problem['fix'] {
  if (ancestry.isAncestor(stepId, needs)) return undefined;
  return { title: `Let "${stepId}" need "${needs}"`, edits: [{ type: 'add-dependency', stepId, needs }] };
}
