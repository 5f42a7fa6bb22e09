import { projectRoot } from '#db/project-root.ts';
import { runStep } from './run-step.ts';

/**
 * `npm run bench`: measures what *.bench.ts describe; `npm run bench -- core` prints how the core grows with the plan,
 * `-- executor` what a step costs, `-- canvas` what the graph costs the browser.
 * Milliseconds are for people, no test depends on them.
 */
process.chdir(projectRoot());
if (process.argv[2] === 'core') await import('./bench-core.ts');
else if (process.argv[2] === 'executor') await import('./bench-executor.ts');
else if (process.argv[2] === 'canvas') await import('./bench-canvas.ts');
else process.exitCode = await runStep('vitest', ['bench', '--run', '--project', 'unit', '--passWithNoTests']);
