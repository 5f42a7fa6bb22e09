import { type LintRule, warning } from './context.ts';

/** Neither a sentence nor a postcondition says how one sees that the step is done. */
export const missingSuccessCriterion: LintRule = ({ document }) =>
  document.steps.flatMap((step, index) =>
    step.success?.trim() || step.postconditions?.length
      ? []
      : [
          warning(
            'missing-success-criterion',
            ['steps', index, 'success'],
            `Step "${step.id}" does not say how one sees that it is done`,
            { step },
          ),
        ],
  );
