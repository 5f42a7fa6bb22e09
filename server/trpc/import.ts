import { importAsPlan, readImport } from '#server/commands/import-plan.ts';
import { procedureFor } from './init.ts';
import { onceFor } from './once-for.ts';
import { ImportInput, ImportResult, ReadImportInput, ReadImportResult } from './shapes/import.ts';

/** What `import` would make of a text; nothing is stored. A mutation only because a query has no body. */
export const previewImport = procedureFor('author')
  .input(ReadImportInput)
  .output(ReadImportResult)
  .mutation(({ ctx: { app, session }, input }) => readImport(app, session, input));

/** A plan made elsewhere becomes version 1 in review, or a draft when something has to be mended first (I8). */
export const importProcedure = procedureFor('author')
  .input(ImportInput)
  .output(ImportResult)
  .mutation(({ ctx, input }) =>
    onceFor(ctx, 'plans.import', input, () => importAsPlan(ctx.app, ctx.session, input)),
  );
