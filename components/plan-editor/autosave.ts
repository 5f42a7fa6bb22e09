/**
 * Saves the draft while somebody edits: a pause after the last edit, one request at a time, again with growing waits
 * when the server is away. What another tab has saved is never overwritten: then a person decides.
 */
import type { Problem } from '#core/plan/problem.ts';
import { rebaseEdits, type SetAside } from '#core/plan/rebase.ts';
import type { PlanEdit } from '#core/plan/edit.ts';
import type { Backups } from './draft-backup.ts';
import type { EditorStart, EditorState, EditorStore, NewerHead, Saving } from './editor-store.ts';
import { knownEffects, type StepEffect } from './known-effects.ts';
import { applyMoves, type Position, positionOf, type Positions } from './positions.ts';

export type SaveFailure = {
  /** `moved`: another rev is there; `gone`: the draft is not; `away`: no answer, ask again; `refused`: asking again is no use. */
  kind: 'moved' | 'gone' | 'away' | 'refused';
  message: string;
  rev?: number;
};
export type SaveAnswer =
  | {
      ok: true;
      rev: number;
      problems: readonly Problem[];
      effects: readonly StepEffect[];
      newerHead: NewerHead;
    }
  | { ok: false; failure: SaveFailure };

/** What autosave asks of the server. */
export type DraftPort = {
  save(input: {
    draftId: string;
    rev: number;
    /** So many of the edits the server has stay in front of `edits`. */
    keep: number;
    edits: PlanEdit[];
    positions: Positions;
    setAside: SetAside[];
  }): Promise<SaveAnswer>;
  moveSteps(
    planId: string,
    moves: Record<string, Position | null>,
  ): Promise<{ ok: true } | { ok: false; failure: SaveFailure }>;
  /** The draft as the server has it now. */
  get(draftId: string): Promise<EditorStart>;
};

export type Autosave = {
  /** Saves now and waits for it. True: the server has everything. */
  flush(): Promise<boolean>;
  /** Another state of the draft that the server has: after a rebase. */
  adopt(start: EditorStart): void;
  /** After 'elsewhere': what the other tab saved takes the place of what is here. */
  loadTheirs(): Promise<void>;
  /** After 'elsewhere': what is here takes the place of what the other tab saved, knowingly. */
  keepMine(): Promise<boolean>;
  /** Asks again at once: the server is back. */
  retry(): void;
  /** Another tab says what rev it has saved. */
  heard(rev: number): void;
  /** The draft is a version now, or discarded. Nothing is saved any more. */
  end(): void;
  stop(): void;
};

export type AutosaveOptions = {
  backups: Backups;
  /** What the server has, when the store starts with edits of a backup. */
  server?: Content;
  now?: () => number;
  /** Tells the other tabs. */
  onSaved?: (rev: number) => void;
  onProblems?: (problems: readonly Problem[], document: EditorState['document']) => void;
};

const PAUSE_MS = 600;
/** Somebody who types on and on is saved all the same. */
const AT_LATEST_MS = 3_000;
const BACKUP_MS = 150;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/** What is saved: edits, cards, and what was set aside. */
export type Content = Pick<EditorState, 'edits' | 'positions' | 'document' | 'setAside'>;
const contentOf = ({ edits, positions, document, setAside }: Content): Content => ({
  edits,
  positions,
  document,
  setAside,
});

