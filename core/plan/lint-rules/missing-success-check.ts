import { error, type LintRule, stepEffect, warning } from './context.ts';

/** A plan that changes things must say how its end is judged (P10). */
export const missingSuccessCheck: LintRule = ({ document, catalog, stage }) => {
  if (document.success?.length || !document.steps.some((step) => stepEffect(catalog, step) !== 'read'))
    return [];
  const make = stage === 'submit' ? error : warning;
  return [
    make(
      'missing-success-check',
      ['success'],
      'The plan changes things and has no success check: nothing would say whether it reached its goal',
    ),
  ];
};
