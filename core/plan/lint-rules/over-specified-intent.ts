import { type LintRule, warning } from './context.ts';

/** Signs of HOW: code, statements, commands, numbered instructions. That belongs to the work and its arguments. */
const SIGNS = [
  /`[^`]+`/,
  /\b(?:SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|(?:ALTER|CREATE|DROP)\s+(?:TABLE|VIEW|INDEX|COLUMN))\b/,
  /\b(?:curl|wget|kubectl|psql|sudo|npm|git)\s+[-\w]/,
  /\bhttps?:\/\//,
  /(?:^|\s)1[.)]\s.+\s2[.)]\s/s,
  /\b\w+\([^)]*\)\s*[;{]/,
];
const MAX_CHARACTERS = 600;

/** An intent that prescribes how leaves a replan no room, and repeats what the arguments say. */
export const overSpecifiedIntent: LintRule = ({ document }) =>
  document.steps.flatMap((step, index) => {
    const intent = step.intent ?? '';
    if (intent.length <= MAX_CHARACTERS && !SIGNS.some((sign) => sign.test(intent))) return [];
    return [
      warning(
        'over-specified-intent',
        ['steps', index, 'intent'],
        `The intent of step "${step.id}" says how; it should say what is true afterwards`,
        { step },
      ),
    ];
  });
