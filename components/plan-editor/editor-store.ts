'use client';
import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { applyEdits, type PlanEdit } from '#core/plan/edit.ts';
import { EDITS_OF_A_DRAFT } from '#core/plan/edit-schema.ts';
import type { Problem } from '#core/plan/problem.ts';
import type { SetAside } from '#core/plan/rebase.ts';
import { PLAN_LIMITS, type PlanDocument } from '#core/plan/schema.ts';
import { type Canvas, type Entry, type Intent, merged, perform, redoEntry, undoEntry } from './history.ts';
import type { Positions } from './positions.ts';
import { knownEffects, type KnownEffects, type StepEffect } from './known-effects.ts';

export type { Intent } from './history.ts';
export type { Position, Positions } from './positions.ts';

/** Undo goes back this many intents; older edits stay in the draft and cannot be taken back one by one. */
export const HISTORY_LIMIT = 1_000;

export type Draft = {
  draftId: string;
  /** Null: of a plan that does not exist yet. */
  planId: string | null;
  base: { version: number; hash: string } | null;
  rev: number;
};
export type Saving = 'saved' | 'unsaved' | 'saving' | 'failed' | 'elsewhere' | 'base-moved';
/** The plan's head, when the draft stands on an older version (V2). */
export type NewerHead = { version: number; hash: string } | null;
export type DoResult = { ok: true } | { ok: false; message: string };

export type EditorState = {
  draft: Draft;
  baseDocument: PlanDocument;
  document: PlanDocument;
  /** From baseDocument to document: what the draft on the server holds. */
  edits: PlanEdit[];
  positions: Positions;
  selection: readonly string[];
  problems: readonly Problem[];
  effects: KnownEffects;
  /** The problems are of an older document; the answer is on its way. */
  checking: boolean;
  /** Labels, newest last. */
  undoable: readonly string[];
  redoable: readonly string[];
  saving: Saving;
  /** Why saving failed, in one sentence. */
  saveError: string | null;
  newerHead: NewerHead;
  /** Edits that a rebase could not do again, until they are let go. */
  setAside: readonly SetAside[];
  do(intent: Intent): DoResult;
  undo(): void;
  redo(): void;
  select(ids: readonly string[]): void;
  /** Lets go of an edit that was set aside. */
  letGo(aside: SetAside): void;
  /** The document is a version now, and `draft` a new one on it. Undo reaches back behind it, as new edits. */
  seal(draft: Draft): void;
  /** Another state of the draft: opened anew, rebased, or taken over from another tab. There is no undo past it. */
  load(start: EditorStart): void;
};
export type EditorStore = StoreApi<EditorState>;

export type EditorStart = {
  draft: Draft;
  baseDocument: PlanDocument;
  edits: readonly PlanEdit[];
  positions: Positions;
  problems?: readonly Problem[];
  effects?: readonly StepEffect[];
  newerHead?: NewerHead;
  setAside?: readonly SetAside[];
  /** 'unsaved' when the edits are newer than what the server has. */
  saving?: Saving;
};

type Options = { now?: () => number };

