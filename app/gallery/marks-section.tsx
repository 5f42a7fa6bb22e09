import { DiffSign, DiffTab, type DiffKind } from '#components/marks/diff-tab.tsx';
import { EffectMark } from '#components/marks/risk-mark.tsx';
import { StateBadge } from '#components/marks/state-badge.tsx';
import { stateLooks, type MarkState } from '#components/marks/state-looks.ts';
import { TierMark, type Tier } from '#components/marks/tier-mark.tsx';
import { VersionBadge, type VersionState } from '#components/marks/version-badge.tsx';
import { Panel } from '#components/shell/page.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { Row } from './row.tsx';

const details: Partial<Record<MarkState, string>> = { retrying: '2 of 3', dropped: 'by v4' };
export const tiers: readonly Tier[] = ['auto', 'low', 'high', 'critical'];
export const effects = ['read', 'write', 'irreversible'] as const;
export const diffKinds = [
  'added',
  'removed',
  'changed',
  'again',
  'moved',
] as const satisfies readonly DiffKind[];
export const versionStates: readonly VersionState[] = ['in review', 'approved', 'superseded', 'rejected'];

/** Every word of state, risk, tier, difference and version, as lists and panels show it. */
export function MarksSection() {
  return (
    <Panel title="Words and marks" bodyClassName="flex flex-col gap-3 p-3">
      <Row>
        {(Object.keys(stateLooks) as MarkState[]).map((state) => (
          <span key={state} data-mark={`state ${state}`}>
            <StateBadge state={state} detail={details[state]} />
          </span>
        ))}
      </Row>
      <Row>
        {effects.map((effect) => (
          <span key={effect} data-mark={`effect ${effect}`}>
            <EffectMark effect={effect} />
          </span>
        ))}
        {tiers.map((tier) => (
          <span key={tier} data-mark={`tier ${tier}`}>
            <TierMark tier={tier} detail={tier === 'critical' ? 'irreversible' : undefined} />
          </span>
        ))}
      </Row>
      <Row>
        {diffKinds.map((kind) => (
          <span key={kind} data-mark={`diff ${kind}`} className="inline-flex items-center gap-1">
            <DiffTab kind={kind} />
            <DiffSign kind={kind} />
          </span>
        ))}
        {versionStates.map((state) => (
          <span key={state} data-mark={`version ${state}`}>
            <VersionBadge state={state} />
          </span>
        ))}
        <Badge>production</Badge>
      </Row>
      <div className="max-w-80">
        <ProgressBar done={12} total={19} label="12 of 19 steps" />
      </div>
    </Panel>
  );
}
