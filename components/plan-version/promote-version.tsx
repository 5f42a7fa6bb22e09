'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { messages } from '#components/ui/messages.ts';
import { toast } from '#components/ui/toast.tsx';

type Version = Pick<
  RouterOutputs['plans']['version'],
  'planId' | 'version' | 'state' | 'origin' | 'promotedAt'
>;
const words = messages.promote;

/** For a version that a run made and nobody promoted yet: makes it the plan's head, in review (V6). */
export function PromoteVersion({
  version: { planId, version, state, origin, promotedAt },
}: {
  version: Version;
}) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const me = useQuery(trpc.session.me.queryOptions());
  const [asks, setAsks] = useState(false);
  const promote = useMutation(
    trpc.plans.promote.mutationOptions({
      onSuccess: () => {
        setAsks(false);
        toast(words.done(version));
        void queryClient.invalidateQueries({ queryKey: trpc.plans.pathKey() });
        void queryClient.invalidateQueries({ queryKey: trpc.home.pathKey() });
      },
    }),
  );
  const isBound = origin !== null && promotedAt === null && state !== 'rejected';
  if (!isBound || !me.data?.roles.includes('author')) return null;
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          promote.reset();
          setAsks(true);
        }}
      >
        {words.button}
      </Button>
      <Dialog
        open={asks}
        onOpenChange={setAsks}
        title={words.title(version)}
        description={words.text(version)}
        footer={
          <>
            <Button onClick={() => setAsks(false)}>{messages.common.cancel}</Button>
            <Button
              look="primary"
              disabled={promote.isPending}
              onClick={() => promote.mutate({ planId, version, idempotencyKey: newKey() })}
            >
              {words.button}
            </Button>
          </>
        }
      >
        <p className="text-sm text-muted">{words.stays}</p>
        <Refused error={promote.error} className="mt-3" />
      </Dialog>
    </>
  );
}
