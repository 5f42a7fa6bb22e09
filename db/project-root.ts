import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of package.json, from a source file and from a bundle in dist/ alike; Next's bundles run in it. */
export function projectRoot(): string {
  for (
    let folder = (import.meta.dirname as string | undefined) ?? process.cwd();
    ;
    folder = path.dirname(folder)
  ) {
    if (existsSync(path.join(folder, 'package.json'))) return folder;
    if (path.dirname(folder) === folder) return process.cwd();
  }
}
