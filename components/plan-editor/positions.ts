/** Where cards stand, by step id. Ids such as `__proto__` are ordinary (P5), so records are never written by key. */
export type Position = { x: number; y: number };
export type Positions = Readonly<Record<string, Position>>;
/** null = back to where the layout puts it. */
export type Moves = Map<string, Position | null>;

export function positionOf(positions: Positions, id: string): Position | undefined {
  return Object.hasOwn(positions, id) ? positions[id] : undefined;
}

export function applyMoves(positions: Positions, moves: ReadonlyMap<string, Position | null>): Positions {
  if (moves.size === 0) return positions;
  const next = new Map<string, Position>(Object.entries(positions));
  for (const [id, at] of moves) {
    if (at) next.set(id, at);
    else next.delete(id);
  }
  return Object.fromEntries(next);
}

/** The moves that take `moves` back; only cards that really move. */
export function takenBack(positions: Positions, moves: ReadonlyMap<string, Position | null>): Moves {
  const back: Moves = new Map();
  for (const [id, to] of moves) {
    const from = positionOf(positions, id) ?? null;
    if (from?.x !== to?.x || from?.y !== to?.y) back.set(id, from);
  }
  return back;
}
