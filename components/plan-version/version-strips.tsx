'use client';
import { DraftStrip } from '#components/plan-editor/edit-plan-link.tsx';
import type { RouterOutputs } from '#components/trpc.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Time } from '#components/ui/time.tsx';
import { ProblemList } from './problem-list.tsx';
import { PromoteVersion } from './promote-version.tsx';

type Version = RouterOutputs['plans']['version'];

/** What one must know before reading: a newer version, my draft, a run it is bound to, who decided, problems. */
export function VersionStrips({ version, onStep }: { version: Version; onStep(id: string): void }) {
  const errors = version.problems.filter((problem) => problem.severity === 'error').length;
  const strips = [
    version.newerVersion === null ? null : (
      <Notice
        key="newer"
        title={messages.plan.newer(version.newerVersion)}
        action={
          <>
            <ButtonLink
              size="sm"
              href={`/plans/${version.planId}/compare/${version.version}...${version.newerVersion}`}
            >
              {messages.plan.compare}
            </ButtonLink>
            <ButtonLink size="sm" href={`/plans/${version.planId}/v/${version.newerVersion}`}>
              {messages.plan.open(version.newerVersion)}
            </ButtonLink>
          </>
        }
      />
    ),
    version.origin ? (
      <Notice
        key="origin"
        title={version.promotedAt === null ? messages.plan.madeInRun : messages.promote.promoted}
        action={
          <>
            <ButtonLink size="sm" href={`/runs/${version.origin.runId}`}>
              {messages.plan.openRun}
            </ButtonLink>
            <PromoteVersion version={version} />
          </>
        }
      >
        {version.trigger?.message}
      </Notice>
    ) : null,
    version.decidedBy ? (
      <p key="decided" className="text-sm text-muted">
        {messages.plan.decided(version.state, version.decidedBy.name)}{' '}
        {version.decidedAt ? <Time at={version.decidedAt} /> : null}
        {version.reason ? `: ${version.reason}` : '.'}
        {version.approvalExpiresAt && version.state === 'approved' ? (
          <>
            {' '}
            {messages.plan.approvalExpires} <Time at={version.approvalExpiresAt} />.
          </>
        ) : null}
      </p>
    ) : null,
    version.problems.length > 0 ? (
      <details
        key="problems"
        open={errors > 0}
        className="max-h-[30dvh] overflow-y-auto rounded-card border border-border bg-surface px-3 py-2"
      >
        <summary className="text-sm font-medium">
          {errors > 0
            ? messages.plan.invalid(errors)
            : messages.problems.count(errors, version.problems.length - errors)}
        </summary>
        <ProblemList problems={version.problems} onStep={onStep} />
      </details>
    ) : null,
  ].filter(Boolean);
  return (
    <div className="flex flex-col gap-2 border-b border-border px-4 py-2 empty:hidden">
      <DraftStrip planId={version.planId} />
      {strips}
    </div>
  );
}
