import { type LintRule, warning } from './context.ts';

const MOST = 7;

/** Many steps that all call one tool: such a goal is done directly, not planned. */
export const tooManySteps: LintRule = ({ document }) => {
  const tools = new Set(
    document.steps.map(({ work }) => (work.kind === 'tool' ? work.tool : `(${work.kind})`)),
  );
  if (document.steps.length <= MOST || tools.size !== 1) return [];
  return [
    warning(
      'too-many-steps',
      ['steps'],
      `${document.steps.length} steps for one tool: do this directly, or with a forEach, instead of planning it`,
    ),
  ];
};
