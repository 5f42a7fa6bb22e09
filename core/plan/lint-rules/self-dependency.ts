import { error, type LintRule } from './context.ts';

export const selfDependency: LintRule = ({ document }) =>
  document.steps.flatMap((step, index) =>
    (step.needs ?? []).flatMap((need, at) =>
      need === step.id
        ? [
            error('self-dependency', ['steps', index, 'needs', at], `Step "${step.id}" needs itself`, {
              step,
              fix: {
                title: 'Remove this dependency',
                edits: [{ type: 'remove-dependency', stepId: step.id, needs: need }],
              },
            }),
          ]
        : [],
    ),
  );
