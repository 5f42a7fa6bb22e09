import { must } from '../../assert.ts';
import { topologicalOrder } from '../graph.ts';
import type { Problem } from '../problem.ts';
import { effectOf, type LintRule, warning } from './context.ts';

/** Two steps that change one resource in an order that the plan leaves to chance. */
export const unorderedWriters: LintRule = ({ document, catalog, ancestry, byId }) => {
  const writers = new Map<string, string[]>();
  for (const id of topologicalOrder(document)) {
    const { step } = must(byId.get(id), 'the order holds known steps');
    if (step.work.kind !== 'tool' || effectOf(catalog, step.work) === 'read') continue;
    const resource = catalog.resourceOf?.(step.work.tool, step.work.args);
    if (resource === undefined) continue;
    const known = writers.get(resource);
    if (known) known.push(id);
    else writers.set(resource, [id]);
  }
  const problems: Problem[] = [];
  for (const [resource, ids] of writers) {
    // In topological order all pairs are ordered exactly when each neighbouring pair is.
    for (let at = 1; at < ids.length; at += 1) {
      const [before, after] = [ids[at - 1] ?? '', ids[at] ?? ''];
      if (ancestry.isAncestor(before, after)) continue;
      const { step, index } = must(byId.get(after), 'the order holds known steps');
      problems.push(
        warning(
          'unordered-writers',
          ['steps', index, 'work'],
          `Steps "${before}" and "${after}" both change ${resource}, in no fixed order`,
          {
            step,
            fix: {
              title: `Let "${after}" need "${before}"`,
              edits: [{ type: 'add-dependency', stepId: after, needs: before }],
            },
          },
        ),
      );
    }
  }
  return problems;
};
