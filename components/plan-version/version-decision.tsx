'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '#components/live.ts';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field, TextArea } from '#components/ui/field.tsx';
import { fingerprint } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { toast } from '#components/ui/toast.tsx';

type Version = Pick<RouterOutputs['plans']['version'], 'planId' | 'version' | 'hash' | 'state' | 'title'> & {
  canApprove?: May;
  canReject?: May;
};
type May = { allowed: boolean; why: string | null };

/** Approve or reject a version in review. Opens the gate to start runs; it authorises no step. */
export function VersionDecision({ version }: { version: Version }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [verdict, setVerdict] = useState<'approve' | 'reject'>();
  const [reason, setReason] = useState('');
  const online = useLive((state) => state.link !== 'reconnecting');
  const done = (text: string) => () => {
    setVerdict(undefined);
    setReason('');
    toast(text);
    void queryClient.invalidateQueries({ queryKey: trpc.plans.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.home.pathKey() });
  };
  const approve = useMutation(
    trpc.plans.approve.mutationOptions({ onSuccess: done(messages.plan.approvedToast(version.version)) }),
  );
  const reject = useMutation(
    trpc.plans.reject.mutationOptions({ onSuccess: done(messages.plan.rejectedToast(version.version)) }),
  );
  if (version.state !== 'in review') return null;
  const offIf = (may: May | undefined) =>
    may && !may.allowed
      ? (may.why ?? messages.plan.mayNotApprove)
      : online
        ? undefined
        : messages.live.decisionsOff;
  const [approveOff, rejectOff] = [offIf(version.canApprove), offIf(version.canReject)];
  const off = approveOff ?? rejectOff;
  const named = { planId: version.planId, version: version.version, hash: version.hash };
  const isReject = verdict === 'reject';
  const open = (next: 'approve' | 'reject') => {
    approve.reset();
    reject.reset();
    setVerdict(next);
  };
  return (
    <>
      <Button onClick={() => open('reject')} disabled={rejectOff !== undefined} title={rejectOff}>
        {messages.plan.reject}
      </Button>
      <Button
        look="primary"
        onClick={() => open('approve')}
        disabled={approveOff !== undefined}
        title={approveOff}
      >
        {messages.plan.approve}
      </Button>
      {off ? <span className="w-full text-xs wrap-anywhere text-muted">{off}</span> : null}
      <Dialog
        open={verdict !== undefined}
        onOpenChange={(isOpen) => !isOpen && setVerdict(undefined)}
        title={
          isReject
            ? messages.plan.rejectTitle(version.title, version.version)
            : messages.plan.approveTitle(version.title, version.version)
        }
        description={
          isReject ? messages.plan.rejectText : messages.plan.approveText(fingerprint(version.hash))
        }
        footer={
          <>
            <Button onClick={() => setVerdict(undefined)}>{messages.common.cancel}</Button>
            {isReject ? (
              <Button
                disabled={reason.trim() === '' || reject.isPending}
                onClick={() => reject.mutate({ ...named, reason: reason.trim(), idempotencyKey: newKey() })}
              >
                {messages.plan.rejectSubmit}
              </Button>
            ) : (
              <Button
                look="primary"
                disabled={approve.isPending}
                onClick={() =>
                  approve.mutate({
                    ...named,
                    ...(reason.trim() ? { reason: reason.trim() } : {}),
                    idempotencyKey: newKey(),
                  })
                }
              >
                {messages.plan.approve}
              </Button>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-3">
          <Field label={isReject ? messages.plan.reasonRequired : messages.plan.noteOptional}>
            {(ids) => (
              <TextArea
                {...ids}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                maxLength={2_000}
              />
            )}
          </Field>
          <Refused error={isReject ? reject.error : approve.error} />
        </div>
      </Dialog>
    </>
  );
}
