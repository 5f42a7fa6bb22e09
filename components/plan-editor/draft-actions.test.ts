import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import type { ApiClient } from '#components/trpc.tsx';
import { aPlan } from '#core/testing/build-plan.ts';
import type { Autosave } from './autosave.ts';
import { discardDraft, rebaseDraft, submitDraft } from './draft-actions.ts';
import { createEditorStore, type EditorStart } from './editor-store.ts';
import type { OpenDraft } from './use-draft.ts';

const hash = 'a'.repeat(64);
const edits = [{ type: 'set-plan-field', field: 'objective', value: 'Mine' } as const];
const start: EditorStart = {
  draft: { draftId: 'd', planId: 'p', base: { version: 1, hash }, rev: 4 },
  baseDocument: aPlan('a'),
  edits,
  positions: {},
  problems: [],
};

function anOpenDraft(
  answers: Partial<Record<'submit' | 'rebase' | 'discard', () => Promise<unknown>>>,
  saves = true,
) {
  const calls: unknown[] = [];
  const store = createEditorStore(start);
  const done: string[] = [];
  const autosave = {
    flush: async () => saves,
    end: () => done.push('end'),
    adopt: (next: EditorStart) => {
      done.push('adopt');
      store.getState().load(next);
    },
  } as unknown as Autosave;
  const procedure = (name: keyof typeof answers) => ({
    mutate: (input: unknown) => {
      calls.push(input);
      return answers[name]?.() ?? Promise.reject(new Error('not asked for'));
    },
  });
  const client = {
    drafts: { submit: procedure('submit'), rebase: procedure('rebase'), discard: procedure('discard') },
  } as unknown as ApiClient;
  const open: OpenDraft = { store, autosave, title: 'A plan', tools: { tools: [], connections: [] } };
  return { client, open, store, calls, done };
}
const refuse = (code: string, fields: object) => async () => {
  throw TRPCClientError.from({
    error: { code: -32_009, message: code, data: { reason: { code, fields, message: code } } },
  });
};

test('[V1] submit saves first, names the rev, and lets the draft go when the version is there', async () => {
  const made = { planId: 'p', version: 2, hash, problems: [] };
  const { client, open, calls, done } = anOpenDraft({ submit: async () => made });
  expect(await submitDraft(client, open, { note: 'Why' })).toEqual({
    ok: true,
    planId: 'p',
    version: 2,
    hash,
  });
  expect(calls).toMatchObject([{ draftId: 'd', rev: 4, note: 'Why' }]);
  expect(done).toEqual(['end']);
});

test('[V2] a base that has moved is shown, and the draft is kept', async () => {
  const moved = refuse('base-moved', { headVersion: 3, headHash: hash });
  const { client, open, store, done } = anOpenDraft({ submit: moved });
  expect(await submitDraft(client, open, { note: 'Why' })).toMatchObject({
    ok: false,
    reason: { code: 'base-moved' },
  });
  expect(store.getState()).toMatchObject({ saving: 'base-moved', newerHead: { version: 3, hash }, edits });
  expect(done).toEqual([]);
});

test('[UB7] a draft that another tab has changed makes no version, and the person decides', async () => {
  const { client, open, store, done } = anOpenDraft({ submit: refuse('draft-moved', { rev: 5 }) });
  await submitDraft(client, open, { note: 'Why' });
  expect(store.getState().saving).toBe('elsewhere');
  expect(done).toEqual([]);
});

test('nothing is submitted or rebased that could not be saved', async () => {
  const { client, open, calls } = anOpenDraft({}, false);
  expect(await submitDraft(client, open, { note: 'Why' })).toMatchObject({
    ok: false,
    reason: { code: 'not-saved' },
  });
  expect(await rebaseDraft(client, open)).toMatchObject({ ok: false, reason: { code: 'not-saved' } });
  expect(calls).toEqual([]);
});

test('[V2] a rebase shows the draft on the newer version, and says how many edits were set aside', async () => {
  const detail = {
    ...start.draft,
    base: { version: 2, hash },
    rev: 5,
    title: 'A plan',
    newerHead: null,
    baseDocument: aPlan('a -> b'),
    edits: [],
    setAside: [{ edit: edits[0], reason: 'The newer version changed it too' }],
    layout: { positions: {} },
    problems: [],
  };
  const { client, open, store, done } = anOpenDraft({ rebase: async () => detail });
  expect(await rebaseDraft(client, open)).toEqual({ ok: true, setAside: 1 });
  expect(store.getState()).toMatchObject({
    draft: { rev: 5, base: { version: 2 } },
    setAside: detail.setAside,
  });
  expect(done).toEqual(['adopt']);
});

test('a draft that could not be discarded is kept', async () => {
  const away = anOpenDraft({ discard: () => Promise.reject(new Error('fetch failed')) });
  expect(await discardDraft(away.client, away.open)).toMatchObject({
    ok: false,
    reason: { code: 'unreachable' },
  });
  expect(away.done).toEqual([]);
  const there = anOpenDraft({ discard: async () => ({ done: true }) });
  expect(await discardDraft(there.client, there.open)).toEqual({ ok: true });
  expect(there.done).toEqual(['end']);
});
