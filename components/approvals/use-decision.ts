'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { newKey } from '#components/new-key.ts';
import { reasonOf, useTRPC } from '#components/trpc.tsx';
import { announceNow } from '#components/ui/announcer.tsx';
import { messages } from '#components/ui/messages.ts';
import type { missingForApproval } from './arming.ts';
import type { BatchCall } from './batch-table.tsx';
import type { Card } from './card.ts';
import type { NextStep } from './reject-dialog.tsx';

export type Missing = ReturnType<typeof missingForApproval>;

/** Refusals that mean: what was on the screen is not what stands now. */
const conflicts = new Set([
  'approval-changed',
  'approval-voided',
  'approval-already-decided',
  'approval-expired',
  'seal-mismatch',
  'revision-changed',
]);

/** One decision on one card, or on the checked calls of a group: names exactly what was seen (A2). */
export function useDecision(
  card: Card,
  group: readonly BatchCall[],
  heading: RefObject<HTMLHeadingElement | null>,
) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<'sheet' | 'reject' | 'edit'>();
  const decide = useMutation(
    trpc.approvals.decide.mutationOptions({
      onSuccess: (_, sent) => {
        announceNow(
          sent.verdict === 'approve'
            ? messages.say.approved(sent.decisions.length, card.stepTitle)
            : messages.say.rejected(card.stepTitle),
        );
        setOpen(undefined);
        setChecked(new Set());
        heading.current?.focus();
      },
      onSettled: () => {
        void queryClient.invalidateQueries({ queryKey: trpc.approvals.pathKey() });
        void queryClient.invalidateQueries({ queryKey: trpc.home.pathKey() });
      },
      onError: () => setOpen((now) => (now === 'sheet' ? undefined : now)),
    }),
  );
  const chosen =
    group.length > 0
      ? group.filter((call) => checked.has(call.approvalId))
      : [{ approvalId: card.approvalId, seal: card.seal }];
  const send = (verdict: 'approve' | 'reject', more: { reason?: string; next?: NextStep; typed?: string }) =>
    decide.mutate({
      decisions: chosen.map(({ approvalId, seal }) => ({ approvalId, seal })),
      verdict,
      planVersion: card.planVersion,
      policyRevision: card.policyRevision,
      ...more,
      idempotencyKey: newKey(),
    });
  const approve = () =>
    send('approve', {
      ...(reason.trim() ? { reason: reason.trim() } : {}),
      ...(card.arming.kind === 'typed' ? { typed } : {}),
    });
  const focusMissing = ({ what }: NonNullable<Missing>) => {
    const id = what === 'typed' ? 'arm-typed' : what === 'reason' ? 'arm-reason' : undefined;
    // On phones the fields are in the sheet, outside the card.
    const place = open === 'sheet' ? document : (heading.current?.closest('article') ?? document);
    const target = place.querySelector<HTMLElement>(id ? `[data-arm="${id}"]` : '[data-testid="arguments"]');
    target?.scrollIntoView({ block: 'center' });
    target?.focus();
  };
  const failure = decide.isError ? reasonOf(decide.error) : undefined;
  return {
    typed,
    setTyped,
    reason,
    setReason,
    checked,
    setChecked,
    open,
    setOpen,
    busy: decide.isPending,
    error: decide.error,
    conflict: failure && conflicts.has(failure.code) ? failure : undefined,
    chosen: chosen.length,
    reject: (text: string, next: NextStep) => send('reject', { reason: text, next }),
    /** Approves only when armed; otherwise goes to what is missing. */
    press: ({ why, missing }: { why: string | undefined; missing: Missing }) => {
      if (why !== undefined || decide.isPending) return;
      if (missing) focusMissing(missing);
      else approve();
    },
  };
}
export type Decision = ReturnType<typeof useDecision>;
