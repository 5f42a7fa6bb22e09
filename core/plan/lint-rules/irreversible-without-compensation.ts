import { type LintRule, stepEffect, toolOf, warning } from './context.ts';

/** Known tools only: what an unknown one does is not known. */
export const irreversibleWithoutCompensation: LintRule = ({ document, catalog }) =>
  document.steps.flatMap((step, index) => {
    if (step.compensation || stepEffect(catalog, step) !== 'irreversible') return [];
    if (step.work.kind === 'tool' && !toolOf(catalog, step.work.tool)) return [];
    return [
      warning(
        'irreversible-without-compensation',
        ['steps', index, 'compensation'],
        `Step "${step.id}" cannot be undone, and nothing says what to do if it was wrong`,
        { step },
      ),
    ];
  });
