'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { Panel } from '#components/shell/page.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Radios } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import type { Members } from './members.tsx';
import { SavedMark, useSaved } from './saved-mark.tsx';

const text = messages.settings;

/** Whether one person may approve their own runs. */
export function ModeSetting({ data, isAdmin }: { data: Members; isAdmin: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { saved, mark } = useSaved();
  const mode = useMutation(
    trpc.workspace.setMode.mutationOptions({
      onSuccess: () => {
        mark();
        void queryClient.invalidateQueries({ queryKey: trpc.workspace.pathKey() });
      },
    }),
  );
  return (
    <Panel id="workspace" title={text.workspace(data.workspace.name)}>
      <Radios
        name="mode"
        label={text.mode}
        after={<SavedMark saved={saved} />}
        value={data.workspace.mode}
        disabled={!isAdmin || mode.isPending}
        onChange={(choice) => mode.mutate({ mode: choice, idempotencyKey: newKey() })}
        options={(['solo', 'team'] as const).map((value) => ({
          value,
          label: text.modes[value],
          hint: text.modeTexts[value],
        }))}
      />
      {isAdmin ? null : <p className="mt-2 text-sm text-muted">{messages.connection.adminOnly}</p>}
      <Refused error={mode.error} className="mt-2" />
    </Panel>
  );
}
