import { messages } from '#components/ui/messages.ts';

export type Arming = { kind: 'none' | 'read' | 'typed'; type: string | null; reasonMinLength: number };
export type ArmingFacts = { isSeen: boolean; isRead: boolean; typed: string; reason: string };

/** What is still missing before Approve acts, in words; `undefined` = armed. A disabled button is never silent. */
export function missingForApproval(
  arming: Arming,
  facts: ArmingFacts,
): { what: 'reading' | 'typed' | 'reason'; text: string } | undefined {
  if (arming.kind === 'none') return undefined;
  if (!facts.isRead)
    return { what: 'reading', text: facts.isSeen ? messages.approval.armWait : messages.approval.armRead };
  if (arming.kind === 'read') return undefined;
  if (arming.type !== null && facts.typed !== arming.type)
    return { what: 'typed', text: messages.approval.armTyped(arming.type) };
  if (facts.reason.trim().length < arming.reasonMinLength)
    return { what: 'reason', text: messages.approval.armReason(arming.reasonMinLength) };
  return undefined;
}
