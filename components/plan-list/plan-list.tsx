'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { parseAsString, useQueryState } from 'nuqs';
import { useDeferredValue } from 'react';
import { QueryState } from '#components/query-state.tsx';
import { StateBadge } from '#components/marks/state-badge.tsx';
import { markOfRun } from '#components/marks/state-looks.ts';
import { VersionBadge } from '#components/marks/version-badge.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page } from '#components/shell/page.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { Empty } from '#components/ui/notice.tsx';
import { Table, Td, Th } from '#components/ui/table.tsx';
import { Time } from '#components/ui/time.tsx';

type Row = RouterOutputs['plans']['list']['plans'][number];

export function PlanList() {
  const trpc = useTRPC();
  const [filter, setFilter] = useQueryState(
    'q',
    parseAsString.withDefault('').withOptions({ throttleMs: 300 }),
  );
  const wanted = useDeferredValue(filter).trim().toLowerCase();
  const plans = useQuery(trpc.plans.list.queryOptions({ limit: 200 }));
  useTrail([{ label: messages.nav.plans }]);
  return (
    <Page
      title={messages.nav.plans}
      actions={
        <>
          <ButtonLink look="quiet" href="/drafts">
            {messages.home.draftList}
          </ButtonLink>
          <ButtonLink href="/plans/import">{messages.newPlan.importPlan}</ButtonLink>
          <ButtonLink look="primary" href="/plans/new">
            {messages.home.newPlan}
          </ButtonLink>
        </>
      }
    >
      <QueryState query={plans}>
        {({ plans: all }) => {
          if (all.length === 0) {
            return (
              <Empty
                title={messages.plan.noPlans}
                action={
                  <ButtonLink look="primary" href="/plans/new">
                    {messages.home.firstGoal}
                  </ButtonLink>
                }
              >
                {messages.plan.noPlansText}
              </Empty>
            );
          }
          const rows = all.filter((plan) => plan.title.toLowerCase().includes(wanted));
          return (
            <>
              <TextInput
                type="search"
                aria-label={messages.plan.filter}
                placeholder={messages.plan.filter}
                value={filter}
                onChange={(event) => void setFilter(event.target.value || null)}
                className="max-w-80"
              />
              {rows.length === 0 ? (
                <Empty
                  title={messages.plan.noMatch(filter)}
                  action={<Button onClick={() => void setFilter(null)}>{messages.plan.clearFilter}</Button>}
                />
              ) : (
                <>
                  <PlanTable rows={rows} />
                  <ul className="flex flex-col divide-y divide-border rounded-card border border-border bg-surface md:hidden">
                    {rows.map((plan) => (
                      <li key={plan.planId}>
                        <Link
                          href={`/plans/${plan.planId}/v/${plan.newestVersion}`}
                          className="flex min-h-14 flex-col gap-1 px-3 py-2 -outline-offset-2"
                        >
                          <span className="font-medium break-words">
                            {messages.plan.titleAndVersion(plan.title, plan.newestVersion)}
                          </span>
                          <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                            <VersionBadge state={plan.state} />
                            {messages.plan.counts(plan.steps, plan.writes, plan.irreversible)}
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

function PlanTable({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      label={messages.nav.plans}
      className="max-md:hidden"
      head={
        <>
          <Th>{messages.plan.name}</Th>
          <Th>{messages.plan.newest}</Th>
          <Th>{messages.plan.state}</Th>
          <Th>{messages.plan.contains}</Th>
          <Th>{messages.plan.lastRun}</Th>
          <Th>{messages.plan.changed}</Th>
        </>
      }
    >
      {rows.map((plan) => (
        <tr key={plan.planId} className="hover:bg-hover">
          <Td className="font-medium">
            <Link href={`/plans/${plan.planId}/v/${plan.newestVersion}`} className="row-link">
              {plan.title}
            </Link>
          </Td>
          <Td>{messages.common.version(plan.newestVersion)}</Td>
          <Td>
            <VersionBadge state={plan.state} />
          </Td>
          <Td className="text-muted">{messages.plan.counts(plan.steps, plan.writes, plan.irreversible)}</Td>
          <Td>
            {plan.lastRun ? (
              <Link href={`/runs/${plan.lastRun.runId}`} className="row-link gap-2">
                <StateBadge state={markOfRun(plan.lastRun.status)} />
                <Time at={plan.lastRun.at} className="text-muted" />
              </Link>
            ) : (
              <span className="text-faint">{messages.plan.neverRun}</span>
            )}
          </Td>
          <Td className="whitespace-nowrap text-muted">
            {plan.changedBy}, <Time at={plan.changedAt} />
          </Td>
        </tr>
      ))}
    </Table>
  );
}
