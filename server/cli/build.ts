import path from 'node:path';
import { projectRoot } from '#db/project-root.ts';
import { takeFolderLock } from '../launcher/folder-lock.ts';
import { bundleServer } from './bundle.ts';
import { isBuildFresh, stampBuild } from './build-stamp.ts';
import { runStep } from './run-step.ts';

/** `npm run build`; with --if-stale (npm start, npm test) only when a source is newer than the last build. */

const OTHER_BUILD_WITHIN_MS = 10 * 60_000;

async function build(root: string): Promise<number> {
  const startedAt = new Date();
  const code = await runStep('next', ['build'], { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
  if (code !== 0) return code;
  await bundleServer(root);
  stampBuild(root, startedAt);
  return 0;
}

const root = projectRoot();
const onlyIfStale = process.argv.includes('--if-stale');
if (!(onlyIfStale && isBuildFresh(root))) {
  const lock = takeFolderLock(path.join(root, 'dist'), 'build.lock', OTHER_BUILD_WITHIN_MS);
  if (!lock) throw new Error('Another build in this folder does not end.');
  // Two that start at once both come here; the second finds what the first has built.
  if (!(onlyIfStale && isBuildFresh(root))) {
    console.error('Building the app (about a minute the first time) ...');
    process.exitCode = await build(root);
  }
  lock.release();
}
