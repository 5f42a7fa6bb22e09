'use client';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ReasonDetails } from './reason-details.tsx';
import { reasonOf } from './trpc.tsx';
import { Button } from './ui/button.tsx';
import { timeOfDay } from './ui/format.ts';
import { messages } from './ui/messages.ts';
import { Notice } from './ui/notice.tsx';
import { Loading } from './ui/skeleton.tsx';

/**
 * The states every read shares (ux 4.13): loading, failed, and stale data kept on the page with its time. `heading`
 * names a page whose own h1 comes with its data.
 */
export function QueryState<T>({
  query,
  rows,
  heading,
  children,
}: {
  query: UseQueryResult<T, unknown>;
  rows?: number;
  heading?: string;
  children: (data: T) => ReactNode;
}) {
  const client = useQueryClient();
  const retry = async () => {
    // A first read that hangs would be joined, not made again.
    if (query.data === undefined && query.isFetching)
      await client.cancelQueries({ predicate: ({ state }) => state.data === undefined });
    await query.refetch();
  };
  if (query.data !== undefined) {
    return (
      <>
        {query.isError ? (
          <ReadFailed error={query.error} retry={() => void retry()} asOf={query.dataUpdatedAt} />
        ) : null}
        {children(query.data)}
      </>
    );
  }
  return (
    <>
      {heading ? <h1 className="sr-only">{heading}</h1> : null}
      {query.isError ? (
        <ReadFailed error={query.error} retry={() => void retry()} />
      ) : (
        <Loading {...(rows ? { rows } : {})} retry={() => void retry()} className="p-4" />
      )}
    </>
  );
}

export function ReadFailed({ error, retry, asOf }: { error: unknown; retry(): void; asOf?: number }) {
  const reason = reasonOf(error);
  return (
    <Notice
      look="problem"
      title={reason.message}
      className="m-2"
      action={
        <Button size="sm" onClick={retry}>
          {messages.common.retry}
        </Button>
      }
    >
      {asOf ? `${messages.common.asOf(timeOfDay(asOf))}. ` : ''}
      {reason.code === 'unreachable' ? messages.errors.nothingChanged : ''}
      <ReasonDetails reason={reason} />
    </Notice>
  );
}
