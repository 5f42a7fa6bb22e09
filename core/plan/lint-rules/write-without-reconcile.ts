import { effectOf, type LintRule, toolOf, warning, worksOf } from './context.ts';

/** After a lost connection only a person can say whether such a write took effect (E2). */
export const writeWithoutReconcile: LintRule = ({ document, catalog }) =>
  document.steps.flatMap((step, index) =>
    worksOf(step, index).flatMap(({ work, path }) => {
      if (work.kind !== 'tool') return [];
      const contract = toolOf(catalog, work.tool);
      if (!contract || effectOf(catalog, work) === 'read' || contract.canReconcile) return [];
      return [
        warning(
          'write-without-reconcile',
          [...path, 'tool'],
          `If a call of ${work.tool} is cut off, only a person can find out whether it took effect`,
          { step },
        ),
      ];
    }),
  );
