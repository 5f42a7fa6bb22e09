import { stat } from 'node:fs/promises';

/** False also for what is not there or may not be looked at. */
export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