export function createEditorStore(start: EditorStart, { now = Date.now }: Options = {}): EditorStore {
  let done: Entry[] = [];
  let undone: Entry[] = [];

  return createStore<EditorState>((set, get) => {
    const labels = () => ({
      undoable: done.map(({ label }) => label),
      redoable: undone.map(({ label }) => label),
    });
    const show = (canvas: Canvas, edits: PlanEdit[]) => {
      const before = get();
      set({
        ...canvas,
        ...labels(),
        edits,
        checking: before.checking || canvas.document !== before.document,
        saving: afterEdit(before.saving),
      });
    };

    return {
      ...opened(start),
      do(intent) {
        const state = get();
        const result = perform(state, intent, now());
        if (!result.ok) return result;
        if (!result.entry) {
          if (intent.select) state.select(intent.select);
          return { ok: true };
        }
        const { entry, canvas } = result;
        if (canvas.document.steps.length > Math.max(PLAN_LIMITS.steps, state.document.steps.length))
          return {
            ok: false,
            message: `A plan has at most ${PLAN_LIMITS.steps.toLocaleString('en')} steps.`,
          };
        const older = done.at(-1);
        const both = undone.length === 0 ? merged(older, entry) : undefined;
        const kept = both && older ? withoutLast(state.edits, older.edits.length) : state.edits;
        const edits = [...kept, ...(both ?? entry).edits];
        if (edits.length > EDITS_OF_A_DRAFT)
          return {
            ok: false,
            message: `A draft holds at most ${EDITS_OF_A_DRAFT.toLocaleString('en')} edits. Save it as a version first.`,
          };
        const changesEdits = entry.edits.length > 0 || both !== undefined;
        done = [...(both ? done.slice(0, -1) : done), both ?? entry].slice(-HISTORY_LIMIT);
        undone = [];
        show(canvas, changesEdits ? edits : state.edits);
        return { ok: true };
      },
      undo() {
        const entry = done.at(-1);
        if (!entry) return;
        const state = get();
        const canvas = undoEntry(state, entry);
        done = done.slice(0, -1);
        undone = [...undone, entry];
        const back = sealedBack(entry);
        show(canvas, back ? [...state.edits, ...back] : withoutLast(state.edits, entry.edits.length));
      },
      redo() {
        const entry = undone.at(-1);
        if (!entry) return;
        const state = get();
        const canvas = redoEntry(state, entry);
        undone = undone.slice(0, -1);
        // A redone intent is not the latest one of a burst.
        done = [...done, { ...entry, mergeKey: undefined }];
        const back = sealedBack(entry);
        show(canvas, back ? withoutLast(state.edits, back.length) : [...state.edits, ...entry.edits]);
      },
      select(ids) {
        const known = new Set(get().document.steps.map(({ id }) => id));
        set({ selection: [...new Set(ids)].filter((id) => known.has(id)) });
      },
      letGo(aside) {
        const { setAside, saving } = get();
        set({ setAside: setAside.filter((each) => each !== aside), saving: afterEdit(saving) });
      },
      seal(draft) {
        const last = done.findLastIndex(({ back }) => 'document' in back);
        done = done.slice(last + 1).map((entry) => ({ ...entry, sealed: true }));
        undone = [];
        const fresh = { saving: 'saved', saveError: null, newerHead: null, setAside: [] } as const;
        set({ ...fresh, edits: [], draft, baseDocument: get().document, ...labels() });
      },
      load(next) {
        done = [];
        undone = [];
        const { selection } = get();
        set(opened(next));
        get().select(selection);
      },
    };
  });
}

function opened(start: EditorStart) {
  const {
    draft,
    baseDocument,
    edits,
    positions,
    problems,
    effects = [],
    newerHead = null,
    setAside = [],
  } = start;
  const result = applyEdits(baseDocument, edits);
  if (!result.ok) throw new Error(`Bug: a draft whose edits do not apply: ${result.message}`);
  return {
    draft,
    baseDocument,
    document: result.document,
    edits: [...edits],
    positions,
    selection: [],
    problems: problems ?? [],
    effects: knownEffects(result.document, effects),
    checking: problems === undefined,
    undoable: [],
    redoable: [],
    saving: start.saving ?? (newerHead ? 'base-moved' : 'saved'),
    saveError: null,
    newerHead,
    setAside,
  } satisfies Partial<EditorState>;
}

function sealedBack(entry: Entry): readonly PlanEdit[] | undefined {
  return entry.sealed && 'edits' in entry.back ? entry.back.edits : undefined;
}

function withoutLast(edits: PlanEdit[], count: number): PlanEdit[] {
  return edits.slice(0, edits.length - count);
}

/** Once the draft was saved elsewhere a person decides; more edits do not change that. */
function afterEdit(saving: Saving): Saving {
  return saving === 'elsewhere' ? saving : 'unsaved';
}

export const EditorContext = createContext<EditorStore | null>(null);

export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (!store) throw new Error('Bug: an editor control outside an editor');
  return store;
}

export function useEditor<T>(selector: (state: EditorState) => T): T {
  return useStore(useEditorStore(), selector);
}
