import { error, type LintRule } from './context.ts';

/** "At least n" of fewer than n needs can never be met; without needs there is nothing to join. */
export const unmeetableJoin: LintRule = ({ document }) =>
  document.steps.flatMap((step, index) => {
    const needs = new Set(step.needs ?? []).size;
    const wanted = typeof step.join === 'object' ? step.join.atLeast : step.join === 'any' ? 1 : 0;
    return wanted > needs
      ? [
          error(
            'unmeetable-join',
            ['steps', index, 'join'],
            `Step "${step.id}" wants ${wanted} of ${needs} needs to succeed`,
            { step },
          ),
        ]
      : [];
  });
