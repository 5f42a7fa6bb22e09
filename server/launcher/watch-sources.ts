import { watch } from 'node:fs';
import path from 'node:path';

/** An editor saves in several writes, and a checkout touches many files: one call for all of them. */
const QUIET_MS = 150;

/** Development only: calls back when code that the worker runs has changed. */
export function watchSources(root: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = ['core', 'db', 'server'].map((folder) =>
    watch(path.join(root, folder), { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, QUIET_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
