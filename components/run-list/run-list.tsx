'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useDeferredValue } from 'react';
import { QueryState } from '#components/query-state.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page } from '#components/shell/page.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { ButtonLink, Button } from '#components/ui/button.tsx';
import { TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { Empty } from '#components/ui/notice.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { filterRuns, runFilters, type RunRow } from './run-filter.ts';
import { RunCards, RunTable } from './run-rows.tsx';

const LIMIT = 500;

export function RunList() {
  const trpc = useTRPC();
  const runs = useQuery(trpc.runs.list.queryOptions({ limit: LIMIT }));
  useTrail([{ label: messages.nav.runs }]);
  return (
    <Page title={messages.nav.runs} wide>
      <QueryState query={runs}>
        {({ runs: all }) =>
          all.length === 0 ? (
            <Empty
              title={messages.run.noRuns}
              action={<ButtonLink href="/plans">{messages.run.toPlans}</ButtonLink>}
            >
              {messages.run.noRunsText}
            </Empty>
          ) : (
            <Filtered all={all} />
          )
        }
      </QueryState>
    </Page>
  );
}

/** The filters are in the address: a copied link shows the same runs. */
function Filtered({ all }: { all: readonly RunRow[] }) {
  const phone = useMedia('(max-width: 767px)');
  const [{ show, q }, setQuery] = useQueryStates({
    show: parseAsStringLiteral(runFilters).withDefault('all'),
    q: parseAsString.withDefault(''),
  });
  const rows = filterRuns(all, show, useDeferredValue(q));
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Tabs
          label={messages.run.filter}
          look="switch"
          value={show}
          onChange={(next) => void setQuery({ show: next }, { history: 'push' })}
          items={runFilters.map((value) => ({ value, label: messages.run.filters[value] }))}
          listClassName="max-w-full overflow-x-auto"
        />
        <TextInput
          type="search"
          aria-label={messages.run.find}
          placeholder={messages.run.find}
          value={q}
          onChange={(event) => void setQuery({ q: event.target.value || null })}
          data-find
          className="h-8 max-w-72 flex-1 basis-40"
        />
      </div>
      {rows.length === 0 ? (
        <Empty
          title={messages.run.noMatch}
          action={
            <Button onClick={() => void setQuery({ show: null, q: null })}>
              {messages.plan.clearFilter}
            </Button>
          }
        />
      ) : phone ? (
        <RunCards rows={rows} />
      ) : (
        <RunTable rows={rows} />
      )}
      {all.length >= LIMIT ? <p className="text-sm text-muted">{messages.run.showing(all.length)}</p> : null}
    </>
  );
}
