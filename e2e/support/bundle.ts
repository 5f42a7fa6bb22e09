/** What a browser loads for a route, read from the manifests of the production build. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '..', '..');
const build = path.join(root, '.next');

export type Route = { route: string; files: string[]; kilobytes: number };

/** A page that is nothing but React and Next: what every page loads. */
const BARE = '/_global-error';

/**
 * Scripts of every page: those of the page and its layouts. Compressed, in kB of 1,000 bytes, without the 136 kB of
 * React and Next that every page shares and a browser keeps.
 */
export function routesOfBuild(): Route[] {
  const pages = globSync('server/app/**/page_client-reference-manifest.js', { cwd: build })
    .toSorted()
    .map((file) => {
      const text = readFileSync(path.join(build, file), 'utf8');
      const at = /__RSC_MANIFEST\["([^"]+)"\]\s*=\s*/.exec(text);
      if (!at) throw new Error(`${file} has another shape than expected`);
      const manifest = JSON.parse(text.slice(at.index + at[0].length).replace(/;?\s*$/, '')) as {
        entryJSFiles: Record<string, string[]>;
      };
      return {
        route: routeOf(at[1] ?? ''),
        files: [...new Set(Object.values(manifest.entryJSFiles).flat())],
      };
    });
  const { rootMainFiles } = readJson(path.join(build, 'build-manifest.json')) as { rootMainFiles: string[] };
  const bare = pages.find(({ route }) => route === BARE);
  if (!bare) throw new Error(`The build has no ${BARE}`);
  const shared = new Set([...rootMainFiles, ...bare.files]);
  return pages.map(({ route, files }) => {
    const own = files.filter((file) => !shared.has(file));
    const bytes = own.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(build, file))).length, 0);
    return { route, files, kilobytes: Math.round(bytes / 100) / 10 };
  });
}

/** Every script a browser could load, with its text. */
export function clientScripts(): { file: string; text: string }[] {
  return globSync('static/**/*.js', { cwd: build }).map((file) => ({
    file,
    text: readFileSync(path.join(build, file), 'utf8'),
  }));
}

export function textOf(file: string): string {
  return readFileSync(path.join(build, file), 'utf8');
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
/** `/(app)/runs/[runId]/page` is the route `/runs/[runId]`. */
function routeOf(entry: string): string {
  return entry.replace(/\/\([^)]+\)/g, '').replace(/\/page$/, '') || '/';
}
