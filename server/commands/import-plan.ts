import { applyEdits } from '#core/plan/edit.ts';
import { lossesOf } from '#core/plan/import/findings.ts';
import { importPlan, type ImportedPlan, type ImportOptions } from '#core/plan/import/import-plan.ts';
import { type ImportJudgement, lintImported } from '#core/plan/import/lint-imported.ts';
import { mapTools, type ToolUse, toolsOf, toolUses } from '#core/plan/import/map-tools.ts';
import type { Problem } from '#core/plan/problem.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { createDraft } from '#db/drafts.ts';
import { newId } from '#server/new-id.ts';
import { refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import { createPlan } from './create-plan.ts';
import { derivedId } from './derived-id.ts';
import type { Member } from './member.ts';

export type ReadImportInput = ImportOptions & {
  text: string;
  /** Tools of the source and the ones that do their work here. */
  tools?: Readonly<Record<string, string>> | undefined;
};
export type ReadImport = Omit<ImportedPlan, 'problems'> & {
  problems: Problem[];
  /** Those of them that a person has to accept: parts that do not come along as they were (I4). */
  losses: Problem[];
  /** Tools of the source that this installation lacks, and what does their work here, if that was said. */
  foreignTools: (ToolUse & { mappedTo: string | null })[];
  /** Tools that this installation still lacks. */
  unknownTools: string[];
  becomes: 'version' | 'draft';
};

/** What an import would make; nothing is stored. A text that is no plan is refused with every reason. */
export async function readImport(
  app: Pick<WebApp, 'catalog'>,
  member: Member,
  { text, tools = {}, ...options }: ReadImportInput,
): Promise<ReadImport> {
  const read = importPlan(text, options);
  if (!read.ok)
    throw refuse(422, 'plan-unreadable', 'This cannot be read as a plan. Nothing was imported.', {
      problems: read.problems,
    });
  const { problems, ...plan } = read.plan;
  const catalog = await app.catalog(member.workspace.id);
  const document = withTools(plan.document, tools);
  const judged: ImportJudgement = lintImported(document, catalog);
  const isUnknown = (tool: string) => !Object.hasOwn(catalog.tools, tool);
  return {
    ...plan,
    document,
    problems: [...judged.problems, ...problems],
    losses: lossesOf(problems),
    foreignTools: toolUses(plan.document)
      .filter(({ tool }) => isUnknown(tool))
      .map((use) => ({
        ...use,
        mappedTo: Object.hasOwn(tools, use.tool) ? (tools[use.tool] ?? null) : null,
      })),
    unknownTools: toolsOf(document).filter(isUnknown),
    becomes: judged.canSubmit ? 'version' : 'draft',
  };
}

export type ImportInput = ReadImportInput & {
  /** A person has seen what does not come along. */
  acceptLosses: boolean;
  idempotencyKey?: string | undefined;
};
type Made = { title: string; ids: ImportedPlan['ids']; problems: Problem[] };
export type ImportMade =
  | ({ made: 'version'; planId: string; version: number; hash: string } & Made)
  | ({ made: 'draft'; draftId: string } & Made);

/** Version 1 in review of a plan without errors; else a draft without base, of the one who imports (I8). */
export async function importAsPlan(app: WebApp, member: Member, input: ImportInput): Promise<ImportMade> {
  const read = await readImport(app, member, input);
  const { document, title, ids, problems, losses } = read;
  if (losses.length > 0 && !input.acceptLosses)
    throw refuse(
      409,
      'import-loses-parts',
      'Parts of this plan do not come along. Nothing was imported: accept the list first.',
      { losses, problems },
    );
  if (read.becomes === 'version') {
    const note = noteOf(read);
    const { planId, version, hash } = await createPlan(app, member, { title, document, note });
    return { made: 'version', planId, version, hash, title, ids, problems };
  }
  const workspaceId = member.workspace.id;
  const { idempotencyKey: key } = input;
  const { draftId } = await createDraft(app.sql, {
    workspaceId,
    draftId: key === undefined ? newId('draft') : derivedId('draft', workspaceId, member.user.id, key),
    userId: member.user.id,
    planId: null,
    baseVersion: null,
    baseHash: null,
    title,
    document,
    edits: [],
  });
  return { made: 'draft', draftId, title, ids, problems };
}

function withTools(document: PlanDocument, tools: Readonly<Record<string, string>>): PlanDocument {
  const mapped = applyEdits(document, mapTools(document, tools));
  if (!mapped.ok)
    throw refuse(
      422,
      'tools-not-mapped',
      `The tools cannot be mapped: ${mapped.message}. Nothing was imported.`,
    );
  return mapped.document;
}

const NOTE_LENGTH = 500;

function noteOf({ format, shape, sourceId }: ReadImport): string {
  const from = `Imported from ${format === 'json' ? 'JSON' : 'YAML'}`;
  const of =
    shape === 'plan/v1'
      ? ''
      : sourceId === null
        ? ' of another system'
        : `, where it is ${JSON.stringify(sourceId)}`;
  return `${from}${of}`.slice(0, NOTE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '') + '.';
}
