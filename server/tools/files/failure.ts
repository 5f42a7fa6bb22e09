/** Errors of file calls → a class (F1). Nothing was changed by any of these: a change is one rename. */
import type { Failure } from '#core/run/events.ts';
import { NotAPlainFile, OtherNames, TooLarge } from './file-content.ts';
import { OutsideFolder } from './open-folder.ts';

const byErrno: Readonly<Record<string, { class: Failure['class']; says: string }>> = {
  ENOENT: { class: 'permanent', says: 'There is no such file or folder.' },
  ENOTDIR: { class: 'permanent', says: 'A part of the path is not a folder.' },
  EISDIR: { class: 'permanent', says: 'It is a folder.' },
  EACCES: { class: 'denied', says: 'This process may not use it.' },
  EPERM: { class: 'denied', says: 'This process may not use it.' },
  EROFS: { class: 'permanent', says: 'The file system is read-only.' },
  ENOSPC: { class: 'transient', says: 'The disk is full.' },
  EDQUOT: { class: 'transient', says: 'The quota is used up.' },
  EMFILE: { class: 'transient', says: 'Too many files are open.' },
  ENFILE: { class: 'transient', says: 'Too many files are open.' },
  EBUSY: { class: 'transient', says: 'It is in use.' },
  EIO: { class: 'transient', says: 'The disk answered with an error.' },
  ENAMETOOLONG: { class: 'permanent', says: 'The path is too long.' },
};

export function fileFailure(error: unknown, path: string): Failure {
  if (error instanceof OutsideFolder)
    return { class: 'denied', code: 'outside-folder', message: `${path}: ${error.message}` };
  if (error instanceof OtherNames)
    return { class: 'denied', code: 'other-names', message: `${path}: ${error.message}` };
  if (error instanceof NotAPlainFile)
    return { class: 'permanent', code: 'not-a-file', message: `${path}: ${error.message}` };
  if (error instanceof TooLarge)
    return { class: 'permanent', code: 'too-large', message: `${path}: ${error.message}` };
  const { code } = error as NodeJS.ErrnoException;
  const known = byErrno[code ?? ''];
  return {
    class: known?.class ?? 'transient',
    code: code ? `errno-${code}` : 'file-error',
    message: `${path}: ${known?.says ?? 'The file system answered with an error.'}`,
  };
}

export function noSuchFile(path: string): Failure {
  return { class: 'permanent', code: 'errno-ENOENT', message: `${path}: There is no such file.` };
}

/** The file is not what the plan expects: a fact of the world, not an error of the disk. */
export function otherContent(path: string, expected: string | null, found: string | null): Failure {
  const message =
    found === null
      ? `${path}: The file is not there any more. Nothing was changed.`
      : expected === null
        ? `${path}: There is a file already. Nothing was changed.`
        : `${path}: It holds something else than expected (${found.slice(0, 12)} instead of ${expected.slice(0, 12)}). Nothing was changed.`;
  return { class: 'precondition', code: 'other-content', message };
}
