import type { Viewport } from '@xyflow/react';
import { expect, test } from 'vitest';
import { createViewportLink } from './viewport-link.ts';

/** A canvas as React Flow is one: it reports every move, also one that it was told to make. */
function canvas(link = createViewportLink()) {
  const self = { viewport: { x: 0, y: 0, zoom: 1 } as Viewport, moves: 0 };
  const move = (viewport: Viewport) => {
    self.viewport = viewport;
    self.moves += 1;
    link.moved(move, viewport);
  };
  return { self, move, leave: link.join(move) };
}

test('[UC2] linked canvases show the same place, whichever is moved, and do not answer each other for ever', () => {
  const link = createViewportLink();
  const [left, right] = [canvas(link), canvas(link)];
  for (let index = 0; index < 50; index++) {
    const viewport = { x: index * 1.1, y: -index / 3, zoom: 0.1 + index / 30 };
    (index % 3 === 0 ? right : left).move(viewport);
    expect([left.self.viewport, right.self.viewport]).toEqual([viewport, viewport]);
  }
  expect([left.self.moves, right.self.moves]).toEqual([50, 50]);
});

test('a canvas that comes later shows what the others show; one that left moves nobody', () => {
  const link = createViewportLink();
  const first = canvas(link);
  first.move({ x: 5, y: 6, zoom: 0.5 });
  const second = canvas(link);
  expect(second.self.viewport).toEqual({ x: 5, y: 6, zoom: 0.5 });
  first.leave();
  second.move({ x: 0, y: 0, zoom: 2 });
  expect(first.self.viewport.zoom).toBe(0.5);
});
