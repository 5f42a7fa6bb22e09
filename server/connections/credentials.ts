/** Reads a secret by its reference. It is read anew each time, so a rotated file or variable needs no restart. */
import { readFile } from 'node:fs/promises';

export type EmbeddedCredentials = Readonly<
  Record<string, () => string | undefined | Promise<string | undefined>>
>;
export type CredentialAnswer = { ok: true; secret: string } | { ok: false; message: string };

export async function readCredential(
  reference: string,
  sources: { env: Readonly<Record<string, string | undefined>>; embedded: EmbeddedCredentials },
): Promise<CredentialAnswer> {
  const colon = reference.indexOf(':');
  const kind = reference.slice(0, colon);
  const name = reference.slice(colon + 1);
  const secret = await lookUp(kind, name, sources);
  if (secret === 'bad-reference')
    return {
      ok: false,
      message: `"${reference}" is no reference to a secret: write env:NAME, file:/path or embedded:name.`,
    };
  const trimmed = secret?.trim();
  return trimmed
    ? { ok: true, secret: trimmed }
    : { ok: false, message: `The secret ${reference} is not there or empty.` };
}

async function lookUp(
  kind: string,
  name: string,
  { env, embedded }: { env: Readonly<Record<string, string | undefined>>; embedded: EmbeddedCredentials },
): Promise<string | undefined> {
  switch (kind) {
    case 'env':
      return env[name];
    case 'file':
      return await readFile(name, 'utf8').catch(() => undefined);
    case 'embedded':
      return Object.hasOwn(embedded, name) ? await embedded[name]?.() : undefined;
    default:
      return 'bad-reference';
  }
}
