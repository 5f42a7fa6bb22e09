'use client';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { addressKey, type Address } from '#core/run/address.ts';
import { get } from '#core/run/record.ts';
import { EffectMark } from '#components/marks/risk-mark.tsx';
import { StateBadge } from '#components/marks/state-badge.tsx';
import { MarkNote } from '#components/plan-canvas/mark-note.tsx';
import type { PlanStep } from '#components/plan-version/plan-steps.ts';
import { StepFacts } from '#components/plan-version/step-panel.tsx';
import { Button } from '#components/ui/button.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { TabPanel, Tabs } from '#components/ui/tabs.tsx';
import { EffectRows } from './effect-rows.tsx';
import type { NameStep } from './event-text.ts';
import { Observations } from './observations.tsx';
import { useRunState } from './run-context.ts';
import { StepCall, StepChecks } from './step-call.tsx';
import { StepDecisions } from './step-decisions.tsx';
import { childrenOf, markOf } from './step-marks.ts';

const panels = ['activity', 'call', 'checks', 'effects', 'plan'] as const;
type Props = {
  runId: string;
  address: Address;
  step: PlanStep;
  byId: ReadonlyMap<string, PlanStep>;
  name: NameStep;
  canOperate: boolean;
  onStep(address: Address | undefined): void;
  follow: boolean;
  onFollow(follow: boolean): void;
  obs: number | null;
};

/** Everything of one step: what it does now, what a person must decide, and the evidence. */
export function RunStepPanel(props: Props) {
  const { runId, address, step, byId, name, canOperate, onStep, follow, onFollow, obs } = props;
  const state = useRunState();
  const [panel, setPanel] = useQueryState('panel', parseAsStringLiteral(panels).withDefault('activity'));
  const own = get(state.steps, addressKey(address));
  const effects = Object.values(state.effects).filter(
    (effect) =>
      effect.address.stepId === address.stepId &&
      (address.item === undefined || effect.address.item === address.item),
  );
  const mark = own ? markOf(state, own, step.step.retry?.attempts ?? 3) : undefined;
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h2 className="text-md font-semibold wrap-anywhere" tabIndex={-1} data-step-heading>
          <span className="font-normal text-muted">{name(address)}</span> <InvisibleText text={step.title} />
        </h2>
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          {mark ? <StateBadge state={mark.state} detail={mark.detail} /> : null}
          <MarkNote mark={mark} className="text-muted" />
          <EffectMark effect={step.effect} className="text-sm" />
          {address.item === undefined ? null : (
            <Button look="quiet" size="sm" onClick={() => onStep({ stepId: address.stepId })}>
              {messages.step.allParts}
            </Button>
          )}
        </div>
      </div>
      {own ? <StepDecisions runId={runId} own={own} effects={effects} canOperate={canOperate} /> : null}
      {address.item === undefined ? <Parts step={step} onStep={onStep} /> : null}
      <Tabs
        label={messages.step.panel}
        value={panel}
        onChange={(next) => void setPanel(next)}
        items={panels.map((value) => ({ value, label: messages.step.tabs[value] }))}
        listClassName="-mx-4 px-4"
      >
        <TabPanel value="activity">
          <Observations
            runId={runId}
            of={address}
            name={name}
            follow={follow}
            onFollow={onFollow}
            obs={obs}
            className="-mx-4 h-[clamp(260px,55dvh,640px)] border-b border-border"
          />
        </TabPanel>
        <TabPanel value="call" className="pt-3">
          {own ? <StepCall runId={runId} own={own} /> : null}
        </TabPanel>
        <TabPanel value="checks" className="pt-3">
          <StepChecks address={address} />
        </TabPanel>
        <TabPanel value="effects" className="pt-3">
          <EffectRows effects={effects} />
        </TabPanel>
        <TabPanel value="plan" className="pt-3">
          <StepFacts step={step} byId={byId} onStep={(stepId) => onStep({ stepId })} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** The items of a forEach, each with its own state. */
function Parts({ step, onStep }: { step: PlanStep; onStep(address: Address): void }) {
  const state = useRunState();
  const children = childrenOf(state, step.id);
  if (children.length === 0) return null;
  return (
    <ul
      className="max-h-60 divide-y divide-border overflow-y-auto rounded-control border border-border"
      aria-label={messages.step.partsTitle}
    >
      {children.map((child) => {
        const mark = markOf(state, child, step.step.retry?.attempts ?? 3);
        return (
          <li
            key={child.address.item}
            className="[contain-intrinsic-size:auto_32px] [content-visibility:auto]"
          >
            <button
              type="button"
              onClick={() => onStep(child.address)}
              className="flex min-h-8 w-full items-center gap-3 px-3 py-1 text-left text-sm -outline-offset-2 hover:bg-hover max-md:min-h-11"
            >
              <span className="w-16 shrink-0">{messages.step.partNumber(child.address.item ?? 0)}</span>
              <span className="min-w-0 flex-1 truncate text-muted">{child.call?.summary}</span>
              <StateBadge state={mark.state} detail={mark.detail} className="text-xs" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
