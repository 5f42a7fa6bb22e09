'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { QueryState } from '#components/query-state.tsx';
import { StateBadge } from '#components/marks/state-badge.tsx';
import { markOfRun } from '#components/marks/state-looks.ts';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page } from '#components/shell/page.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { ButtonLink, Button } from '#components/ui/button.tsx';
import { clock, usd } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { Empty } from '#components/ui/notice.tsx';
import { Table, Td, Th } from '#components/ui/table.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { Time } from '#components/ui/time.tsx';

type Row = RouterOutputs['runs']['list']['runs'][number];
const filters = ['all', 'going', 'ended'] as const;
const isGoing = (run: Row) =>
  run.status === 'running' || run.status === 'paused' || run.status === 'stopping';

export function RunList() {
  const trpc = useTRPC();
  const [filter, setFilter] = useQueryState('show', parseAsStringLiteral(filters).withDefault('all'));
  const runs = useQuery(trpc.runs.list.queryOptions({ limit: 200 }));
  useTrail([{ label: messages.nav.runs }]);
  return (
    <Page title={messages.nav.runs}>
      <QueryState query={runs}>
        {({ runs: all }) => {
          if (all.length === 0) {
            return (
              <Empty
                title={messages.run.noRuns}
                action={<ButtonLink href="/plans">{messages.run.toPlans}</ButtonLink>}
              >
                {messages.run.noRunsText}
              </Empty>
            );
          }
          const rows = all.filter((run) => filter === 'all' || isGoing(run) === (filter === 'going'));
          return (
            <>
              <Tabs
                label={messages.run.filter}
                look="switch"
                value={filter}
                onChange={(next) => void setFilter(next)}
                items={filters.map((value) => ({ value, label: messages.run.filters[value] }))}
              />
              {rows.length === 0 ? (
                <Empty
                  title={messages.run.noMatch}
                  action={<Button onClick={() => void setFilter(null)}>{messages.plan.clearFilter}</Button>}
                />
              ) : (
                <>
                  <RunTable rows={rows} />
                  <ul className="flex flex-col divide-y divide-border rounded-card border border-border bg-surface md:hidden">
                    {rows.map((run) => (
                      <li key={run.runId}>
                        <Link
                          href={`/runs/${run.runId}`}
                          className="flex min-h-14 flex-col gap-1 px-3 py-2 -outline-offset-2"
                        >
                          <span className="font-medium break-words">
                            {messages.plan.titleAndVersion(run.planTitle, run.planVersion)}
                          </span>
                          <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                            <StateBadge state={markOfRun(run.status)} />
                            {messages.run.progress(run.done, run.total)}
                            {run.needsYou > 0 ? (
                              <strong className="font-semibold text-approval">
                                {messages.run.needsYou(run.needsYou)}
                              </strong>
                            ) : null}
                          </span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </>
          );
        }}
      </QueryState>
    </Page>
  );
}

function RunTable({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      label={messages.nav.runs}
      className="max-md:hidden"
      head={
        <>
          <Th>{messages.run.plan}</Th>
          <Th>{messages.plan.state}</Th>
          <Th>{messages.run.steps}</Th>
          <Th>{messages.run.waitsFor}</Th>
          <Th className="text-right">{messages.run.cost}</Th>
          <Th className="text-right">{messages.run.duration}</Th>
          <Th>{messages.run.started}</Th>
        </>
      }
    >
      {rows.map((run) => (
        <tr key={run.runId} className="hover:bg-hover">
          <Td className="font-medium">
            <Link href={`/runs/${run.runId}`} className="row-link">
              {messages.plan.titleAndVersion(run.planTitle, run.planVersion)}
            </Link>
          </Td>
          <Td>
            <StateBadge state={markOfRun(run.status)} />
          </Td>
          <Td className="whitespace-nowrap">{messages.run.ofTotal(run.done, run.total)}</Td>
          <Td className="max-w-80 text-muted">
            {run.needsYou > 0 ? (
              <strong className="font-semibold text-approval">{messages.run.needsYou(run.needsYou)} </strong>
            ) : null}
            {run.end?.reason ?? run.waiting ?? ''}
          </Td>
          <Td className="text-right whitespace-nowrap">{messages.run.usd(usd(run.costMicroUsd))}</Td>
          <Td className="text-right">{run.endedAt ? clock(run.endedAt - run.startedAt) : ''}</Td>
          <Td className="whitespace-nowrap text-muted">
            <Time at={run.startedAt} />
            {run.startedBy ? ` ${messages.common.by(run.startedBy.name)}` : ''}
          </Td>
        </tr>
      ))}
    </Table>
  );
}
