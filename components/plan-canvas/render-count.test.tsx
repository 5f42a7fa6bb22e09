// @vitest-environment happy-dom
import { act, Profiler, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CanvasStep } from './canvas-step.ts';
import type { StepMark } from './canvas-store.ts';

/** Cards that committed a render since the last look, by step. */
const rendered: string[] = [];
/** The nodes React Flow was given, each time it rendered. */
const given: unknown[] = [];

vi.mock('./step-node.tsx', async (original) => {
  const { StepNode, ...rest } = await original<{ StepNode: ComponentType<{ id: string }> }>();
  return {
    ...rest,
    StepNode: (props: { id: string }) => (
      <Profiler id={props.id} onRender={(id) => rendered.push(id)}>
        <StepNode {...props} />
      </Profiler>
    ),
  };
});
vi.mock('@xyflow/react', async (original) => {
  const flow = await original<typeof import('@xyflow/react')>();
  const { ReactFlow } = flow;
  return {
    ...flow,
    ReactFlow: (props: Parameters<typeof ReactFlow>[0]) => {
      given.push(props.nodes);
      return <ReactFlow {...props} />;
    },
  };
});
vi.mock('next/dynamic', () => ({ default: () => () => null }));

const { PlanCanvas } = await import('./plan-canvas.tsx');

const steps: CanvasStep[] = Array.from({ length: 30 }, (_, at) => ({
  id: `s${at}`,
  number: at + 1,
  title: `Step of number ${at}`,
  does: 'db.write',
  effect: 'write',
  needs: at === 0 ? [] : [`s${at - 1}`],
}));
const positions = Object.fromEntries(steps.map(({ id }, at) => [id, { x: at * 344, y: 0 }]));
const marksAt = (done: number): Record<string, StepMark> =>
  Object.fromEntries(
    steps.map(({ id }, at): [string, StepMark] => [
      id,
      { state: at < done ? 'done' : at === done ? 'running' : 'waiting' },
    ]),
  );

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
const show = (marks: Record<string, StepMark>) =>
  act(async () => root.render(<PlanCanvas label="plan" steps={steps} positions={positions} marks={marks} />));

test('[UF3] one status event renders the one card it changes, and React Flow keeps its nodes', async () => {
  const marks = marksAt(3);
  await show(marks);
  expect(document.querySelectorAll('.step-card')).toHaveLength(steps.length);
  const before = given.at(-1);
  rendered.length = 0;
  await show({ ...marks, s20: { state: 'failed' } });
  expect(rendered).toEqual(['s20']);
  expect(document.querySelector('[data-step="s20"]')?.getAttribute('data-state')).toBe('failed');
  expect(given.at(-1)).toBe(before);
});

test('[UF3] an event that changes nothing to see renders no card; one that ends a step and starts the next, two', async () => {
  await show(marksAt(3));
  rendered.length = 0;
  await show(marksAt(3));
  expect(rendered).toEqual([]);
  await show(marksAt(4));
  expect(rendered.toSorted()).toEqual(['s3', 's4']);
});

test('[UF3] selecting renders the cards that look different by it, once each', async () => {
  await show(marksAt(3));
  rendered.length = 0;
  await act(async () =>
    root.render(
      <PlanCanvas label="plan" steps={steps} positions={positions} marks={marksAt(3)} selected="s5" />,
    ),
  );
  for (const id of new Set(rendered)) expect(rendered.filter((each) => each === id)).toHaveLength(1);
});
