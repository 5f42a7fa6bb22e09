/** A path of a plan: below the folder of the connection, in one spelling. */

const MAX_PARTS = 32;
const MAX_NAME_BYTES = 255;

/** Copies of ours while a file is written; a plan may not name them. */
export const OWN_NAMES = /^\.countersign-/i;

export type PathAnswer = { ok: true; parts: string[] } | { ok: false; message: string };

/** "" and "." are the folder itself. Whatever could lead out, or be read in two ways, is refused, never mended. */
export function parseRelativePath(text: string): PathAnswer {
  if (text === '' || text === '.') return { ok: true, parts: [] };
  if (text.includes('\0') || text.includes('\\'))
    return no('A path has no backslash and no NUL character: names are separated by /.');
  if (text.startsWith('/') || /^[A-Za-z]:/.test(text))
    return no('A path starts in the folder of the connection: without a leading / or a drive.');
  const parts = text.split('/');
  if (parts.length > MAX_PARTS) return no(`A path has at most ${MAX_PARTS} names.`);
  for (const part of parts) {
    if (part === '') return no('A path has no empty name: no // and no / at its end.');
    if (part === '..' || part === '.') return no(`A path has no "${part}": it stays in the folder.`);
    if (Buffer.byteLength(part) > MAX_NAME_BYTES)
      return no(`A name in a path has at most ${MAX_NAME_BYTES} bytes.`);
    if (OWN_NAMES.test(part))
      return no('Names that begin with .countersign- are those of copies while a file is written.');
    if (part !== part.toWellFormed()) return no('A path is well-formed Unicode.');
  }
  return { ok: true, parts };
}

/** The same for spellings that some file systems take for one file: two writers of them must not run together (R12). */
export function pathResource(connection: string, path: string): string {
  return `${connection}/${path.normalize('NFC').toLowerCase()}`;
}

function no(message: string): PathAnswer {
  return { ok: false, message };
}
