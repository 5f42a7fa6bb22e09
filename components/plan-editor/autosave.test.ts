import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { canonicalJson } from '#core/json.ts';
import { applyEdits, type PlanEdit } from '#core/plan/edit.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { aPlan, aStep } from '#core/testing/build-plan.ts';
import { type Autosave, type DraftPort, type SaveFailure, startAutosave } from './autosave.ts';
import { type Backup, type BackupStorage, createBackups } from './draft-backup.ts';
import { createEditorStore, type EditorStart, type EditorStore } from './editor-store.ts';
import type { Position } from './positions.ts';
import { contentOf, withBackup } from './start-of-draft.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const base = aPlan('a -> b');
const retitle = (title: string): PlanEdit => ({
  type: 'set-step-field',
  stepId: 'a',
  field: 'title',
  value: title,
});
const addX: PlanEdit = { type: 'add-step', step: aStep('x', ['b']) };

/** A server that keeps one draft as the real one does, and can be made to fail. */
function aServer(document: PlanDocument = base) {
  const state = {
    rev: 1,
    base: { version: 1, hash: 'a'.repeat(64) },
    document,
    edits: [] as PlanEdit[],
    own: {} as Record<string, Position>,
    shared: { a: { x: 0, y: 0 }, b: { x: 344, y: 0 } } as Record<string, Position>,
    head: null as { version: number; hash: string } | null,
    setAside: [] as EditorStart['setAside'],
  };
  let failure: SaveFailure | undefined;
  let held: PromiseWithResolvers<void> | undefined;
  const calls: string[] = [];
  let loseAnswer = false;
  const passes = async (name: string) => {
    calls.push(name);
    await held?.promise;
    return failure;
  };
  const port: DraftPort = {
    async save(input) {
      const fails = await passes(`save ${input.rev}: ${input.keep} + ${input.edits.length}`);
      if (fails) return { ok: false, failure: fails };
      if (input.rev !== state.rev) {
        const isMine =
          input.keep === 0 &&
          input.rev + 1 === state.rev &&
          canonicalJson(input.edits) === canonicalJson(state.edits);
        if (!isMine) return { ok: false, failure: { kind: 'moved', message: 'Changed in another tab.' } };
      } else {
        state.rev += 1;
        state.edits = [...state.edits.slice(0, input.keep), ...input.edits];
        state.own = { ...input.positions };
        state.setAside = input.setAside;
      }
      if (loseAnswer) {
        loseAnswer = false;
        return { ok: false, failure: { kind: 'away', message: 'No answer.' } };
      }
      return { ok: true, rev: state.rev, problems: [], effects: [], newerHead: state.head };
    },
    async moveSteps(planId, moves) {
      const fails = await passes(`move ${planId}: ${Object.keys(moves).join(' ')}`);
      if (fails) return { ok: false, failure: fails };
      for (const [id, at] of Object.entries(moves)) {
        if (at) state.shared[id] = at;
        else delete state.shared[id];
      }
      return { ok: true };
    },
    get: async () => start(),
  };
  const start = (): EditorStart => ({
    draft: { draftId: 'd', planId: 'p', base: state.base, rev: state.rev },
    baseDocument: state.document,
    edits: state.edits,
    positions: { ...state.shared, ...state.own },
    problems: [],
    newerHead: state.head,
    setAside: state.setAside ?? [],
  });
  return {
    state,
    port,
    calls,
    start,
    fail: (next: SaveFailure | undefined) => {
      failure = next;
    },
    loseNextAnswer: () => {
      loseAnswer = true;
    },
    hold: () => {
      held = Promise.withResolvers<void>();
      return () => {
        held?.resolve();
        held = undefined;
      };
    },
  };
}
type Server = ReturnType<typeof aServer>;

function aStorage(): BackupStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (at) => [...entries.keys()][at] ?? null,
    get length() {
      return entries.size;
    },
  };
}

