import type { Problem } from '../problem.ts';
import { error, type LintRule } from './context.ts';

/** Two steps, checks of one list, constraints or assumptions that share an id: references would hit the wrong one. */
export const duplicateId: LintRule = ({ document }) => {
  const problems: Problem[] = [];
  const judge = (
    items: readonly { id: string }[] | undefined,
    path: PropertyKey[],
    what: string,
    stepOf?: (index: number) => (typeof document.steps)[number] | undefined,
  ) => {
    const seen = new Set<string>();
    items?.forEach(({ id }, index) => {
      if (seen.has(id))
        problems.push(
          error('duplicate-id', [...path, index, 'id'], `There are two ${what} with the id "${id}"`, {
            step: stepOf?.(index),
          }),
        );
      seen.add(id);
    });
  };
  judge(document.steps, ['steps'], 'steps', (index) => document.steps[index]);
  judge(document.constraints, ['constraints'], 'constraints');
  judge(document.assumptions, ['assumptions'], 'assumptions');
  judge(document.success, ['success'], 'success checks');
  judge(document.stop, ['stop'], 'stop checks');
  document.steps.forEach((step, index) => {
    judge(step.preconditions, ['steps', index, 'preconditions'], 'preconditions', () => step);
    judge(step.postconditions, ['steps', index, 'postconditions'], 'postconditions', () => step);
  });
  return problems;
};