export function startAutosave(store: EditorStore, port: DraftPort, options: AutosaveOptions): Autosave {
  const { backups, now = Date.now, onSaved = () => {}, onProblems = () => {} } = options;
  let saved = contentOf(options.server ?? store.getState());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let backupTimer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | undefined;
  let failures = 0;
  let sending: Promise<boolean> | undefined;
  let isOver = false;
  /** Of what is saved. */
  let problems = store.getState().checking ? undefined : store.getState().problems;

  if (store.getState().saving === 'unsaved') schedule(0);
  const unsubscribe = store.subscribe((state, before) => {
    // Another draft, or this one as the server has it now: after a rebase, or once it became a version.
    if (state.draft !== before.draft && isAtRest(state)) {
      saved = contentOf(state);
      problems = state.checking ? undefined : state.problems;
    }
    const hasChanged =
      state.edits !== before.edits ||
      state.positions !== before.positions ||
      state.setAside !== before.setAside;
    if (!hasChanged) return;
    if (state.saving === 'unsaved') scheduleAfterEdit();
    if (state.saving === 'unsaved' || state.saving === 'elsewhere') backUpSoon();
  });

  function scheduleAfterEdit(): void {
    if (failures > 0 && timer !== undefined) return;
    waitingSince ??= now();
    schedule(Math.max(0, Math.min(PAUSE_MS, waitingSince + AT_LATEST_MS - now())));
  }
  function schedule(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), wait);
  }

  function send(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendNow().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function sendNow(): Promise<boolean> {
    waitingSince = undefined;
    const state = store.getState();
    if (isOver || state.saving === 'elsewhere') return false;
    const content = contentOf(state);
    store.setState({ saving: 'saving' });
    const failure = (await saveMoves(state)) ?? (await saveDraft(state, content));
    if (isOver) return false;
    if (failure) return failed(failure);
    failures = 0;
    const after = store.getState();
    const isAll = isSameContent(after, content);
    store.setState({ saving: isAll ? atRest(after) : 'unsaved', saveError: null });
    if (isAll) backups.clear(after.draft.draftId);
    else scheduleAfterEdit();
    return isAll;
  }

  /** Cards of steps that versions have: shared, whatever becomes of the draft (V7). */
  async function saveMoves({
    draft,
    baseDocument,
    positions,
  }: EditorState): Promise<SaveFailure | undefined> {
    if (draft.planId === null) return undefined;
    const shared = stepIds(baseDocument);
    const moves = new Map([...movedSince(saved.positions, positions)].filter(([id]) => shared.has(id)));
    if (moves.size === 0) return undefined;
    const answer = await port.moveSteps(draft.planId, Object.fromEntries(moves));
    if (!answer.ok) return answer.failure;
    saved = { ...saved, positions: applyMoves(saved.positions, moves) };
    return undefined;
  }

  async function saveDraft(
    { draft, baseDocument }: EditorState,
    content: Content,
  ): Promise<SaveFailure | undefined> {
    const own = (of: Content) => ownPositions(draft.planId === null ? undefined : baseDocument, of);
    const positions = own(content);
    const isSame =
      sameEdits(saved.edits, content.edits) &&
      saved.setAside === content.setAside &&
      samePlaces(own(saved), positions);
    if (!isSame) {
      const { draftId, rev } = draft;
      const setAside = [...content.setAside];
      // After a failure the server may have saved it all the same; only the whole list lets it tell.
      const keep = failures > 0 ? 0 : sharedStart(saved.edits, content.edits);
      const edits = content.edits.slice(keep);
      const answer = await port.save({ draftId, rev, keep, edits, positions, setAside });
      if (!answer.ok) return answer.failure;
      if (isOver) return undefined;
      store.setState({
        draft: { ...store.getState().draft, rev: answer.rev },
        newerHead: answer.newerHead,
        effects: knownEffects(content.document, answer.effects),
      });
      onSaved(answer.rev);
      problems = answer.problems;
    }
    if (problems) onProblems(problems, content.document);
    saved = content;
    return undefined;
  }

  function failed(failure: SaveFailure): false {
    backUp();
    if (failure.kind === 'moved' || failure.kind === 'gone') {
      store.setState({ saving: 'elsewhere', saveError: failure.message });
      return false;
    }
    store.setState({ saving: 'failed', saveError: failure.message, checking: false });
    if (failure.kind === 'away') {
      failures += 1;
      schedule(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS));
    }
    return false;
  }

  function backUpSoon(): void {
    backupTimer ??= setTimeout(backUp, BACKUP_MS);
  }
  function backUp(): void {
    clearTimeout(backupTimer);
    backupTimer = undefined;
    const { draft, edits, positions } = store.getState();
    if (isOver || isAtRest(store.getState())) return;
    const moved = Object.fromEntries(movedSince(saved.positions, positions));
    backups.write({ draftId: draft.draftId, rev: draft.rev, edits, moved, at: now() });
  }

  function adopt(start: EditorStart): void {
    clearTimeout(timer);
    timer = undefined;
    backups.clear(start.draft.draftId);
    store.getState().load(start);
  }

  async function loadTheirs(): Promise<void> {
    adopt(await port.get(store.getState().draft.draftId));
  }

  async function keepMine(): Promise<boolean> {
    const theirs = await port.get(store.getState().draft.draftId);
    const mine = store.getState();
    const { edits, setAside } = rebaseEdits(mine.baseDocument, theirs.baseDocument, mine.edits);
    const isSameBase = setAside.length === 0 && theirs.draft.base?.hash === mine.draft.base?.hash;
    const moved = movedSince(saved.positions, mine.positions);
    adopt(theirs);
    store.getState().load({
      ...theirs,
      edits: isSameBase ? mine.edits : edits,
      positions: applyMoves({ ...mine.positions, ...theirs.positions }, moved),
      setAside: [...(theirs.setAside ?? []), ...setAside],
      saving: 'unsaved',
    });
    return send();
  }

  return {
    adopt,
    loadTheirs,
    keepMine,
    retry: () => {
      if (store.getState().saving === 'failed') void send();
    },
    async flush() {
      for (let round = 0; round < 3; round += 1) {
        const { saving } = store.getState();
        if (saving === 'saved' || saving === 'base-moved') return true;
        if (saving === 'elsewhere' || isOver) return false;
        await send();
        if (store.getState().saving === 'failed') return false;
      }
      return false;
    },
    heard(rev) {
      const { draft, saving } = store.getState();
      if (isOver || rev <= draft.rev) return;
      // What is not saved yet meets the other tab's rev when it is saved: then a person decides.
      if (saving === 'saved' || saving === 'base-moved') void loadTheirs().catch(() => undefined);
    },
    end() {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(backupTimer);
      backups.forget(store.getState().draft.draftId);
    },
    stop() {
      backUp();
      isOver = true;
      clearTimeout(timer);
      clearTimeout(backupTimer);
      unsubscribe();
    },
  };
}

