import type { CanvasStep } from './canvas-step.ts';
import type { Positions } from './to-flow.ts';

/**
 * Where an arrow key leads: right to a dependant, left to a dependency, up and down in the same column, Home and End
 * to the first and last step, [ and ] in run order. `null`: not one of these keys. `undefined`: nothing there.
 */
export function neighbour(
  steps: readonly CanvasStep[],
  positions: Positions,
  id: string,
  key: string,
): string | null | undefined {
  const index = steps.findIndex((step) => step.id === id);
  const step = steps[index];
  if (!step) return null;
  switch (key) {
    case 'ArrowRight':
      return steps.find((other) => other.needs.includes(id))?.id;
    case 'ArrowLeft':
      return step.needs.find((need) => positions[need]);
    case 'ArrowUp':
    case 'ArrowDown': {
      const here = positions[id];
      if (!here) return undefined;
      const direction = key === 'ArrowDown' ? 1 : -1;
      const column = steps
        .flatMap((other) => {
          const at = positions[other.id];
          return at && Math.abs(at.x - here.x) < 140 && (at.y - here.y) * direction > 0
            ? [{ id: other.id, far: Math.abs(at.y - here.y) }]
            : [];
        })
        .sort((a, b) => a.far - b.far);
      return column[0]?.id;
    }
    case 'Home':
      return steps[0]?.id;
    case 'End':
      return steps.at(-1)?.id;
    case '[':
      return steps[index - 1]?.id;
    case ']':
      return steps[index + 1]?.id;
    default:
      return null;
  }
}
