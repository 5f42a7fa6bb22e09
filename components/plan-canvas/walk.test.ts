import { describe, expect, test } from 'vitest';
import { neighbours, Walk } from './walk.ts';

const steps = [
  { id: 'a', needs: [] },
  { id: 'b', needs: ['a'] },
  { id: 'c', needs: ['a'] },
  { id: 'd', needs: ['b', 'c', 'c', 'nowhere'] },
];
const positions = { a: { x: 0, y: 0 }, b: { x: 344, y: 0 }, c: { x: 344, y: 136 }, d: { x: 688, y: 0 } };

describe('walking the graph', () => {
  test('[L8] arrows follow dependencies and columns, brackets run order, Home and End lead to the ends', () => {
    const from = (id: string, key: string) => neighbours(steps, positions, id, key);
    expect(from('a', 'ArrowRight')).toEqual(['b', 'c']);
    expect(from('d', 'ArrowLeft')).toEqual(['b', 'c']);
    expect(from('b', 'ArrowDown')).toEqual(['c']);
    expect(from('c', 'ArrowUp')).toEqual(['b']);
    expect(from('b', 'End')).toEqual(['d']);
    expect(from('d', 'Home')).toEqual(['a']);
    expect(from('b', ']')).toEqual(['c']);
    expect(from('b', '[')).toEqual(['a']);
    expect(from('a', 'ArrowUp')).toEqual([]);
    expect(from('a', 'x')).toBeNull();
    expect(from('elsewhere', 'ArrowUp')).toBeNull();
  });

  test('of several the same key leads to the next each time, and round again', () => {
    const walk = new Walk();
    const right = () => walk.step(steps, positions, 'a', 'ArrowRight');
    expect([right(), right(), right()]).toEqual(['b', 'c', 'b']);
    expect(walk.step(steps, positions, 'a', 'ArrowUp')).toBeUndefined();
    expect(walk.step(steps, positions, 'a', 'q')).toBeNull();
  });

  test('[UA5] arrow keys reach every step of a connected plan from the first', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      id: `s${at}`,
      needs: at === 0 ? [] : [`s${Math.floor((at - 1) / 3)}`, ...(at > 9 ? [`s${at - 7}`] : [])],
    }));
    const places = Object.fromEntries(
      many.map(({ id }, at) => [id, { x: Math.floor(at / 7) * 344, y: (at % 7) * 128 }]),
    );
    const walk = new Walk();
    const seen = new Set(['s0']);
    // To every neighbour and back: what a person does who looks for a step.
    const visit = (id: string): void => {
      for (const key of ['ArrowRight', 'ArrowLeft']) {
        const choices = neighbours(many, places, id, key) ?? [];
        for (let press = 0; press < choices.length; press++) {
          const next = walk.step(many, places, id, key);
          if (next && !seen.has(next)) {
            seen.add(next);
            visit(next);
          }
        }
      }
    };
    visit('s0');
    expect(seen.size).toBe(many.length);
  });
});
