import type { BatchCall } from './batch-table.tsx';
import type { Card } from './card.ts';

/** The calls that may be decided together: this one and its pending siblings, in the order of their items. */
export function groupCalls(card: Card): BatchCall[] {
  if (card.status !== 'pending' || card.groupKind === null) return [];
  const own = {
    approvalId: card.approvalId,
    seal: card.seal,
    item: card.address.item,
    summary: card.summary,
    args: card.args,
  };
  const others = card.siblings.map((sibling) => ({
    approvalId: sibling.approvalId,
    seal: sibling.seal,
    item: sibling.address.item,
    summary: sibling.summary,
    args: sibling.args,
  }));
  const calls = [own, ...others];
  return card.groupKind === 'batch' ? calls.sort((a, b) => (a.item ?? 0) - (b.item ?? 0)) : calls;
}
