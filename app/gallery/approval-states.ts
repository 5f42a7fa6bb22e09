import type { RouterOutputs } from '#components/trpc.tsx';
import { approvalCards } from './approval-fixtures.ts';

type Card = RouterOutputs['approvals']['get'];

const [critical, high, low] = approvalCards as [Card, Card, Card];
const by = { id: 'u2', name: 'Ada Lovelace' };
const at = low.requestedAt + 60_000;
const closed = (approvalId: string, status: Card['status'], more: Partial<Card> = {}): Card => ({
  ...low,
  approvalId,
  status,
  canDecide: false,
  ...more,
});

/** One card a tier and a state of an approval, by the words the gallery calls them. */
export const approvalStates: Record<string, Card> = {
  'Low, to decide': low,
  'High, not by the requester': high,
  'High, to read first': { ...high, approvalId: 'gallery-read', canDecide: true, whyNot: null },
  'Critical, to type': critical,
  'Critical, 1 of 2': {
    ...critical,
    approvalId: 'gallery-first',
    solo: false,
    need: 2,
    decisions: [{ by, at, verdict: 'approve', reason: 'The backup was checked.' }],
  },
  Batch: {
    ...low,
    approvalId: 'gallery-batch',
    batchOf: 'backfill',
    siblings: [1, 2, 3].map((item) => ({
      approvalId: `gallery-batch-${item}`,
      seal: low.seal,
      address: { stepId: 'backfill', item },
      summary: `Fill first_name and last_name of shop.users, rows ${item * 500 + 1} to ${item * 500 + 500}`,
      args: { ...low.args, params: [item * 500 + 1, item * 500 + 500] },
      status: 'pending' as const,
    })),
  },
  Approved: closed('gallery-granted', 'granted', {
    canWithdraw: true,
    decisions: [{ by, at, verdict: 'approve', reason: null }],
  }),
  'Approved and sent': closed('gallery-consumed', 'consumed', {
    decisions: [{ by, at, verdict: 'approve', reason: null }],
  }),
  Rejected: closed('gallery-rejected', 'rejected', {
    decisions: [{ by, at, verdict: 'reject', reason: 'The batch is too large for the evening.' }],
  }),
  Expired: closed('gallery-expired', 'expired', { canAskAgain: true }),
  Withdrawn: closed('gallery-withdrawn', 'withdrawn'),
  Void: closed('gallery-voided', 'voided'),
};
