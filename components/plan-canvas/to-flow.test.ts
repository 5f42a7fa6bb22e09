import { describe, expect, test } from 'vitest';
import type { CanvasStep } from './canvas-step.ts';
import { lodOf, type Lod } from './lod.ts';
import { ancestorsFirst } from './run-order.ts';
import { CARD, conditionText, edgeId, toFlow } from './to-flow.ts';
import { viewOf } from './view.ts';

const step = (id: string, number: number, needs: string[] = []): CanvasStep => ({
  id,
  number,
  title: id,
  does: 'tool',
  effect: 'read',
  needs,
});
const steps = [
  step('a', 1),
  step('b', 2, ['a']),
  step('c', 3, ['a']),
  step('d', 4, ['b', 'c', 'c', 'nowhere']),
];
const positions = { a: { x: 0, y: 0 }, b: { x: 344, y: 0 }, c: { x: 344, y: 136 }, d: { x: 688, y: 0 } };

describe('to-flow', () => {
  test('gives every card its size, measured size and handles, so that nothing is measured in the browser', () => {
    const { nodes } = toFlow(viewOf(steps, positions, [], []));
    expect(nodes.map((node) => node.id)).toEqual(['a', 'b', 'c', 'd']);
    for (const node of nodes) {
      expect(node).toMatchObject({ width: CARD.width, height: CARD.height, measured: CARD, data: {} });
      expect(node.handles).toHaveLength(2);
    }
  });
  test('draws each dependency once and leaves out needs that name no step', () => {
    const { edges } = toFlow(viewOf(steps, positions, [], []));
    expect(edges.map((edge) => edge.id)).toEqual(['a b', 'a c', 'b d', 'c d']);
  });
  test('leaves out a step that has no place yet, with its edges', () => {
    const { nodes, edges } = toFlow(viewOf(steps, { a: positions.a, b: positions.b }, [], []));
    expect(nodes.map((node) => node.id)).toEqual(['a', 'b']);
    expect(edges.map((edge) => edge.id)).toEqual(['a b']);
  });
  test('keeps the place of a step free that is only on the other side', () => {
    const { nodes, edges } = toFlow(viewOf(steps.slice(0, 2), positions, [], []), {}, ['b', 'c', 'nowhere']);
    expect(nodes.map((node) => [node.id, node.type, node.position])).toEqual([
      ['a', 'step', positions.a],
      ['b', 'step', positions.b],
      ['c', 'slot', positions.c],
    ]);
    expect(edges.map((edge) => edge.id)).toEqual(['a b']);
  });
  test('marks added and removed edges', () => {
    const { edges } = toFlow(viewOf(steps, positions, [], []), { [edgeId('a', 'b')]: 'added' });
    expect(edges.find((edge) => edge.id === 'a b')?.data).toEqual({ kind: 'added' });
  });
  test('puts the layout’s bends, the condition and what is read on the edge', () => {
    const conditional: CanvasStep = {
      ...step('c', 3, ['b', 'a']),
      when: 'steps["a"].output.rows > 0',
      reads: { a: ['rows', 'name'] },
    };
    const points = [
      { x: 272, y: 48 },
      { x: 344, y: 184 },
    ];
    const view = viewOf(
      [steps[0] as CanvasStep, step('b', 2, ['a']), conditional],
      positions,
      [{ from: 'a', to: 'c', points }],
      [],
    );
    const { edges } = toFlow(view);
    expect(edges.find((edge) => edge.id === 'a c')?.data).toEqual({
      points,
      when: 'rows > 0',
      carries: ['rows', 'name'],
    });
    expect(edges.find((edge) => edge.id === 'b c')?.data).toEqual({});
  });
  test('a long condition is cut on its chip', () => {
    expect(conditionText(`steps['verify'].output.${'x'.repeat(90)} > 0`)).toBe(`${'x'.repeat(27)}…`);
    expect(conditionText('steps["verify"].output')).toBe('steps["verify"].output');
  });
  test('a card with another right below it is marked, since it cannot grow', () => {
    const { nodes } = toFlow(viewOf(steps, positions, [], []));
    expect(nodes.filter((node) => node.className === 'crowded').map((node) => node.id)).toEqual(['b']);
  });
  test('hides nodes and edges from assistive technology: the card’s button and the list say it all', () => {
    const { nodes, edges } = toFlow(viewOf(steps, positions, [], []));
    expect(nodes[0]).toMatchObject({ ariaRole: 'presentation' });
    expect(edges[0]?.domAttributes).toMatchObject({ 'aria-hidden': true });
  });
});

describe('run order', () => {
  test('puts needs before what needs them and otherwise keeps the document’s order', () => {
    expect(
      ancestorsFirst([{ id: 'c', needs: ['b'] }, { id: 'a' }, { id: 'b', needs: ['a'] }, { id: 'd' }]).map(
        (each) => each.id,
      ),
    ).toEqual(['a', 'b', 'c', 'd']);
  });
  test('[P7] a plan with a cycle still renders: its steps come last, in document order', () => {
    expect(
      ancestorsFirst([{ id: 'x', needs: ['y'] }, { id: 'y', needs: ['x'] }, { id: 'a' }]).map(
        (each) => each.id,
      ),
    ).toEqual(['a', 'x', 'y']);
  });
});

describe('semantic zoom', () => {
  test('shows less the further away, with a dead band around each threshold', () => {
    expect([0.1, 0.35, 0.75, 1.25].map((zoom) => lodOf(zoom))).toEqual([0, 1, 2, 3]);
    const wobble = (zoom: number, from: Lod) => lodOf(zoom, from);
    expect(wobble(0.76, 1)).toBe(1);
    expect(wobble(0.74, 2)).toBe(2);
    expect(wobble(0.7, 2)).toBe(1);
    expect(wobble(0.8, 1)).toBe(2);
  });
});
