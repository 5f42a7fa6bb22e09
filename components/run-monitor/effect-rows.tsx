'use client';
import type { Address } from '#core/run/address.ts';
import type { EffectEntry } from '#core/run/state.ts';
import { StateBadge } from '#components/marks/state-badge.tsx';
import type { MarkState } from '#components/marks/state-looks.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Time } from '#components/ui/time.tsx';
import type { NameStep } from './event-text.ts';

const marks: Partial<Record<EffectEntry['state'], MarkState>> = {
  unknown: 'unknown',
  undone: 'undone',
  intended: 'running',
};

/** The journal: what happened in the outside world, apart from anything a step said (E5). */
export function EffectRows({
  effects,
  name,
  onStep,
}: {
  effects: readonly EffectEntry[];
  /** Where the effects of several steps are listed: which step, and the way to it. */
  name?: NameStep;
  onStep?(address: Address): void;
}) {
  if (effects.length === 0) return <p className="text-sm text-muted">{messages.effects.none}</p>;
  return (
    <ul className="divide-y divide-border rounded-control border border-border text-sm">
      {effects.map((effect) => {
        const mark = marks[effect.state];
        return (
          <li key={effect.operationKey} className="flex flex-col gap-0.5 px-3 py-1.5">
            <span className="flex flex-wrap items-center justify-between gap-x-3">
              {mark ? (
                <StateBadge state={mark} className="text-sm" />
              ) : (
                <Badge>
                  {effect.undoes === undefined
                    ? messages.effects.states[effect.state]
                    : messages.effects.tookBack}
                </Badge>
              )}
              {name && onStep ? (
                <Button look="quiet" size="sm" onClick={() => onStep(effect.address)}>
                  {name(effect.address)}
                </Button>
              ) : (
                <Time at={effect.settledAt ?? effect.intendedAt} className="text-xs text-faint" />
              )}
            </span>
            <span className="break-words">
              <InvisibleText text={effect.summary} />
            </span>
            <span className="font-mono text-xs break-all text-muted">{effect.resource}</span>
            <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
              <span>
                {messages.effects.sent} <Time at={effect.intendedAt} exact />
              </span>
              {effect.settledAt === undefined || effect.state === 'unknown' ? null : (
                <span>
                  {messages.effects.settled} <Time at={effect.settledAt} exact />
                </span>
              )}
              <span className="min-w-0">
                {messages.effects.key} <code className="text-xs break-all">{effect.operationKey}</code>
              </span>
            </span>
            {effect.evidence ? (
              <span className="text-xs text-muted">
                {messages.effects.evidence(effect.reconciledBy?.name ?? effect.reconciledBy?.id)}{' '}
                <InvisibleText text={effect.evidence} />
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
