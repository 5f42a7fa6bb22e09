/**
 * Undo by intent: each entry holds the edits somebody meant as one thing and the edits that take them back. Pure data in
 * and out; the store keeps two stacks of entries.
 */
import { canonicalJson } from '#core/json.ts';
import { applyEdit, applyEdits, invertEdit, type PlanEdit } from '#core/plan/edit.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { coalesceEdits } from './coalesce-edits.ts';
import { applyMoves, type Moves, type Positions, takenBack } from './positions.ts';

/** One undo entry; consecutive intents with the same mergeKey within 500 ms become one. */
export type Intent = {
  label: string;
  edits: PlanEdit[];
  /** Where cards go; null = back to where the layout puts them. */
  moves?: Record<string, { x: number; y: number } | null>;
  select?: string[];
  mergeKey?: string;
};

export type Entry = {
  label: string;
  edits: readonly PlanEdit[];
  /** Edits that take it back; of a document with an id twice they cannot be told, and the document before is kept. */
  back: { edits: readonly PlanEdit[] } | { document: PlanDocument };
  moves: Moves;
  movesBack: Moves;
  selectedBefore: readonly string[];
  selectedAfter: readonly string[];
  mergeKey: string | undefined;
  at: number;
  /** Its edits are in a version by now: undoing it is an edit of its own. */
  sealed?: boolean;
};

export type Canvas = { document: PlanDocument; positions: Positions; selection: readonly string[] };
export type Done =
  | { ok: true; entry: Entry; canvas: Canvas }
  | { ok: true; entry: undefined }
  | { ok: false; message: string };

const MERGE_MS = 500;

/** What the intent makes of the canvas, and how to take it back; no entry when it changes nothing. */
export function perform(canvas: Canvas, intent: Intent, now: number): Done {
  if (!isText(intent.edits))
    return { ok: false, message: 'The text holds half of a character. Paste it again.' };
  const { document: before, selection } = canvas;
  let document = before;
  let back: PlanEdit[] = [];
  const moves: Moves = new Map(Object.entries(intent.moves ?? {}));
  for (const edit of intent.edits) {
    const result = applyEdit(document, edit);
    if (!result.ok) return result;
    back = [...invertEdit(document, edit), ...back];
    document = result.document;
    followRename(moves, canvas.positions, edit);
  }
  const movesBack = takenBack(canvas.positions, moves);
  const hasChanged = back.length > 0 || (document !== before && !isSame(document, before));
  if (!hasChanged && movesBack.size === 0) return { ok: true, entry: undefined };
  const selectedAfter = existing(document, intent.select ?? selection);
  return {
    ok: true,
    canvas: { document, positions: applyMoves(canvas.positions, moves), selection: selectedAfter },
    entry: {
      label: intent.label,
      edits: hasChanged ? intent.edits : [],
      back: restores(document, back, before) ? { edits: back } : { document: before },
      moves,
      movesBack,
      selectedBefore: selection,
      selectedAfter,
      mergeKey: intent.mergeKey,
      at: now,
    },
  };
}

export function undoEntry(canvas: Canvas, entry: Entry): Canvas {
  return {
    document: 'document' in entry.back ? entry.back.document : must(canvas.document, entry.back.edits),
    positions: applyMoves(canvas.positions, entry.movesBack),
    selection: entry.selectedBefore,
  };
}

export function redoEntry(canvas: Canvas, entry: Entry): Canvas {
  return {
    document: must(canvas.document, entry.edits),
    positions: applyMoves(canvas.positions, entry.moves),
    selection: entry.selectedAfter,
  };
}

/** Both as one entry, when they belong to one burst. */
export function merged(older: Entry | undefined, newer: Entry): Entry | undefined {
  if (!older || older.sealed || newer.mergeKey === undefined || older.mergeKey !== newer.mergeKey)
    return undefined;
  if (newer.at - older.at > MERGE_MS) return undefined;
  return {
    ...newer,
    edits: coalesceEdits([...older.edits, ...newer.edits]),
    back:
      'document' in older.back || 'document' in newer.back
        ? { document: 'document' in older.back ? older.back.document : beforeOf(older.back, newer.back) }
        : { edits: [...newer.back.edits, ...older.back.edits] },
    moves: new Map([...older.moves, ...newer.moves]),
    movesBack: new Map([...newer.movesBack, ...older.movesBack]),
    selectedBefore: older.selectedBefore,
  };
}

function beforeOf(older: { edits: readonly PlanEdit[] }, newer: Entry['back']): PlanDocument {
  if (!('document' in newer)) throw new Error('Bug: nothing to go back to');
  return must(newer.document, older.edits);
}

/** A renamed step stays where it stands. */
function followRename(moves: Moves, positions: Positions, edit: PlanEdit): void {
  if (edit.type !== 'rename-step' || moves.has(edit.to)) return;
  const at =
    moves.get(edit.stepId) ?? (Object.hasOwn(positions, edit.stepId) ? positions[edit.stepId] : null);
  if (at) moves.set(edit.to, at);
}

/** Inverses name steps by id, which is enough unless an imported document has an id twice. */
function restores(document: PlanDocument, back: readonly PlanEdit[], before: PlanDocument): boolean {
  if (new Set(before.steps.map(({ id }) => id)).size === before.steps.length) return true;
  const restored = applyEdits(document, back);
  return restored.ok && isSame(restored.document, before);
}

function must(document: PlanDocument, edits: readonly PlanEdit[]): PlanDocument {
  const result = applyEdits(document, edits);
  if (!result.ok) throw new Error(`Bug: an edit that was done cannot be taken back: ${result.message}`);
  return result.document;
}

function existing(document: PlanDocument, ids: readonly string[]): readonly string[] {
  const known = new Set(document.steps.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => known.has(id));
}

/** Half of a surrogate pair has no place in JSON, so neither in a hash. */
function isText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isText(member));
}

function isSame(a: PlanDocument, b: PlanDocument): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
