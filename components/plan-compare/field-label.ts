import { pointerParts } from '#core/plan/pointer.ts';
import { messages } from '#components/ui/messages.ts';
import { PLAN } from './changes.ts';

/** What a person calls the field at this path; arguments by their own names. */
export function fieldLabel(changeId: string, path: string): string {
  const [member = '', ...rest] = pointerParts(path);
  if (member === '') return messages.compare.wholeField;
  if (member === 'work') {
    if (rest[0] === 'args' || rest[0] === 'inputs') return rest.slice(1).join('.') || messages.step.arguments;
    return word(rest[0] ?? 'work') ?? rest.join('.');
  }
  const name =
    changeId === PLAN && member === 'success' ? messages.compare.successChecks : (word(member) ?? member);
  return rest.length > 0 ? `${name} ${rest.join('.')}` : name;
}

function word(member: string): string | undefined {
  return Object.hasOwn(messages.compare.fields, member) ? messages.compare.fields[member] : undefined;
}
