import { canonicalJson } from '#core/json.ts';
import { applyEdits } from '#core/plan/edit.ts';
import { rebaseEdits } from '#core/plan/rebase.ts';
import type { RouterOutputs } from '#components/trpc.tsx';
import type { Content } from './autosave.ts';
import type { Backup } from './draft-backup.ts';
import type { EditorStart } from './editor-store.ts';
import { applyMoves } from './positions.ts';

export type DraftDetail = RouterOutputs['drafts']['get'];

/** The draft as the server has it. */
export function startOf(detail: DraftDetail): EditorStart {
  const { draftId, planId, base, rev, baseDocument, edits, layout, problems, effects, newerHead, setAside } =
    detail;
  return {
    draft: { draftId, planId, base, rev },
    baseDocument,
    edits,
    positions: layout.positions,
    problems,
    effects,
    newerHead,
    setAside,
  };
}

/**
 * The draft with what this browser kept and the server never got. When the server has moved on since, the two stand
 * against each other and a person decides. An edit that cannot be done any more is set aside, not dropped.
 */
export function withBackup(start: EditorStart, backup: Backup | undefined): EditorStart {
  if (!backup) return start;
  const { edits, setAside } = rebaseEdits(start.baseDocument, start.baseDocument, backup.edits);
  const hasNews =
    canonicalJson(backup.edits) !== canonicalJson(start.edits) || Object.keys(backup.moved).length > 0;
  if (!hasNews) return start;
  const { problems: _, ...rest } = start;
  return {
    ...rest,
    edits: setAside.length === 0 ? backup.edits : edits,
    positions: applyMoves(start.positions, new Map(Object.entries(backup.moved))),
    setAside: [...(start.setAside ?? []), ...setAside],
    saving: backup.rev === start.draft.rev ? 'unsaved' : 'elsewhere',
  };
}

/** What the server has, for autosave to compare with. */
export function contentOf(start: EditorStart): Content {
  const edited = applyEdits(start.baseDocument, start.edits);
  if (!edited.ok) throw new Error(`Bug: a draft whose edits do not apply: ${edited.message}`);
  return {
    edits: [...start.edits],
    positions: start.positions,
    document: edited.document,
    setAside: start.setAside ?? [],
  };
}