/** A tab with the draft open, as the page opens it. */
function aTab(server: Server, storage = aStorage(), name = 'one') {
  const backups = createBackups(storage, name);
  const start = server.start();
  const store = createEditorStore(withBackup(start, backups.newest('d', Date.now())), {
    now: () => Date.now(),
  });
  const heard: number[] = [];
  const autosave = startAutosave(store, server.port, {
    backups,
    server: contentOf(start),
    onSaved: (rev) => heard.push(rev),
    onProblems: () => store.setState({ checking: false }),
  });
  const edit = (...edits: PlanEdit[]) => store.getState().do({ label: 'Edit', edits });
  const move = (id: string, at: Position) =>
    store.getState().do({ label: 'Move', edits: [], moves: { [id]: at } });
  return { store, autosave, storage, edit, move, heard };
}
const saving = (store: EditorStore) => store.getState().saving;
const backupOf = (storage: ReturnType<typeof aStorage>): Backup | undefined =>
  createBackups(storage, 'reader').newest('d', Date.now());
const stop = (...tabs: { autosave: Autosave }[]) => tabs.forEach(({ autosave }) => autosave.stop());

describe('autosave', () => {
  test('saves once, after a pause in typing, and at the latest after three seconds', async () => {
    const server = aServer();
    const tab = aTab(server);
    for (const title of ['N', 'Ne', 'New']) {
      tab.edit(retitle(title));
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(server.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(600);
    expect(server.calls).toEqual(['save 1: 0 + 3']);
    expect(saving(tab.store)).toBe('saved');
    for (let at = 0; at < 8; at += 1) {
      tab.edit(retitle(`Title ${at}`));
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(server.calls).toHaveLength(2);
    stop(tab);
  });

  test('has one request in flight; what is edited meanwhile follows', async () => {
    const server = aServer();
    const tab = aTab(server);
    const release = server.hold();
    tab.edit(retitle('One'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saving(tab.store)).toBe('saving');
    tab.edit(addX);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.calls).toEqual(['save 1: 0 + 1']);
    release();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.calls).toEqual(['save 1: 0 + 1', 'save 2: 1 + 1']);
    expect(saving(tab.store)).toBe('saved');
    expect(server.state.edits).toEqual([retitle('One'), addX]);
    stop(tab);
  });

  test('[case 38] a server that is away loses nothing: it says so, asks again with growing waits, and then has all', async () => {
    const server = aServer();
    const tab = aTab(server);
    server.fail({ kind: 'away', message: 'The server could not be reached.' });
    tab.edit(retitle('One'));
    await vi.advanceTimersByTimeAsync(700);
    expect(tab.store.getState()).toMatchObject({
      saving: 'failed',
      saveError: 'The server could not be reached.',
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls.length).toBeGreaterThan(4);
    expect(server.calls.length).toBeLessThan(9);
    tab.edit(addX);
    server.fail(undefined);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(tab.store.getState()).toMatchObject({ saving: 'saved', saveError: null });
    expect(server.state.edits).toEqual([retitle('One'), addX]);
    expect(backupOf(tab.storage)).toBeUndefined();
    stop(tab);
  });

  test('sends what is new, and after a failure the whole list', async () => {
    const server = aServer();
    const tab = aTab(server);
    for (const title of ['One', 'Two', 'Three']) {
      tab.edit(retitle(title));
      await vi.advanceTimersByTimeAsync(700);
    }
    tab.store.getState().undo();
    tab.store.getState().undo();
    tab.edit(addX);
    await vi.advanceTimersByTimeAsync(700);
    server.loseNextAnswer();
    tab.edit({ type: 'remove-step', stepId: 'b' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.calls).toEqual([
      'save 1: 0 + 1',
      'save 2: 1 + 1',
      'save 3: 2 + 1',
      'save 4: 1 + 1',
      'save 5: 2 + 1',
      'save 5: 0 + 3',
    ]);
    expect(saving(tab.store)).toBe('saved');
    expect(server.state.edits).toEqual(tab.store.getState().edits);
    stop(tab);
  });

  test('asks at once when the server is said to be back', async () => {
    const server = aServer();
    const tab = aTab(server);
    server.fail({ kind: 'away', message: 'Away.' });
    tab.edit(retitle('One'));
    await vi.advanceTimersByTimeAsync(20_000);
    server.fail(undefined);
    tab.autosave.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(saving(tab.store)).toBe('saved');
    stop(tab);
  });

  test('a lost answer is no other tab', async () => {
    const server = aServer();
    const tab = aTab(server);
    server.loseNextAnswer();
    tab.edit(retitle('One'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(tab.store.getState()).toMatchObject({ saving: 'saved', draft: { rev: 2 } });
    stop(tab);
  });

  test('what the server refuses for good is said, and not asked again until something changes', async () => {
    const server = aServer();
    const tab = aTab(server);
    server.fail({ kind: 'refused', message: 'This needs the role "author".' });
    tab.edit(retitle('One'));
    await vi.advanceTimersByTimeAsync(100_000);
    expect(server.calls).toHaveLength(1);
    server.fail(undefined);
    tab.edit(retitle('Two'));
    await vi.advanceTimersByTimeAsync(700);
    expect(saving(tab.store)).toBe('saved');
    stop(tab);
  });

  test('flush saves now and says whether all is saved', async () => {
    const server = aServer();
    const tab = aTab(server);
    expect(await tab.autosave.flush()).toBe(true);
    tab.edit(retitle('One'));
    expect(await tab.autosave.flush()).toBe(true);
    expect(server.state.edits).toEqual([retitle('One')]);
    server.fail({ kind: 'away', message: 'Away.' });
    tab.edit(retitle('Two'));
    expect(await tab.autosave.flush()).toBe(false);
    stop(tab);
  });

  test('undoing to what is saved needs no save, and is judged all the same', async () => {
    const server = aServer();
    const tab = aTab(server);
    tab.edit(retitle('One'));
    tab.store.getState().undo();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.calls).toEqual([]);
    expect(tab.store.getState()).toMatchObject({ saving: 'saved', checking: false });
    stop(tab);
  });

  test('[V2] says that the base has moved, and saves on', async () => {
    const server = aServer();
    const tab = aTab(server);
    server.state.head = { version: 2, hash: 'b'.repeat(64) };
    tab.edit(retitle('One'));
    await vi.advanceTimersByTimeAsync(700);
    expect(tab.store.getState()).toMatchObject({ saving: 'base-moved', newerHead: { version: 2 } });
    tab.edit(addX);
    await vi.advanceTimersByTimeAsync(700);
    expect(server.state.edits).toEqual([retitle('One'), addX]);
    expect(saving(tab.store)).toBe('base-moved');
    stop(tab);
  });
});

test('[V2] a draft that was rebased is what the server has, and the next edit goes on from there', async () => {
  const server = aServer();
  const tab = aTab(server);
  tab.edit(retitle('One'));
  await vi.advanceTimersByTimeAsync(700);
  const newer = aPlan('a -> b -> c');
  Object.assign(server.state, { document: newer, base: { version: 2, hash: 'c'.repeat(64) }, rev: 3 });
  tab.store.getState().load(server.start());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(server.calls).toEqual(['save 1: 0 + 1']);
  tab.move('b', { x: 800, y: 0 });
  await vi.advanceTimersByTimeAsync(700);
  expect(server.calls).toEqual(['save 1: 0 + 1', 'move p: b']);
  tab.edit(addX);
  await vi.advanceTimersByTimeAsync(700);
  expect(server.state).toMatchObject({ rev: 4, edits: [retitle('One'), addX] });
  stop(tab);
});

test('[case 25] a draft that became a version is saved on as the next one', async () => {
  const server = aServer();
  const tab = aTab(server);
  tab.edit(retitle('One'));
  await vi.advanceTimersByTimeAsync(700);
  const sealed = tab.store.getState().document;
  Object.assign(server.state, {
    document: sealed,
    base: { version: 2, hash: 'c'.repeat(64) },
    edits: [],
    rev: 1,
  });
  tab.store.getState().seal({ ...server.start().draft, draftId: 'next' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(server.calls).toEqual(['save 1: 0 + 1']);
  tab.store.getState().undo();
  await vi.advanceTimersByTimeAsync(700);
  expect(server.calls).toEqual(['save 1: 0 + 1', 'save 1: 0 + 1']);
  expect(applyEdits(sealed, server.state.edits)).toEqual({ ok: true, document: base });
  stop(tab);
});

describe('cards', () => {
  test('[V7] of steps that versions have are moved for everybody; of new ones in the draft', async () => {
    const server = aServer();
    const tab = aTab(server);
    tab.move('a', { x: 16, y: 0 });
    await vi.advanceTimersByTimeAsync(700);
    expect(server.calls).toEqual(['move p: a']);
    tab.store.getState().do({ label: 'Add', edits: [addX], moves: { x: { x: 8, y: 8 } } });
    await vi.advanceTimersByTimeAsync(700);
    expect(server.calls).toEqual(['move p: a', 'save 1: 0 + 1']);
    tab.move('x', { x: 64, y: 8 });
    await vi.advanceTimersByTimeAsync(700);
    expect(server.state).toMatchObject({
      shared: { a: { x: 16, y: 0 } },
      own: { x: { x: 64, y: 8 } },
      rev: 3,
    });
    expect(server.state.own).not.toHaveProperty('a');
    stop(tab);
  });

  test('[UB1] an undone move goes back for everybody', async () => {
    const server = aServer();
    const tab = aTab(server);
    tab.move('a', { x: 16, y: 0 });
    await vi.advanceTimersByTimeAsync(700);
    tab.store.getState().undo();
    await vi.advanceTimersByTimeAsync(700);
    expect(server.state.shared.a).toEqual({ x: 0, y: 0 });
    expect(aTab(server).store.getState().positions).toEqual(tab.store.getState().positions);
    stop(tab);
  });
});

describe('[UB7] two tabs of one draft', () => {
  async function twoTabs() {
    const server = aServer();
    const [one, two] = [aTab(server), aTab(server, undefined, 'two')];
    one.edit(retitle('One'));
    await vi.advanceTimersByTimeAsync(700);
    two.edit(retitle('Two'));
    await vi.advanceTimersByTimeAsync(700);
    return { server, one, two };
  }

  test('the second is told, keeps its edits, and saves nothing over the first', async () => {
    const { server, one, two } = await twoTabs();
    expect(saving(two.store)).toBe('elsewhere');
    expect(two.store.getState().document.steps[0]?.title).toBe('Two');
    two.edit(addX);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.state.edits).toEqual([retitle('One')]);
    expect(backupOf(two.storage)?.edits).toEqual([retitle('Two'), addX]);
    stop(one, two);
  });

  test('theirs can be loaded', async () => {
    const { one, two } = await twoTabs();
    await two.autosave.loadTheirs();
    expect(two.store.getState()).toMatchObject({
      saving: 'saved',
      edits: [retitle('One')],
      draft: { rev: 2 },
    });
    expect(backupOf(two.storage)).toBeUndefined();
    two.edit(addX);
    await vi.advanceTimersByTimeAsync(700);
    expect(saving(two.store)).toBe('saved');
    stop(one, two);
  });

  test('mine can be kept, knowingly', async () => {
    const { server, one, two } = await twoTabs();
    expect(await two.autosave.keepMine()).toBe(true);
    expect(server.state).toMatchObject({ rev: 3, edits: [retitle('Two')] });
    stop(one, two);
  });

  test('mine can be kept also when the other tab has rebased: what cannot be done there is set aside', async () => {
    const { server, one, two } = await twoTabs();
    const moved = applyEdits(base, [retitle('Theirs')]);
    if (!moved.ok) throw new Error(moved.message);
    Object.assign(server.state, {
      document: moved.document,
      base: { version: 2, hash: 'c'.repeat(64) },
      edits: [],
      rev: 3,
    });
    two.edit(addX);
    expect(await two.autosave.keepMine()).toBe(true);
    expect(server.state.edits).toEqual([addX]);
    expect(server.state.setAside).toMatchObject([{ edit: retitle('Two') }]);
    stop(one, two);
  });

  test('a tab without unsaved edits follows the other one', async () => {
    const server = aServer();
    const [one, two] = [aTab(server), aTab(server, undefined, 'two')];
    one.edit(retitle('One'));
    await vi.advanceTimersByTimeAsync(700);
    expect(one.heard).toEqual([2]);
    two.autosave.heard(2);
    await vi.advanceTimersByTimeAsync(0);
    expect(two.store.getState()).toMatchObject({ edits: [retitle('One')], saving: 'saved' });
    stop(one, two);
  });
});

describe('a tab that is closed before its edits are saved', () => {
  test('[case 38] finds them again, cards included, and saves them', async () => {
    const server = aServer();
    const tab = aTab(server);
    server.fail({ kind: 'away', message: 'Away.' });
    tab.store
      .getState()
      .do({ label: 'Add', edits: [addX], moves: { x: { x: 8, y: 8 }, a: { x: 40, y: 0 } } });
    await vi.advanceTimersByTimeAsync(200);
    server.fail(undefined);
    const again = aTab(server, tab.storage, 'next');
    expect(again.store.getState()).toMatchObject({ saving: 'unsaved', edits: [addX], checking: true });
    expect(again.store.getState().positions).toMatchObject({ x: { x: 8, y: 8 }, a: { x: 40, y: 0 } });
    await vi.advanceTimersByTimeAsync(100);
    expect(server.state).toMatchObject({
      edits: [addX],
      shared: { a: { x: 40, y: 0 } },
      own: { x: { x: 8, y: 8 } },
    });
    stop(again);
  });

  test('and whose draft was saved elsewhere since: both are there, and a person decides', async () => {
    const server = aServer();
    const tab = aTab(server);
    tab.edit(retitle('Mine'));
    tab.autosave.stop();
    Object.assign(server.state, { rev: 2, edits: [retitle('Theirs')] });
    const again = aTab(server, tab.storage, 'next');
    expect(again.store.getState()).toMatchObject({ saving: 'elsewhere', edits: [retitle('Mine')] });
    await again.autosave.loadTheirs();
    expect(again.store.getState()).toMatchObject({ saving: 'saved', edits: [retitle('Theirs')] });
    stop(again);
  });

  test('but whose save had arrived: there is nothing to decide', async () => {
    const server = aServer();
    const tab = aTab(server);
    tab.edit(retitle('Mine'));
    tab.autosave.stop();
    Object.assign(server.state, { rev: 2, edits: [retitle('Mine')] });
    expect(saving(aTab(server, tab.storage, 'next').store)).toBe('saved');
  });

  test('nothing is left once the draft is a version', async () => {
    const server = aServer();
    const tab = aTab(server);
    server.fail({ kind: 'away', message: 'Away.' });
    tab.edit(retitle('Mine'));
    await vi.advanceTimersByTimeAsync(200);
    tab.autosave.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.storage.entries.size).toBe(0);
    expect(server.calls).toEqual([]);
  });
});

describe('what a browser keeps', () => {
  const backup: Backup = { draftId: 'd', rev: 1, edits: [addX], moved: { a: null }, at: 1_000 };

  test('comes back as it was, for its draft only; the newest of all tabs', () => {
    const storage = aStorage();
    createBackups(storage, 'one').write(backup);
    createBackups(storage, 'two').write({ ...backup, at: 2_000 });
    createBackups(storage, 'two').write({ ...backup, draftId: 'other', at: 3_000 });
    expect(createBackups(storage, 'three').newest('d', 4_000)).toEqual({ ...backup, at: 2_000 });
    createBackups(storage, 'two').clear('d');
    expect(createBackups(storage, 'three').newest('d', 4_000)).toEqual(backup);
  });

  test('is no error when it is broken, old, or when nothing can be kept', () => {
    const storage = aStorage();
    storage.setItem('countersign.draft.d.x', '{"draftId":');
    createBackups(storage, 'one').write(backup);
    expect(createBackups(storage, 'two').newest('d', 40 * 24 * 60 * 60 * 1000)).toBeUndefined();
    expect(storage.length).toBe(0);
    const full = {
      ...storage,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    };
    expect(createBackups(full, 'one').write(backup)).toBe(false);
    expect(createBackups(undefined, 'one').newest('d', 0)).toBeUndefined();
  });
});
