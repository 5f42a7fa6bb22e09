import type { RouterOutputs } from '#components/trpc.tsx';

export type Card = RouterOutputs['approvals']['get'];
export type Row = RouterOutputs['approvals']['list']['approvals'][number];
