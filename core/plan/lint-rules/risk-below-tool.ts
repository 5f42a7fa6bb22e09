import { RISKS } from '../call-risk.ts';
import { type LintRule, toolOf, warning } from './context.ts';

/** A plan may raise a risk and never lower it: what it says below the tool's own has no effect (G3). */
export const riskBelowTool: LintRule = ({ document, catalog }) =>
  document.steps.flatMap((step, index) => {
    const contract = step.work.kind === 'tool' ? toolOf(catalog, step.work.tool) : undefined;
    if (!contract || step.risk === undefined || RISKS.indexOf(step.risk) >= RISKS.indexOf(contract.risk))
      return [];
    return [
      warning(
        'risk-below-tool',
        ['steps', index, 'risk'],
        `Step "${step.id}" says ${step.risk} risk; ${contract.name} is ${contract.risk}, and that counts`,
        { step },
      ),
    ];
  });
