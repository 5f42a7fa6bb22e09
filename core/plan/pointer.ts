/** JSON Pointer (RFC 6901) of a path into a document. */
export function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The parts of a JSON Pointer. */
export function pointerParts(text: string): string[] {
  if (text === '') return [];
  return text
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
