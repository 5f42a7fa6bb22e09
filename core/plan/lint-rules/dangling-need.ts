import type { Problem } from '../problem.ts';
import { error, type LintRule } from './context.ts';

/** A name of a step that there is not: its dependant would wait for ever. */
export const danglingNeed: LintRule = ({ document, byId }) => {
  const problems: Problem[] = [];
  document.steps.forEach((step, index) =>
    step.needs?.forEach((need, at) => {
      if (byId.has(need)) return;
      problems.push(
        error(
          'dangling-need',
          ['steps', index, 'needs', at],
          `Step "${step.id}" needs "${need}", and there is no such step`,
          {
            step,
            fix: {
              title: `Remove the dependency on "${need}"`,
              edits: [{ type: 'remove-dependency', stepId: step.id, needs: need }],
            },
          },
        ),
      );
    }),
  );
  document.assumptions?.forEach((assumption, index) =>
    assumption.steps?.forEach((id, at) => {
      if (byId.has(id)) return;
      problems.push(
        error(
          'dangling-need',
          ['assumptions', index, 'steps', at],
          `Assumption "${assumption.id}" names step "${id}", and there is no such step`,
        ),
      );
    }),
  );
  return problems;
};
