'use client';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, ChevronDown } from 'lucide-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { VersionBadge } from '#components/marks/version-badge.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { messages } from '#components/ui/messages.ts';
import type { Comparison } from './changes.ts';
import { ExportMenu } from './export-menu.tsx';

/** The address of another comparison of the plan, seen the same way. */
export function comparisonHref(planId: string, from: number, to: number, search: string): string {
  return `/plans/${planId}/compare/${from}...${to}${search ? `?${search}` : ''}`;
}

/** What is compared with what, why there is a later one, and the sentence that counts everything. */
export function CompareHeader({ data }: { data: Comparison }) {
  const { planId, from, to, diff, replan } = data;
  const search = useSearchParams().toString();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-surface px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="text-lg font-semibold wrap-anywhere">
          {messages.compare.title(data.title, from.version, to.version)}
        </h1>
        <p className="mt-0.5 text-sm" data-testid="summary">
          {diff.summary.text}
        </p>
        <p className="text-sm text-muted">
          <InvisibleText text={to.trigger ? messages.compare.why(to.trigger.message) : to.note} />
          {replan ? ` ${messages.compare.replan(replan.number, replan.limit)}` : ''}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full">
        <div role="group" aria-label={messages.compare.versions} className="flex items-center gap-1">
          <VersionPicker data={data} side="from" search={search} />
          <ButtonLink
            size="icon"
            look="quiet"
            href={comparisonHref(planId, to.version, from.version, search)}
            aria-label={messages.compare.swap}
            title={messages.compare.swap}
          >
            <ArrowLeftRight aria-hidden size={16} />
          </ButtonLink>
          <VersionPicker data={data} side="to" search={search} />
        </div>
        <VersionBadge state={to.state} />
        {to.origin ? (
          <ButtonLink href={`/runs/${to.origin.runId}`}>{messages.plan.openRun}</ButtonLink>
        ) : null}
        <ExportMenu data={data} />
        {/* A version is approved on its own page and nowhere else. */}
        <ButtonLink
          look={to.state === 'in review' ? 'primary' : 'outline'}
          href={`/plans/${planId}/v/${to.version}`}
        >
          {to.state === 'in review'
            ? messages.compare.openToDecide(to.version)
            : messages.plan.open(to.version)}
        </ButtonLink>
      </div>
    </div>
  );
}

function VersionPicker({
  data: { planId, from, to },
  side,
  search,
}: {
  data: Comparison;
  side: 'from' | 'to';
  search: string;
}) {
  const trpc = useTRPC();
  const plan = useQuery(trpc.plans.get.queryOptions({ planId }));
  const shown = side === 'from' ? from.version : to.version;
  return (
    <Menu
      align="start"
      trigger={
        <Button aria-label={messages.compare.pick(side, shown)}>
          {messages.common.version(shown)}
          <ChevronDown aria-hidden size={14} />
        </Button>
      }
    >
      {(plan.data?.versions ?? []).map((row) => (
        <MenuItem key={row.version} asChild>
          <Link
            href={
              side === 'from'
                ? comparisonHref(planId, row.version, to.version, search)
                : comparisonHref(planId, from.version, row.version, search)
            }
          >
            <span className="font-medium">{messages.common.version(row.version)}</span>
            <span className="min-w-0 flex-1 truncate text-sm text-muted">{row.note}</span>
            <VersionBadge state={row.state} />
          </Link>
        </MenuItem>
      ))}
      <MenuItem asChild>
        <Link href={`/plans/${planId}/history`}>{messages.compare.toHistory}</Link>
      </MenuItem>
    </Menu>
  );
}
