import type { Positions } from './to-flow.ts';

type Walkable = { id: string; needs: readonly string[] };

/**
 * Where a key leads from a node: right to its dependants, left to its dependencies, up and down in the same column,
 * Home and End to the first and last, [ and ] in run order. Several: the key, used again from the same node, leads to
 * the next. `null`: not one of these keys. Empty: nothing there.
 */
export function neighbours(
  nodes: readonly Walkable[],
  positions: Positions,
  id: string,
  key: string,
): string[] | null {
  const index = nodes.findIndex((node) => node.id === id);
  const node = nodes[index];
  if (!node) return null;
  const placed = (other: string) => Object.hasOwn(positions, other);
  const only = (other: Walkable | undefined) => (other ? [other.id] : []);
  switch (key) {
    case 'ArrowRight':
      return nodes.filter((other) => other.needs.includes(id) && placed(other.id)).map((other) => other.id);
    case 'ArrowLeft':
      return [...new Set(node.needs)].filter(
        (need) => placed(need) && nodes.some((other) => other.id === need),
      );
    case 'ArrowUp':
    case 'ArrowDown': {
      const here = placed(id) ? positions[id] : undefined;
      if (!here) return [];
      const direction = key === 'ArrowDown' ? 1 : -1;
      const column = nodes
        .flatMap((other) => {
          const at = placed(other.id) ? positions[other.id] : undefined;
          return at && Math.abs(at.x - here.x) < 140 && (at.y - here.y) * direction > 0
            ? [{ other, far: Math.abs(at.y - here.y) }]
            : [];
        })
        .sort((a, b) => a.far - b.far);
      return only(column[0]?.other);
    }
    case 'Home':
      return only(nodes[0]);
    case 'End':
      return only(nodes.at(-1));
    case '[':
      return only(nodes[index - 1]);
    case ']':
      return only(nodes[index + 1]);
    default:
      return null;
  }
}

/** Remembers which of several a key led to, so that the next press goes on. */
export class Walk {
  readonly #turns = new Map<string, number>();

  /** `null`: not a key of the walk. `undefined`: nothing there. */
  step(nodes: readonly Walkable[], positions: Positions, id: string, key: string): string | null | undefined {
    const choices = neighbours(nodes, positions, id, key);
    if (choices === null) return null;
    if (choices.length === 0) return undefined;
    const name = `${key} ${id}`;
    const turn = this.#turns.get(name) ?? 0;
    this.#turns.set(name, turn + 1);
    return choices[turn % choices.length];
  }
}
