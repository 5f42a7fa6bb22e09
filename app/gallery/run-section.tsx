'use client';
import type { Waiting } from '#core/messages/waits.ts';
import type { EffectEntry, RunState } from '#core/run/state.ts';
import type { WaitCode } from '#core/run/views.ts';
import { FieldRows } from '#components/plan-compare/field-view.tsx';
import { CheckResults } from '#components/run-monitor/check-results.tsx';
import { RunContext } from '#components/run-monitor/run-context.ts';
import { createRunStore } from '#components/run-monitor/run-store.ts';
import { Strip } from '#components/run-monitor/run-strips.tsx';
import { UnknownPanel } from '#components/run-monitor/unknown-panel.tsx';
import { Panel } from '#components/shell/page.tsx';
import { approvalCards } from './approval-fixtures.ts';

const later = Date.UTC(2027, 10, 29, 10, 44, 12);
const address = { stepId: 'switch' };
const of = (code: WaitCode, more: Omit<Waiting, 'code'> = {}): Waiting => ({
  code,
  address,
  stepTitle: 'Switch writes to pg16-a',
  ...more,
});
/** One of each reason why a run may wait. */
export const waits: Record<WaitCode, Waiting> = {
  approval: of('approval', {
    tier: 'critical',
    summary: 'Switch writes to pg16-a',
    granted: 1,
    need: 2,
    expiresAt: later,
    approvalId: 'gallery-critical',
  }),
  'approval-expired': of('approval-expired', { approvalId: 'gallery-low' }),
  'unknown-outcome': of('unknown-outcome', { summary: 'Send the cut-over notice' }),
  reconcile: of('reconcile', { at: later }),
  'person-step': of('person-step'),
  'revision-review': of('revision-review', { planVersion: 4, reasons: 2 }),
  revision: of('revision', { message: 'A check found 12 names with a comma.' }),
  escalation: of('escalation', { reason: 'The target is out of disk.', untilAt: later }),
  budget: of('budget', { message: '0.50 of 0.50 USD is spent.' }),
  paused: of('paused', { inFlight: 1 }),
  stopping: of('stopping', { inFlight: 2 }),
  retry: of('retry', { retry: 2, attempts: 3, at: later }),
  'look-again': of('look-again', { message: 'probe.body.lag < 5 does not hold yet.', at: later }),
};

const effect: EffectEntry = {
  operationKey: 'gallery/notice/0/1',
  address: { stepId: 'notice' },
  attempt: 1,
  generation: 0,
  tool: 'http.request',
  resource: 'https://mail.example.org/send',
  effect: 'irreversible',
  state: 'unknown',
  argsHash: '7f3a91c2'.repeat(8),
  identity: 'u1',
  summary: 'Send the cut-over notice to 1,204 people',
  intendedAt: Date.UTC(2026, 10, 29, 10, 41, 7),
};
const nothing = () => undefined;
const plan = {
  planId: 'gallery',
  planVersion: 3,
  document: { steps: [] as unknown[] },
  steps: {},
  approvals: {},
  effects: {},
} as unknown as RunState;
const store = createRunStore(plan, 0);
store.setState({ hasHistory: true });

/** What a run waits for, an outcome that nobody knows, checks and differences of fields. */
export function RunSection() {
  return (
    <>
      <Panel title="What a run waits for" bodyClassName="grid gap-2 p-3 lg:grid-cols-2">
        {Object.values(waits).map((reason) => (
          <div key={reason.code} data-wait={reason.code}>
            <Strip reason={reason} name={() => 'Step 4'} onStep={nothing} state={plan} />
          </div>
        ))}
      </Panel>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title="Outcome unknown">
          <RunContext value={store}>
            <UnknownPanel
              runId="gallery"
              effect={effect}
              reconcileAt={later}
              reason="The connection was closed before an answer came."
              canReconcile={false}
              canOperate
            />
          </RunContext>
        </Panel>
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title="Checks">
            <CheckResults checks={approvalCards[0]?.checks ?? []} />
          </Panel>
          <Panel title="Field difference">
            <FieldRows
              fields={[
                {
                  path: '/args/max_lag_ms',
                  class: 'A',
                  from: 500,
                  to: 5_000,
                  why: 'The call is another one.',
                },
                {
                  path: '/args/sql',
                  class: 'A',
                  from: 'update users\n   set first_name = full_name\n where id < 500',
                  to: "update users\n   set first_name = split_part(full_name, ' ', 1)\n where id < 500",
                },
                { path: '/timeoutMs', class: 'B', from: 30_000 },
                { path: '/title', class: 'C', from: 'Copy users', to: 'Copy users in 8 parts' },
              ]}
            />
          </Panel>
        </div>
      </div>
    </>
  );
}
