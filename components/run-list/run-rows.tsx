'use client';
import Link from 'next/link';
import { StateBadge } from '#components/marks/state-badge.tsx';
import { markOfRun } from '#components/marks/state-looks.ts';
import { usePreferences } from '#components/preferences.ts';
import { clock, usd } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { Table, Td, Th } from '#components/ui/table.tsx';
import { Elapsed, Time } from '#components/ui/time.tsx';
import { isGoing, type RunRow } from './run-filter.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

/** With its border. */
const ROW_PX = { comfortable: 41, compact: 33 };
const CARD_PX = 84;
const COLUMNS = 7;

export function RunTable({ rows }: { rows: readonly RunRow[] }) {
  const density = usePreferences((preferences) => preferences.density);
  const { box, indexes, before, after } = useVirtualRows<HTMLDivElement>(rows.length, ROW_PX[density]);
  return (
    <div ref={box}>
      <Table
        label={messages.nav.runs}
        head={
          <>
            <Th>{messages.run.one}</Th>
            <Th>{messages.plan.state}</Th>
            <Th>{messages.run.steps}</Th>
            <Th>{messages.run.waitsFor}</Th>
            <Th className="text-right">{messages.run.cost}</Th>
            <Th className="text-right">{messages.run.duration}</Th>
            <Th>{messages.run.started}</Th>
          </>
        }
      >
        <Space px={before} />
        {indexes.map((index) => {
          const run = rows[index];
          return run ? <Row key={run.runId} run={run} /> : null;
        })}
        <Space px={after} />
      </Table>
    </div>
  );
}
function Space({ px }: { px: number }) {
  return px > 0 ? (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- keeps the height of the rows left out */}
      <td colSpan={COLUMNS} style={{ height: px }} />
    </tr>
  ) : null;
}

function Row({ run }: { run: RunRow }) {
  return (
    <tr className="hover:bg-hover" data-run={run.runId}>
      <Td className="max-w-96 font-medium">
        <Link href={`/runs/${run.runId}`} className="row-link max-w-full">
          <span className="truncate">{messages.run.heading(run.number, run.planTitle)}</span>
        </Link>
      </Td>
      <Td>
        <StateBadge state={markOfRun(run.status)} />
      </Td>
      <Td className="whitespace-nowrap">
        {messages.run.ofTotal(run.done, run.total)}
        <span className="text-faint"> {messages.common.version(run.planVersion)}</span>
      </Td>
      <Td className="max-w-96 text-muted">
        <span className="block truncate" title={run.end?.reason ?? run.waiting ?? undefined}>
          <NeedsYou run={run} /> {run.end?.reason ?? run.waiting ?? ''}
        </span>
      </Td>
      <Td className="text-right whitespace-nowrap">{messages.run.usd(usd(run.costMicroUsd))}</Td>
      <Td className="text-right">
        <Duration run={run} />
      </Td>
      <Td className="whitespace-nowrap text-muted">
        <Time at={run.startedAt} />
        {run.startedBy ? ` ${messages.common.by(run.startedBy.name)}` : ''}
      </Td>
    </tr>
  );
}

/** Two lines a run, for a phone. */
export function RunCards({ rows }: { rows: readonly RunRow[] }) {
  const { box, indexes, before, after } = useVirtualRows<HTMLUListElement>(rows.length, CARD_PX);
  return (
    <ul
      ref={box}
      className="flex flex-col divide-y divide-border rounded-card border border-border bg-surface"
    >
      {before > 0 ? <li aria-hidden style={{ height: before }} /> : null}
      {indexes.map((index) => {
        const run = rows[index];
        return run ? (
          <li key={run.runId} data-run={run.runId}>
            <Link
              href={`/runs/${run.runId}`}
              className="flex min-h-14 flex-col gap-1 px-3 py-2 -outline-offset-2"
            >
              <span className="line-clamp-2 font-medium break-words">
                {messages.run.heading(run.number, run.planTitle)}
              </span>
              <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                <StateBadge state={markOfRun(run.status)} />
                {messages.run.progress(run.done, run.total)}
                <Duration run={run} />
                <NeedsYou run={run} />
              </span>
            </Link>
          </li>
        ) : null;
      })}
      {after > 0 ? <li aria-hidden style={{ height: after }} /> : null}
    </ul>
  );
}

function NeedsYou({ run }: { run: RunRow }) {
  return run.needsYou > 0 ? (
    <strong className="font-semibold text-approval">{messages.run.needsYou(run.needsYou)}</strong>
  ) : null;
}
function Duration({ run }: { run: RunRow }) {
  if (run.endedAt !== null) return <span>{clock(run.endedAt - run.startedAt)}</span>;
  return isGoing(run) ? <Elapsed since={run.startedAt} /> : null;
}
