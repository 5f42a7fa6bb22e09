import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#db/project-root.ts';
import { runVitest } from './test/runners.ts';
import { runStaticChecks } from './test/static-checks.ts';
import { closeRun } from './test/summary.ts';

/** `npm run check`: types, lint, format, tidy and unit tests; nothing that needs a build or a database. */
const root = projectRoot();
process.chdir(root);
mkdirSync(path.join(root, 'reports'), { recursive: true });
process.exitCode = closeRun(root, 'check', [
  ...(await runStaticChecks(root)),
  ...(await runVitest(root, ['unit'])),
]);
