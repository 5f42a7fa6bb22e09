'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { parseAsInteger, useQueryState } from 'nuqs';
import { useState } from 'react';
import { DiffSign } from '#components/marks/diff-tab.tsx';
import { VersionBadge } from '#components/marks/version-badge.tsx';
import { QueryState } from '#components/query-state.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page } from '#components/shell/page.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';

type History = RouterOutputs['comparisons']['history'];
type Cell = History['rows'][number]['cells'][number];

/** Each step a row, versions as columns: which version did what to which step. Two of them are compared. */
export function PlanHistory({ planId }: { planId: string }) {
  const trpc = useTRPC();
  const [before, setBefore] = useQueryState('before', parseAsInteger.withOptions({ history: 'push' }));
  const history = useQuery(
    trpc.comparisons.history.queryOptions({
      planId,
      ...(before !== null && before >= 1 ? { before } : {}),
    }),
  );
  const title = history.data?.title;
  useTrail([
    { label: messages.nav.plans, href: '/plans' },
    ...(title ? [{ label: title, href: `/plans/${planId}` }, { label: messages.history.one }] : []),
  ]);
  return (
    <QueryState query={history} heading={messages.history.one}>
      {(data) => (
        <Page wide title={messages.history.title(data.title)} meta={messages.history.intro}>
          <Table data={data} key={before ?? 0} />
          <div className="flex flex-wrap gap-2">
            {data.earlierThan === null ? null : (
              <Button onClick={() => void setBefore(data.earlierThan)}>{messages.history.earlier}</Button>
            )}
            {before === null ? null : (
              <Button onClick={() => void setBefore(null)}>{messages.history.newest}</Button>
            )}
          </div>
        </Page>
      )}
    </QueryState>
  );
}

function Table({ data }: { data: History }) {
  const { versions, rows, planId } = data;
  const [chosen, setChosen] = useState<readonly number[]>(versions.slice(-2).map(({ version }) => version));
  // The two chosen last: a third takes the place of the one chosen first.
  const toggle = (version: number) =>
    setChosen((now) =>
      now.includes(version) ? now.filter((each) => each !== version) : [...now, version].slice(-2),
    );
  const [from, to] = chosen.toSorted((a, b) => a - b);
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-3">
        {from !== undefined && to !== undefined ? (
          <ButtonLink look="primary" href={`/plans/${planId}/compare/${from}...${to}`}>
            {messages.history.compare(from, to)}
          </ButtonLink>
        ) : (
          <p className="text-muted">
            {versions.length === 1 ? messages.history.only : messages.history.chooseTwo}
          </p>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <div
        tabIndex={0}
        role="group"
        aria-label={messages.history.table}
        className="overflow-x-auto rounded-card border border-border bg-surface -outline-offset-2"
      >
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b border-border align-bottom">
              <th scope="col" className="sticky left-0 z-10 min-w-40 bg-surface px-3 py-2 text-left">
                {messages.history.step}
              </th>
              {versions.map((version) => (
                <th key={version.version} scope="col" className="min-w-28 px-3 py-2 text-left font-normal">
                  <label className="flex min-h-6 items-center gap-2 font-semibold max-md:min-h-11">
                    <input
                      type="checkbox"
                      checked={chosen.includes(version.version)}
                      onChange={() => toggle(version.version)}
                      className="size-4 accent-accent"
                    />
                    {messages.history.choose(version.version)}
                  </label>
                  <Link
                    href={`/plans/${planId}/v/${version.version}`}
                    className="text-link max-w-48 text-xs"
                    title={version.note}
                  >
                    <span className="truncate">{version.note}</span>
                  </Link>
                  <span className="block text-xs text-muted">
                    {version.parent === null ? '' : messages.history.madeFrom(version.parent)}{' '}
                    {version.origin ? messages.history.inRun : ''}
                  </span>
                  <VersionBadge state={version.state} className="text-xs" />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.stepId} className="border-b border-border last:border-b-0">
                <th
                  scope="row"
                  className="sticky left-0 max-w-64 bg-surface px-3 py-1.5 text-left font-medium wrap-anywhere"
                >
                  <InvisibleText text={row.title} />
                </th>
                {row.cells.map((cell, index) => (
                  <td key={versions[index]?.version ?? index} className="px-3 py-1.5">
                    <CellText cell={cell} isFirst={versions[index]?.parent === null} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** A version that was made from no other has nothing to be the same as. */
function CellText({ cell: { kind, needsApproval }, isFirst }: { cell: Cell; isFirst: boolean }) {
  if (kind === 'absent')
    return (
      <>
        <span aria-hidden className="text-faint">
          –
        </span>
        <span className="sr-only">{messages.history.absent}</span>
      </>
    );
  if (kind === 'same')
    return (
      <span className="text-muted">{isFirst ? messages.history.inIt : messages.history.words.same}</span>
    );
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <DiffSign kind={kind} />
      {messages.history.words[kind]}
      {needsApproval ? (
        <span className="text-xs font-semibold text-changed">{messages.history.approval}</span>
      ) : null}
    </span>
  );
}
