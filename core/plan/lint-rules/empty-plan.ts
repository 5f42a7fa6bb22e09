import { error, type LintRule } from './context.ts';

/** A plan without steps cannot run, let alone succeed (R9). */
export const emptyPlan: LintRule = ({ document }) =>
  document.steps.length === 0 ? [error('empty-plan', ['steps'], 'The plan has no steps')] : [];
