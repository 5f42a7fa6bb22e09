import type { z } from 'zod';
import { toolsOf } from '#core/plan/import/map-tools.ts';
import { baseDocumentOf, editedDocument, effectsOf, problemsOf } from '#server/commands/read-draft.ts';
import { newerHeadOf } from '#server/commands/save-draft.ts';
import { layoutOfDraft } from '#server/layout/plan-layouts.ts';
import type { DraftRecord } from '#db/drafts.ts';
import type { WebApp } from '#server/web-app.ts';
import type { DraftDetail, DraftRow } from '../shapes/drafts.ts';

export async function draftDetail(
  app: WebApp,
  workspaceId: string,
  draft: DraftRecord,
): Promise<z.infer<typeof DraftDetail>> {
  const { draftId, planId, title, baseVersion, baseHash, edits, setAside, rev, updatedAt } = draft;
  const baseDocument = await baseDocumentOf(app, workspaceId, draft);
  const document = editedDocument(baseDocument, edits);
  const [problems, effects, newerHead, layout] = await Promise.all([
    problemsOf(app, workspaceId, document),
    effectsOf(app, workspaceId, document),
    newerHeadOf(app, workspaceId, draft),
    layoutOfDraft(app.sql, workspaceId, draft, document),
  ]);
  const base = baseVersion === null || baseHash === null ? null : { version: baseVersion, hash: baseHash };
  return {
    draftId,
    planId,
    title,
    base,
    newerHead,
    baseDocument,
    edits,
    setAside,
    rev,
    updatedAt,
    layout,
    problems,
    effects,
  };
}

export async function draftRow(
  app: WebApp,
  workspaceId: string,
  draft: DraftRecord,
): Promise<z.infer<typeof DraftRow>> {
  const { draftId, planId, title, baseVersion, edits, setAside, updatedAt } = draft;
  const document = editedDocument(await baseDocumentOf(app, workspaceId, draft), edits);
  const [problems, { tools }] = await Promise.all([
    problemsOf(app, workspaceId, document),
    app.catalog(workspaceId),
  ]);
  return {
    draftId,
    planId,
    title,
    baseVersion,
    edits: edits.length,
    setAside: setAside.length,
    newerHead: await newerHeadOf(app, workspaceId, draft),
    errors: problems.filter(({ severity }) => severity === 'error').length,
    unknownTools: toolsOf(document).filter((tool) => !Object.hasOwn(tools, tool)),
    updatedAt,
  };
}
