import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Everything that ends up in .next or dist. */
const SOURCES = [
  'app',
  'components',
  'core',
  'db',
  'public',
  'server',
  'instrumentation.ts',
  'instrumentation-node.ts',
  'proxy.ts',
  'next.config.js',
  'postcss.config.mjs',
  'package.json',
  'package-lock.json',
];

const stampFile = (root: string) => path.join(root, 'dist', 'build-stamp');
const inputs = () => JSON.stringify({ basePath: process.env.BASE_PATH ?? '' });

/** Whether nothing that goes into the build has changed since it was made. */
export function isBuildFresh(root: string): boolean {
  try {
    const builtAt = statSync(stampFile(root)).mtimeMs;
    if (readFileSync(stampFile(root), 'utf8') !== inputs()) return false;
    statSync(path.join(root, '.next', 'BUILD_ID'));
    return SOURCES.every((source) => newestChange(path.join(root, source)) < builtAt);
  } catch {
    return false; // not built yet
  }
}

/** Records a build that began at `startedAt`: what changed while it ran is newer than it. */
export function stampBuild(root: string, startedAt: Date): void {
  mkdirSync(path.dirname(stampFile(root)), { recursive: true });
  writeFileSync(stampFile(root), inputs());
  utimesSync(stampFile(root), startedAt, startedAt);
}

/** A folder's own time counts too: it moves when a file in it is added or deleted. */
function newestChange(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return /\.test\.tsx?$/.test(file) ? 0 : stats.mtimeMs;
  const children = readdirSync(file).map((name) => newestChange(path.join(file, name)));
  return Math.max(stats.mtimeMs, ...children);
}
