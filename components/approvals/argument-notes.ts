import type { Json, JsonObject } from '#core/json.ts';
import { originsAt } from '#core/run/edited-arguments.ts';
import { leavesOf, literal } from '#components/json/leaves.ts';
import type { Card } from './card.ts';

/** What a reader must know of one value: where it comes from, and what it was before. */
export type ArgumentNote =
  | { kind: 'changed'; was: string | null; since: number }
  | { kind: 'edited'; was: string | null; by: string | null }
  | { kind: 'step-output'; stepId: string }
  | { kind: 'item' | 'input' | 'untrusted' | 'empty' }
  | { kind: 'long'; characters: number };

const LONG = 200;

export function notesAt(card: Pick<Card, 'origins' | 'earlier'>, path: string, value: Json): ArgumentNote[] {
  const notes: ArgumentNote[] = [];
  for (const { path: changed, since, value: before } of card.earlier) {
    if (!isPart(path, changed)) continue;
    const was = before === undefined ? null : literal(before);
    notes.push(
      'version' in since
        ? { kind: 'changed', was, since: since.version }
        : { kind: 'edited', was, by: since.by },
    );
  }
  const origins = originsAt(card.origins, path);
  for (const stepId of new Set(
    origins.flatMap((origin) => (origin.origin === 'step-output' && origin.stepId ? [origin.stepId] : [])),
  ))
    notes.push({ kind: 'step-output', stepId });
  for (const kind of ['item', 'input'] as const)
    if (origins.some(({ origin }) => origin === kind)) notes.push({ kind });
  if (origins.some(({ untrusted }) => untrusted)) notes.push({ kind: 'untrusted' });
  if (value === '') notes.push({ kind: 'empty' });
  if (typeof value === 'string' && value.length > LONG)
    notes.push({ kind: 'long', characters: value.length });
  return notes;
}

function isPart(path: string, changed: string): boolean {
  return path === changed || path.startsWith(`${changed}/`) || changed.startsWith(`${path}/`);
}

export type ChangedArgument = { label: string; was: string | null; now: string };
/** The values that are not as they were planned, in short: what the phone's second sheet repeats. */
export function changedArguments(card: Pick<Card, 'origins' | 'earlier' | 'args'>): ChangedArgument[] {
  return leavesOf(card.args as JsonObject).flatMap(({ path, label, value }) => {
    const note = notesAt(card, path, value).find(({ kind }) => kind === 'changed' || kind === 'edited');
    return note && 'was' in note ? [{ label, was: note.was, now: literal(value) }] : [];
  });
}

/** The same arguments, those that changed first: what is new is read first. */
export function changedFirst(card: Pick<Card, 'args' | 'earlier'>): JsonObject {
  const changed = new Set(card.earlier.map(({ path }) => path.split('/')[1]));
  const entries = Object.entries(card.args as JsonObject);
  return Object.fromEntries([
    ...entries.filter(([name]) => changed.has(name)),
    ...entries.filter(([name]) => !changed.has(name)),
  ]);
}
