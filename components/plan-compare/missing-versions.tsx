'use client';
import { useQuery } from '@tanstack/react-query';
import { Page } from '#components/shell/page.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';

/** A comparison with a version that does not exist, or an address that names no two versions of the plan. */
export function MissingVersions({ planId, missing }: { planId: string; missing?: readonly number[] }) {
  const trpc = useTRPC();
  const plan = useQuery(trpc.plans.get.queryOptions({ planId }));
  const versions = plan.data?.versions.map(({ version }) => version) ?? [];
  const [newest, before] = versions;
  return (
    <Page title={missing ? messages.compare.missing(missing) : messages.compare.noRange}>
      <p>
        {missing && newest !== undefined
          ? messages.compare.missingHint(newest)
          : messages.compare.noRangeHint}
      </p>
      <div className="flex flex-wrap gap-2">
        {newest !== undefined && before !== undefined ? (
          <ButtonLink href={`/plans/${planId}/compare/${before}...${newest}`}>
            {messages.history.compare(before, newest)}
          </ButtonLink>
        ) : null}
        {newest !== undefined ? (
          <>
            <ButtonLink href={`/plans/${planId}/v/${newest}`}>{messages.plan.open(newest)}</ButtonLink>
            <ButtonLink href={`/plans/${planId}/history`}>{messages.compare.toHistory}</ButtonLink>
          </>
        ) : null}
        <ButtonLink href="/plans">{messages.nav.plans}</ButtonLink>
      </div>
    </Page>
  );
}
