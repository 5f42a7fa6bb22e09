import { projectRoot } from '#db/project-root.ts';
import { runStep } from './run-step.ts';

/** `npm run bench`: measures what *.bench.ts describe; milliseconds are for people, no test depends on them. */
process.chdir(projectRoot());
process.exitCode = await runStep('vitest', ['bench', '--run', '--project', 'unit', '--passWithNoTests']);
