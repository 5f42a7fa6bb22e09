'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import type { JsonObject } from '#core/json.ts';
import { fieldsOf } from '#components/json/schema-field.ts';
import { newKey } from '#components/new-key.ts';
import { QueryState } from '#components/query-state.tsx';
import { Refused } from '#components/refused.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page } from '#components/shell/page.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import { Empty } from '#components/ui/notice.tsx';
import { Time } from '#components/ui/time.tsx';
import { toast } from '#components/ui/toast.tsx';

type Playbook = RouterOutputs['playbooks']['list']['playbooks'][number];
const words = messages.playbooks;

/** What plans can be made of: saved here, and part of the product. */
export function PlaybookGallery() {
  const trpc = useTRPC();
  const playbooks = useQuery(trpc.playbooks.list.queryOptions());
  const me = useQuery(trpc.session.me.queryOptions());
  const isAuthor = me.data?.roles.includes('author') ?? false;
  useTrail([{ label: messages.nav.playbooks }]);
  return (
    <Page title={messages.nav.playbooks} meta={words.intro}>
      <QueryState query={playbooks}>
        {({ playbooks: all }) => {
          const saved = all.filter((each) => each.saved && !each.saved.archived);
          const hidden = all.filter((each) => each.saved?.archived);
          return (
            <>
              <section className="flex flex-col gap-2" aria-labelledby="saved-playbooks">
                <h2 id="saved-playbooks" className="text-base font-semibold">
                  {words.saved}
                </h2>
                {saved.length === 0 ? (
                  <Empty title={words.none} action={<ButtonLink href="/plans">{words.toPlans}</ButtonLink>}>
                    {words.noneText}
                  </Empty>
                ) : (
                  <Cards playbooks={saved} isAuthor={isAuthor} />
                )}
              </section>
              <section className="flex flex-col gap-2" aria-labelledby="built-in-playbooks">
                <h2 id="built-in-playbooks" className="text-base font-semibold">
                  {words.builtIn}
                </h2>
                <Cards playbooks={all.filter((each) => !each.saved)} isAuthor={isAuthor} />
              </section>
              {hidden.length > 0 ? (
                <details>
                  <summary className="min-h-6 font-medium max-md:min-h-11">
                    {words.hidden(hidden.length)}
                  </summary>
                  <Cards playbooks={hidden} isAuthor={isAuthor} />
                </details>
              ) : null}
            </>
          );
        }}
      </QueryState>
    </Page>
  );
}

function Cards({ playbooks, isAuthor }: { playbooks: readonly Playbook[]; isAuthor: boolean }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {playbooks.map((playbook) => (
        <li key={playbook.id} className="min-w-0">
          <Card playbook={playbook} isAuthor={isAuthor} />
        </li>
      ))}
    </ul>
  );
}

function Card({ playbook, isAuthor }: { playbook: Playbook; isAuthor: boolean }) {
  const { id, version, title, description, saved } = playbook;
  return (
    <article
      aria-label={title}
      className="flex h-full flex-col gap-2 rounded-card border border-border bg-surface p-3"
    >
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <h3 className="min-w-0 text-base font-semibold wrap-anywhere">{title}</h3>
        <span className="font-mono text-xs break-all text-muted">{words.ref(id, version)}</span>
      </div>
      {description ? <p className="text-sm wrap-anywhere text-muted">{description}</p> : null}
      <Facts playbook={playbook} />
      {saved ? (
        <p className="text-xs text-muted">
          {words.savedBy(saved.by)}{' '}
          <Link
            href={
              saved.runId === null ? `/plans/${saved.planId}/v/${saved.planVersion}` : `/runs/${saved.runId}`
            }
            className="text-link underline"
          >
            {saved.runId === null ? words.fromVersion(saved.planVersion) : words.fromRun(saved.planVersion)}
          </Link>
          , <Time at={saved.at} />
        </p>
      ) : null}
      {isAuthor ? <Actions playbook={playbook} /> : null}
    </article>
  );
}

function Facts({ playbook }: { playbook: Playbook }) {
  const fields = fieldsOf(playbook.parameters as JsonObject);
  return (
    <dl className="grid grid-cols-[80px_1fr] gap-x-3 gap-y-1 text-sm">
      <dt className="text-muted">{words.systems}</dt>
      <dd className="flex min-w-0 flex-wrap gap-1.5">
        {playbook.systems.length === 0 ? words.noSystems : null}
        {playbook.systems.map(({ connection, kind, exists }) => (
          <span key={`${connection} ${kind}`} className="wrap-anywhere">
            <span className="font-mono">{connection}</span>
            {kind === null ? null : <span className="text-muted"> {words.kinds(kind)}</span>}
            {exists ? null : <Badge className="ml-1 border-dashed">{words.missing}</Badge>}
          </span>
        ))}
      </dd>
      <dt className="text-muted">{words.effects}</dt>
      <dd>
        {messages.common.steps(playbook.steps)}: {words.effectCounts(playbook)}
      </dd>
      <dt className="text-muted">{words.parameters}</dt>
      <dd className="wrap-anywhere">
        {fields.length === 0 ? words.noParameters : fields.map(({ label }) => label).join(', ')}
      </dd>
    </dl>
  );
}

function Actions({ playbook: { id, title, saved } }: { playbook: Playbook }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const archive = useMutation(
    trpc.playbooks.archive.mutationOptions({
      onSuccess: (_, { archived }) => {
        toast(archived ? words.hideDone(title) : words.showDone(title));
        void queryClient.invalidateQueries({ queryKey: trpc.playbooks.pathKey() });
      },
    }),
  );
  const isHidden = saved?.archived ?? false;
  return (
    <div className="mt-auto flex flex-col gap-2 pt-1">
      <Refused error={archive.error} />
      <div className="flex flex-wrap gap-2">
        {isHidden ? null : (
          <ButtonLink
            size="sm"
            href={`/plans/new?playbook=${encodeURIComponent(id)}`}
            aria-label={words.nameOfUse(title)}
          >
            {words.use}
          </ButtonLink>
        )}
        {saved ? (
          <Button
            size="sm"
            look="quiet"
            disabled={archive.isPending}
            aria-label={isHidden ? words.showAgainLabel(title) : words.hideLabel(title)}
            onClick={() => archive.mutate({ name: id, archived: !isHidden, idempotencyKey: newKey() })}
          >
            {isHidden ? words.showAgain : words.hide}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
