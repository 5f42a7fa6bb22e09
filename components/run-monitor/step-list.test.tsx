// @vitest-environment happy-dom
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { act, Profiler, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fold } from '#core/run/evolve.ts';
import { aPlan } from '#core/testing/build-plan.ts';
import { given, prepares } from '#core/testing/given.ts';
import { planSteps } from '#components/plan-version/plan-steps.ts';
import { RunContext } from './run-context.ts';
import { createRunStore, receive } from './run-store.ts';

/** Icons that were drawn since the last look: every row draws one, whenever it renders. */
let drawn = 0;
vi.mock('#components/marks/state-badge.tsx', () => ({
  StateIcon: ({ state }: { state: string }) => {
    drawn += 1;
    return <i data-icon={state} />;
  },
}));
const { StepList } = await import('./step-list.tsx');

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

test('[UF3] one event of one step renders one row of the list', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `s${index}`);
  const document = aPlan(ids.join(', '));
  const run = given(document);
  const store = createRunStore(fold(run.log), run.log.length);
  let commits = 0;
  const steps = planSteps(document, []);
  const screen = (children: ReactNode) => (
    <NuqsTestingAdapter>
      <RunContext value={store}>
        <Profiler id="list" onRender={() => (commits += 1)}>
          {children}
        </Profiler>
      </RunContext>
    </NuqsTestingAdapter>
  );
  const onSelect = () => undefined;
  await act(async () =>
    root.render(
      screen(<StepList steps={steps} selected={undefined} onSelect={onSelect} newest={undefined} wide />),
    ),
  );
  expect(box.querySelectorAll('[data-row]')).toHaveLength(40);
  drawn = 0;
  commits = 0;
  const before = run.log.length;
  run.and(prepares('s7'));
  await act(async () => void receive(store, run.log.slice(before)));
  expect(box.querySelector('[data-row="s7"]')?.getAttribute('data-state')).toBe('running');
  expect([drawn, commits]).toEqual([1, 1]);
});
