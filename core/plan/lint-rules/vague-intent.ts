import { type LintRule, warning } from './context.ts';

const VAGUE =
  /\b(?:as needed|as appropriate|appropriately|somehow|whatever|stuff|things?|etc|and so on|handle (?:it|this|that|everything)|deal with (?:it|this|that)|do (?:it|the work|what is needed)|process the data|take care of|make it work|tbd|todo)\b/i;
/** Languages without spaces say much in few letters: only texts in Latin letters are measured in words. */
const LATIN_ONLY = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]*$/u;
const MIN_WORDS = 3;

/** The intent says WHAT is achieved; without it nobody can tell whether the step is the right one. */
export const vagueIntent: LintRule = ({ document }) =>
  document.steps.flatMap((step, index) => {
    const intent = step.intent?.trim() ?? '';
    const reason =
      intent === ''
        ? 'does not say what it achieves'
        : isVague(intent)
          ? 'says vaguely what it achieves: name the thing and its state afterwards'
          : undefined;
    return reason === undefined
      ? []
      : [warning('vague-intent', ['steps', index, 'intent'], `Step "${step.id}" ${reason}`, { step })];
  });

function isVague(intent: string): boolean {
  if (VAGUE.test(intent)) return true;
  return LATIN_ONLY.test(intent) && intent.split(/\s+/).length < MIN_WORDS;
}
