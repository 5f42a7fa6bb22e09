import { redundantDependencies } from '../graph.ts';
import { type LintRule, warning } from './context.ts';

/** With `any` or "at least n" every need counts, so only steps that wait for all are judged. */
export const redundantDependency: LintRule = ({ document, ancestry, byId }) =>
  redundantDependencies(document, ancestry).flatMap(({ stepId, needs, through }) => {
    const found = byId.get(stepId);
    if (!found || (found.step.join ?? 'all') !== 'all') return [];
    const at = found.step.needs?.indexOf(needs) ?? 0;
    return [
      warning(
        'redundant-dependency',
        ['steps', found.index, 'needs', at],
        `Step "${stepId}" needs "${needs}" through "${through}" already`,
        {
          step: found.step,
          fix: {
            title: `Remove the dependency on "${needs}"`,
            edits: [{ type: 'remove-dependency', stepId, needs }],
          },
        },
      ),
    ];
  });
