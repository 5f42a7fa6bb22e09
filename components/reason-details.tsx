'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC, type Reason } from './trpc.tsx';
import { CopyButton } from './ui/code-block.tsx';
import { messages } from './ui/messages.ts';

/** What helps beyond the sentence: who has the role that is missing, the id under which the server wrote the error down. */
export function ReasonDetails({ reason: { code, fields } }: { reason: Reason }) {
  if (code === 'role-missing') return <WhoHas role={String(fields['role'])} />;
  const id = fields['errorId'];
  if (typeof id !== 'string') return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {messages.errors.id(id)} <CopyButton text={id} />
    </span>
  );
}

function WhoHas({ role }: { role: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.workspace.members.queryOptions());
  if (!data) return null;
  const names = data.members
    .filter(({ roles }) => roles.some((each) => each === role))
    .map(({ name }) => name);
  return <>{messages.errors.whoHas(names)}</>;
}
