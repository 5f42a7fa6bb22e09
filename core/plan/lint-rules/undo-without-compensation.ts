import { type LintRule, stepEffect, warning } from './context.ts';

/** With `onStepFailure: undo`: a write that nothing takes back stays, and taking back the rest asks a person (E4). */
export const undoWithoutCompensation: LintRule = ({ document, catalog }) =>
  document.limits?.onStepFailure === 'undo'
    ? document.steps.flatMap((step, index) => {
        const kind = step.compensation?.kind;
        if (step.undoes || kind === 'tool' || kind === 'person' || stepEffect(catalog, step) === 'read')
          return [];
        return [
          warning(
            'undo-without-compensation',
            ['steps', index, 'compensation'],
            kind === undefined
              ? `The plan takes back what it did when a step fails, and step "${step.id}" does not say how`
              : `Step "${step.id}" is to be taken back by ${kind}, which is not available yet: a person will be asked`,
            { step },
          ),
        ];
      })
    : [];
