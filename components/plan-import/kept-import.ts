/** What was pasted and chosen, in this tab: a reload, a sign-in or a step back loses nothing. Gone once it is imported. */
import { z } from 'zod';

const KEY = 'countersign.import';
const KeptShape = z.strictObject({
  text: z.string(),
  fileName: z.string().nullable(),
  title: z.string().nullable(),
  goal: z.string().nullable(),
  tools: z.record(z.string(), z.string()),
});
/** `title` and `goal` are null while nobody has written them: then the plan's own count. */
export type ImportChoices = z.infer<typeof KeptShape>;
export type ImportStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const noChoices: ImportChoices = { text: '', fileName: null, title: null, goal: null, tools: {} };

/** False: the browser does not keep it (full, or switched off). What it kept before is removed: it would be another text. */
export function keepImport(storage: ImportStorage | undefined, choices: ImportChoices): boolean {
  if (!storage) return false;
  try {
    storage.setItem(KEY, JSON.stringify(choices));
    return true;
  } catch {
    storage.removeItem(KEY);
    return false;
  }
}

export function keptImport(storage: ImportStorage | undefined): ImportChoices {
  try {
    return KeptShape.safeParse(JSON.parse(storage?.getItem(KEY) ?? 'null')).data ?? noChoices;
  } catch {
    return noChoices;
  }
}

export function forgetImport(storage: ImportStorage | undefined): void {
  storage?.removeItem(KEY);
}

/** Private windows may refuse it. */
export function tabStorage(): ImportStorage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
