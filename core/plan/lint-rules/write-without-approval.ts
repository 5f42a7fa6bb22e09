import type { Problem } from '../problem.ts';
import { effectOf, type LintRule, warning, worksOf } from './context.ts';

/**
 * A write that nobody is asked about: policy would let it pass and the step does not ask for approval. A plan can only
 * tighten policy, so `required: false` is said to have no effect. Without a policy preview only that is judged.
 */
export const writeWithoutApproval: LintRule = ({ document, catalog }) => {
  const problems: Problem[] = [];
  document.steps.forEach((step, index) => {
    const asks = step.approval !== undefined && step.approval.required !== false;
    for (const { work, path } of worksOf(step, index)) {
      if (work.kind !== 'tool' || effectOf(catalog, work) === 'read' || asks) continue;
      if (catalog.policyAsks?.(work.tool, work.args) === false) {
        problems.push(
          warning(
            'write-without-approval',
            path,
            `Step "${step.id}" changes things with ${work.tool}, and no policy asks a person first`,
            {
              step,
              fix: {
                title: 'Ask for approval',
                edits: [
                  { type: 'set-step-field', stepId: step.id, field: 'approval', value: { required: true } },
                ],
              },
            },
          ),
        );
      } else if (step.approval?.required === false) {
        problems.push(
          warning(
            'approval-not-waived',
            ['steps', index, 'approval', 'required'],
            `Step "${step.id}" says that it needs no approval; policy decides that, not the plan`,
            { step },
          ),
        );
        return;
      }
    }
  });
  return problems;
};
