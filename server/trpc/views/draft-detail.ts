import type { z } from 'zod';
import { toolsOf } from '#core/plan/import/map-tools.ts';
import type { Catalog } from '#core/plan/tool-contract.ts';
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
  const [catalog, newerHead, layout] = await Promise.all([
    app.catalog(workspaceId),
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
    problems: problemsOf(document, catalog),
    effects: effectsOf(document, catalog),
  };
}

/** The catalog is the same for every row of a list. */
export async function draftRow(
  app: WebApp,
  workspaceId: string,
  draft: DraftRecord,
  catalog: Catalog,
): Promise<z.infer<typeof DraftRow>> {
  const { draftId, planId, title, baseVersion, edits, setAside, updatedAt } = draft;
  const document = editedDocument(await baseDocumentOf(app, workspaceId, draft), edits);
  return {
    draftId,
    planId,
    title,
    baseVersion,
    edits: edits.length,
    setAside: setAside.length,
    newerHead: await newerHeadOf(app, workspaceId, draft),
    errors: problemsOf(document, catalog).filter(({ severity }) => severity === 'error').length,
    unknownTools: toolsOf(document).filter((tool) => !Object.hasOwn(catalog.tools, tool)),
    updatedAt,
  };
}