function isAtRest({ saving }: EditorState): boolean {
  return saving === 'saved' || saving === 'base-moved';
}

function atRest({ newerHead }: EditorState): Saving {
  return newerHead ? 'base-moved' : 'saved';
}

function stepIds({ steps }: EditorState['document']): Set<string> {
  return new Set(steps.map(({ id }) => id));
}

/** Places that live in the draft: those of steps its base does not have; of a new plan all of them. */
function ownPositions(
  base: EditorState['document'] | undefined,
  { document, positions }: Content,
): Positions {
  const shared = base ? stepIds(base) : new Set<string>();
  const own = document.steps.flatMap(({ id }) => {
    const at = shared.has(id) ? undefined : positionOf(positions, id);
    return at ? [[id, at] as const] : [];
  });
  return Object.fromEntries(own);
}

/** Where cards stand now that stood elsewhere before; null = they stand where the layout puts them. */
export function movedSince(before: Positions, after: Positions): Map<string, Position | null> {
  const moved = new Map<string, Position | null>();
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [positionOf(before, id), positionOf(after, id)];
    if (from?.x !== to?.x || from?.y !== to?.y) moved.set(id, to ?? null);
  }
  return moved;
}

function samePlaces(a: Positions, b: Positions): boolean {
  return a === b || movedSince(a, b).size === 0;
}

function sharedStart(a: readonly PlanEdit[], b: readonly PlanEdit[]): number {
  const different = a.findIndex((edit, at) => edit !== b[at]);
  return different === -1 ? a.length : different;
}

function sameEdits(a: readonly PlanEdit[], b: readonly PlanEdit[]): boolean {
  return a === b || (a.length === b.length && sharedStart(a, b) === a.length);
}

function isSameContent(a: Content, b: Content): boolean {
  return a.setAside === b.setAside && sameEdits(a.edits, b.edits) && samePlaces(a.positions, b.positions);
}
