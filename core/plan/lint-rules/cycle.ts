import { must } from '../../assert.ts';
import { error, type LintRule } from './context.ts';

/** Steps that wait for each other would wait for ever. A step that needs itself is a rule of its own. */
export const cycle: LintRule = ({ cycle: path, byId }) => {
  if (!path || path.length <= 2) return [];
  const first = must(byId.get(path[0] ?? ''), 'a cycle runs through known steps');
  const last = path.at(-2) ?? '';
  return [
    error('cycle', ['steps', first.index, 'needs'], `These steps wait for each other: ${shown(path)}`, {
      step: first.step,
      fix: {
        title: `Let "${first.step.id}" no longer need "${last}"`,
        edits: [{ type: 'remove-dependency', stepId: first.step.id, needs: last }],
      },
    }),
  ];
};

/** Long cycles are cut in the middle: both ends are what one needs to find it. */
function shown(path: string[]): string {
  const parts =
    path.length > 20 ? [...path.slice(0, 10), `… ${path.length - 20} more …`, ...path.slice(-10)] : path;
  return parts.join(' > ');
}
