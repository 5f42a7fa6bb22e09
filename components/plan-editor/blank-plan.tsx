'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { Panel } from '#components/shell/page.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages-editor.ts';

const words = messages.editor.open;

/** No playbook fits, or none is wanted: an empty draft with the goal as it is written so far. */
export function BlankPlan({ goal }: { goal: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(
    trpc.drafts.create.mutationOptions({
      onSuccess: ({ draftId }) => router.push(`/drafts/${draftId}`),
    }),
  );
  const objective = goal.trim();
  const [line = ''] = objective.split('\n');
  return (
    <Panel title={words.blank} bodyClassName="flex flex-col items-start gap-2 p-3">
      <p className="text-sm text-muted">{words.blankText}</p>
      <Refused error={create.error} />
      <Button
        disabled={create.isPending || create.isSuccess}
        onClick={() =>
          create.mutate({
            title: line.slice(0, 200) || words.untitled,
            ...(objective === '' ? {} : { objective }),
            idempotencyKey: newKey(),
          })
        }
      >
        {words.makeBlank}
      </Button>
    </Panel>
  );
}
