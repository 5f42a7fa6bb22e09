'use client';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import Link from 'next/link';
import { VersionBadge } from '#components/marks/version-badge.tsx';
import { EditPlanLink } from '#components/plan-editor/edit-plan-link.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Time } from '#components/ui/time.tsx';
import { SaveAsPlaybook } from '#components/playbooks/save-as-playbook.tsx';
import { ExportMenu } from './export-menu.tsx';
import { StartRun } from './start-run.tsx';
import { VersionDecision } from './version-decision.tsx';

type Version = RouterOutputs['plans']['version'];

/** The version to compare with: what it was made from, else the one before. */
export function previousOf(version: Version): number | undefined {
  return version.parent ?? (version.version > 1 ? version.version - 1 : undefined);
}

export function VersionHeader({ version, phone }: { version: Version; phone: boolean }) {
  const trpc = useTRPC();
  const plan = useQuery(trpc.plans.get.queryOptions({ planId: version.planId }));
  const versions = plan.data?.versions ?? [];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-surface px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-lg font-semibold wrap-anywhere">{version.title}</h1>
          <Menu
            align="start"
            trigger={
              <Button size="sm" aria-label={messages.plan.pickVersion(version.version)}>
                {messages.common.version(version.version)}
                <ChevronDown aria-hidden size={14} />
              </Button>
            }
          >
            {versions.map((row) => (
              <MenuItem key={row.version} asChild>
                <Link
                  href={`/plans/${version.planId}/v/${row.version}`}
                  aria-current={row.version === version.version ? 'page' : undefined}
                >
                  <span className="font-medium">{messages.common.version(row.version)}</span>
                  <span className="min-w-0 flex-1 truncate text-sm text-muted">
                    <InvisibleText text={row.note} />
                  </span>
                  <VersionBadge state={row.state} />
                </Link>
              </MenuItem>
            ))}
            <MenuItem asChild>
              <Link href={`/plans/${version.planId}/history`}>{messages.compare.toHistory}</Link>
            </MenuItem>
          </Menu>
          {versions.length > 1 ? (
            <span className="text-sm text-muted">{messages.plan.ofVersions(versions.length)}</span>
          ) : null}
          <VersionBadge state={version.state} />
        </div>
        <p className="mt-0.5 text-sm text-muted">
          <InvisibleText text={version.note} /> ·{' '}
          {messages.plan.madeBy(version.provenance.kind, version.provenance.ref, version.createdBy?.name)},{' '}
          <Time at={version.createdAt} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ExportMenu planId={version.planId} version={version.version} />
        {version.state === 'rejected' ? null : <SaveAsPlaybook version={version} />}
        {phone ? <EditPlanLink planId={version.planId} /> : <VersionActions version={version} />}
      </div>
    </div>
  );
}

/** Under the thumb on phones. */
export function PhoneActions({ version }: { version: Version }) {
  return (
    <div
      data-sticky-bar
      className="sticky bottom-14 z-10 flex flex-wrap items-center gap-2 border-t border-border bg-surface px-4 py-2"
    >
      <VersionActions version={version} short />
    </div>
  );
}

/** `short`: what is decided now; editing stands at the top, starting comes after the review. */
function VersionActions({ version, short }: { version: Version; short?: boolean }) {
  const previous = previousOf(version);
  return (
    <>
      {previous === undefined ? null : (
        <ButtonLink href={`/plans/${version.planId}/compare/${previous}...${version.version}`}>
          {short ? messages.plan.compare : messages.plan.compareWith(previous)}
        </ButtonLink>
      )}
      {short ? null : <EditPlanLink planId={version.planId} />}
      <VersionDecision version={version} />
      {short && version.state === 'in review' ? null : <StartRun version={version} />}
    </>
  );
}
