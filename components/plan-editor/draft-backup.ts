/**
 * What the server does not have yet, in this browser: a closed tab or a lost server loses nothing. Each tab writes its
 * own entry, so that two tabs of one draft do not take each other's away.
 */
import { z } from 'zod';
import { PlanEditList } from '#core/plan/edit-schema.ts';
import type { PlanEdit } from '#core/plan/edit.ts';
import type { Position } from './positions.ts';

const PREFIX = 'countersign.draft.';
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const Place = z.strictObject({ x: z.number(), y: z.number() });
const BackupShape = z.strictObject({
  draftId: z.string(),
  /** The rev that the edits were made on. */
  rev: z.int(),
  edits: PlanEditList,
  /** Cards that were moved and not saved; null = back to the layout. */
  moved: z.record(z.string(), Place.nullable()),
  at: z.number(),
});
export type Backup = {
  draftId: string;
  rev: number;
  edits: PlanEdit[];
  moved: Record<string, Position | null>;
  at: number;
};
export type BackupStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export type Backups = {
  /** False: the browser does not keep it (full, or switched off). */
  write(backup: Backup): boolean;
  clear(draftId: string): void;
  /** The newest of any tab. Entries too old to matter are removed on the way. */
  newest(draftId: string, now: number): Backup | undefined;
  /** Lets go of all entries of a draft: it was saved as a version, or discarded. */
  forget(draftId: string): void;
};

export function createBackups(storage: BackupStorage | undefined, tab: string): Backups {
  const keyOf = (draftId: string) => `${PREFIX}${draftId}.${tab}`;
  const keys = () =>
    storage
      ? Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((key) =>
          key.startsWith(PREFIX),
        )
      : [];
  return {
    write(backup) {
      try {
        storage?.setItem(keyOf(backup.draftId), JSON.stringify(backup));
        return storage !== undefined;
      } catch {
        return false;
      }
    },
    clear(draftId) {
      storage?.removeItem(keyOf(draftId));
    },
    newest(draftId, now) {
      let found: Backup | undefined;
      for (const key of keys()) {
        const backup = read(storage?.getItem(key) ?? '');
        if (!backup || backup.at < now - KEPT_MS) {
          storage?.removeItem(key);
          continue;
        }
        if (backup.draftId === draftId && (!found || backup.at > found.at)) found = backup;
      }
      return found;
    },
    forget(draftId) {
      for (const key of keys()) if (key.startsWith(`${PREFIX}${draftId}.`)) storage?.removeItem(key);
    },
  };
}

function read(text: string): Backup | undefined {
  try {
    return BackupShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Of this tab: the same after a reload, another one for another tab. Private windows may refuse; then nothing is kept. */
export function browserBackups(): Backups {
  try {
    const known = sessionStorage.getItem(`${PREFIX}tab`);
    const tab = known ?? crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    if (!known) sessionStorage.setItem(`${PREFIX}tab`, tab);
    return createBackups(localStorage, tab);
  } catch {
    return createBackups(undefined, 'none');
  }
}
