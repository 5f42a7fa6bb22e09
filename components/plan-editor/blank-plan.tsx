'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { PlanDocument } from '#core/plan/schema.ts';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { Panel } from '#components/shell/page.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages-editor.ts';

const words = messages.editor.open;

function useNewDraft() {
  const trpc = useTRPC();
  const router = useRouter();
  return useMutation(
    trpc.drafts.create.mutationOptions({
      onSuccess: ({ draftId }) => router.push(`/drafts/${draftId}`),
    }),
  );
}
const titleOf = (goal: string) => goal.trim().split('\n')[0]?.slice(0, 200) || words.untitled;

/** No playbook fits, or none is wanted: an empty draft with the goal as it is written so far. */
export function BlankPlan({ goal }: { goal: string }) {
  const create = useNewDraft();
  const objective = goal.trim();
  return (
    <Panel title={words.blank} bodyClassName="flex flex-col items-start gap-2 p-3">
      <p className="text-sm text-muted">{words.blankText}</p>
      <Refused error={create.error} />
      <Button
        disabled={create.isPending || create.isSuccess}
        onClick={() =>
          create.mutate({
            title: titleOf(goal),
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

/** A planner's document that has errors: mended by hand instead of thrown away. */
export function FixInEditor({ goal, document }: { goal: string; document: PlanDocument }) {
  const create = useNewDraft();
  return (
    <div className="flex flex-col items-start gap-2 pt-2">
      <Refused error={create.error} />
      <Button
        disabled={create.isPending || create.isSuccess}
        onClick={() => create.mutate({ title: titleOf(goal), document, idempotencyKey: newKey() })}
      >
        {words.fix}
      </Button>
    </div>
  );
}
