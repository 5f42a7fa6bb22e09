'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '#components/query-state.tsx';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page } from '#components/shell/page.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { messages } from '#components/ui/messages.ts';
import { Empty, Notice } from '#components/ui/notice.tsx';
import { toast } from '#components/ui/toast.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';

type Connection = RouterOutputs['connections']['list']['connections'][number];

/** The named ways out. A plan names one; it never holds an address or a secret. */
export function Connections() {
  const trpc = useTRPC();
  const connections = useQuery(trpc.connections.list.queryOptions());
  const me = useQuery(trpc.session.me.queryOptions());
  const isAdmin = me.data?.roles.includes('admin') ?? false;
  const [editing, setEditing] = useState<Connection | 'new'>();
  useTrail([{ label: messages.nav.connections }]);
  const create = (
    <Button
      look="primary"
      disabled={!isAdmin}
      title={isAdmin ? undefined : messages.connection.adminOnly}
      onClick={() => setEditing('new')}
    >
      {messages.connection.create}
    </Button>
  );
  return (
    <Page title={messages.nav.connections} meta={messages.connection.intro} actions={create}>
      {me.isSuccess && !isAdmin ? (
        <p className="text-sm text-muted">{messages.connection.adminOnly}</p>
      ) : null}
      <QueryState query={connections}>
        {({ connections: rows }) =>
          rows.length === 0 ? (
            <Empty title={messages.connection.none}>{messages.connection.noneText}</Empty>
          ) : (
            <ul className="grid gap-3 md:grid-cols-2">
              {rows.map((connection) => (
                <li key={connection.name}>
                  <ConnectionCard
                    connection={connection}
                    isAdmin={isAdmin}
                    onEdit={() => setEditing(connection)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {editing ? (
        <ConnectionDialog
          key={editing === 'new' ? '' : editing.name}
          connection={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </Page>
  );
}

function ConnectionCard({
  connection,
  isAdmin,
  onEdit,
}: {
  connection: Connection;
  isAdmin: boolean;
  onEdit(): void;
}) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const test = useMutation(trpc.connections.test.mutationOptions());
  const remove = useMutation(
    trpc.connections.remove.mutationOptions({
      onSuccess: () => {
        toast(messages.connection.removed(connection.name));
        void queryClient.invalidateQueries({ queryKey: trpc.connections.pathKey() });
      },
    }),
  );
  const facts: [string, string][] = [
    ...(connection.baseUrl ? [[messages.connection.baseUrl, connection.baseUrl] as [string, string]] : []),
    [messages.connection.credential, connection.credentialRef ?? messages.common.none],
    ...(connection.allowList.length > 0
      ? [[messages.connection.allowList, connection.allowList.join(', ')] as [string, string]]
      : []),
    [messages.connection.dedupe, messages.connection.dedupes[connection.dedupe]],
  ];
  return (
    <section
      className="flex h-full flex-col gap-2 rounded-card border border-border bg-surface p-3"
      aria-label={connection.name}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1 font-mono text-base font-semibold break-all">{connection.name}</h2>
        <Badge>{connection.kind}</Badge>
        <Badge>{connection.environment}</Badge>
        <Badge>{connection.readOnly ? messages.connection.readOnly : messages.connection.mayWrite}</Badge>
      </div>
      <dl className="grid grid-cols-[104px_1fr] gap-x-3 gap-y-0.5 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <div role="status" className="empty:hidden">
        {test.data ? (
          <Notice
            look={test.data.ok ? 'plain' : 'problem'}
            title={
              test.data.ok
                ? messages.connection.works(Math.round(test.data.ms))
                : messages.connection.doesNotWork
            }
          >
            {test.data.message}
          </Notice>
        ) : null}
      </div>
      <Refused error={test.error} />
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        <Button
          size="sm"
          disabled={!isAdmin || test.isPending}
          onClick={() => test.mutate({ name: connection.name, idempotencyKey: newKey() })}
        >
          {messages.connection.test}
        </Button>
        <Button size="sm" disabled={!isAdmin} onClick={onEdit}>
          {messages.connection.edit}
        </Button>
        <Button size="sm" look="quiet" disabled={!isAdmin} onClick={() => setRemoving(true)}>
          {messages.connection.remove}
        </Button>
      </div>
      <Dialog
        open={removing}
        onOpenChange={setRemoving}
        title={messages.connection.removeTitle(connection.name)}
        description={messages.connection.removeText}
        footer={
          <>
            <Button onClick={() => setRemoving(false)}>{messages.common.cancel}</Button>
            <Button
              disabled={remove.isPending}
              onClick={() => remove.mutate({ name: connection.name, idempotencyKey: newKey() })}
            >
              {messages.connection.removeSubmit}
            </Button>
          </>
        }
      >
        <Refused error={remove.error} />
      </Dialog>
    </section>
  );
}
