import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/** Modules inside the bundle that are CommonJS call `require` for Node's own modules. */
const BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/**
 * Bundles what runs outside of Next to dist/*.mjs: unbundled, Node parses drizzle-orm's 179 KB exports map once per
 * file, 1.3 s at every start. A file named `x.thread.ts` is a worker thread and becomes dist/threads/x.mjs.
 */
export async function bundleServer(root: string): Promise<void> {
  const entries: Record<string, string> = { launcher: 'server/launcher/main.ts' };
  if (existsSync(path.join(root, 'server/executor/worker.ts'))) entries.worker = 'server/executor/worker.ts';
  entries['sample-partners'] = 'server/samples/partner-service/main.ts';
  for (const file of globSync('server/**/*.thread.ts', { cwd: root })) {
    entries[`threads/${path.basename(file, '.thread.ts')}`] = file;
  }
  await bundleEntries(root, entries, 'dist');
}

/** Packages that stay outside are found from `outdir` upwards, so it lies below the root. */
export async function bundleEntries(
  root: string,
  entries: Record<string, string>,
  outdir: string,
): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    conditions: ['react-server'],
    sourcemap: true,
    logLevel: 'warning',
    external: ['@cedar-policy/cedar-wasm', '@cedar-policy/cedar-wasm/nodejs', 'pg-native', 'pg-cloudflare'],
    banner: { js: BANNER },
  });
}
