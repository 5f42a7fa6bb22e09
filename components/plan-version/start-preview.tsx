'use client';
import Link from 'next/link';
import { EffectMark } from '#components/marks/risk-mark.tsx';
import { TierMark } from '#components/marks/tier-mark.tsx';
import type { RouterOutputs } from '#components/trpc.tsx';
import { fingerprint } from '#components/ui/format.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Time } from '#components/ui/time.tsx';

type Preview = RouterOutputs['runs']['startPreview'];

/** As whom, on what and with which approvals a run will act; what it changes; what earlier runs have left. */
export function StartPreview({ data }: { data: Preview }) {
  return (
    <div className="flex flex-col gap-4">
      {data.refusal ? (
        <Notice look="problem" title={data.refusal.message}>
          {data.lacking.length > 0 ? (
            <ul className="list-disc pl-5">
              {data.lacking.map((each) => (
                <li key={each.stepId}>{messages.start.lacking(each.title, each.needed, each.available)}</li>
              ))}
            </ul>
          ) : null}
        </Notice>
      ) : null}
      <Facts data={data} />
      <Changes data={data} />
      <Earlier data={data} />
      <p className="text-sm text-muted">{messages.start.checkedAgain}</p>
    </div>
  );
}

function Facts({ data }: { data: Preview }) {
  return (
    <dl className="grid grid-cols-[96px_1fr] gap-x-3 gap-y-1">
      <dt className="text-muted">{messages.start.plan}</dt>
      <dd>{messages.start.version(data.title, data.version)}</dd>
      <dt className="text-muted">{messages.start.fingerprint}</dt>
      <dd className="font-mono" title={data.hash}>
        {fingerprint(data.hash)}
      </dd>
      <dt className="text-muted">{messages.start.actsAs}</dt>
      <dd>{data.identity.name}</dd>
      <dt className="text-muted">{messages.start.connections}</dt>
      <dd>
        {data.connections.length === 0
          ? messages.common.none
          : data.connections.map((connection) => (
              <span key={connection.name} className="block">
                <span className="font-mono">{connection.name}</span>{' '}
                {connection.found ? (
                  <span className="text-muted">
                    {messages.start.connection(connection.kind ?? '', connection.environment ?? '')}
                  </span>
                ) : (
                  <strong className="font-semibold text-danger">{messages.start.connectionMissing}</strong>
                )}
              </span>
            ))}
      </dd>
      <dt className="text-muted">{messages.start.limits}</dt>
      <dd>{messages.start.budget(data.budget)}</dd>
    </dl>
  );
}

/** Every step that writes, what cannot be undone first, and who must sign it. */
function Changes({ data }: { data: Preview }) {
  const changing = data.approvals
    .filter((each) => each.effect !== 'read' || each.verdict !== 'allow')
    .sort((a, b) => Number(b.effect === 'irreversible') - Number(a.effect === 'irreversible'));
  const count = (effect: string) => data.approvals.filter((each) => each.effect === effect).length;
  const asks = data.approvals.filter((each) => each.verdict === 'ask').length;
  const denied = changing.filter((each) => each.verdict === 'deny');
  return (
    <section>
      <h3 className="mb-1 font-semibold">
        {messages.start.changes(count('write'), count('irreversible'))}. {messages.start.approvals(asks)}.
      </h3>
      {changing.length > 0 ? (
        <ul className="divide-y divide-border rounded-control border border-border">
          {changing.map((each) => (
            <li
              key={each.stepId}
              className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-3 py-1.5 text-sm"
            >
              <span className="min-w-0 flex-1 basis-48 font-medium">
                <InvisibleText text={each.title} />
              </span>
              <EffectMark effect={each.effect} />
              {each.verdict === 'ask' ? (
                <>
                  <TierMark tier={each.tier} />
                  <span className="text-muted">{messages.start.people(each.approvers)}</span>
                </>
              ) : (
                <span className="text-muted">{messages.start.noApproval}</span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {denied.map((each) => (
        <Notice key={each.stepId} look="problem" title={messages.start.denied(each.title)} className="mt-2">
          {each.reason}
        </Notice>
      ))}
      <p
        className={data.enoughApprovers ? 'mt-2 text-sm text-muted' : 'mt-2 text-sm font-medium text-danger'}
      >
        {messages.start.approvers(data.approversNeeded, data.approversAvailable)}{' '}
        {asks > 0 ? messages.start.whoMay(data.approverNames) : ''}
      </p>
    </section>
  );
}

function Earlier({ data }: { data: Preview }) {
  const { total, effects } = data.earlier;
  if (total === 0) return null;
  return (
    <Notice look="attention" title={messages.start.earlier(total)}>
      <p>{messages.start.earlierText}</p>
      <ul aria-label={messages.start.earlier(total)} className="mt-1 list-disc pl-5">
        {effects.map((effect) => (
          <li key={`${effect.runId} ${effect.at} ${effect.summary}`}>
            <InvisibleText text={effect.summary} />
            {', '}
            <Link
              href={`/runs/${effect.runId}?tab=effects`}
              className="underline decoration-border-strong underline-offset-2"
            >
              {messages.start.earlierRun(effect.runNumber)}
            </Link>
            {', '}
            <Time at={effect.at} />
            {effect.state === 'unknown' ? <strong>, {messages.start.effectUnknown}</strong> : null}
          </li>
        ))}
        {total > effects.length ? <li>{messages.start.earlierMore(total - effects.length)}</li> : null}
      </ul>
    </Notice>
  );
}
