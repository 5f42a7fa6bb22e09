/** The test button: opens the way out with its secret and closes it again. Changes nothing but, where asked, the key table. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { CREATE_KEY_TABLE } from '#db/target/operation-keys.ts';
import { buildMessage } from '#server/tools/http/build-message.ts';
import { send } from '#server/tools/http/send.ts';
import type { Connection, FolderConnection, ShellConnection } from './connection.ts';
import { isFolder } from './is-folder.ts';
import type { Connections } from './resolve.ts';

export type ConnectionTestResult = { ok: boolean; message: string };
const ANSWER_WITHIN_MS = 15_000;
const MAX_BYTES = 64 * 1024;

export async function testConnection(
  connections: Connections,
  workspaceId: string,
  definition: Connection | undefined,
): Promise<ConnectionTestResult> {
  if (!definition) return { ok: false, message: 'The definition is not complete.' };
  const resolved = await connections.resolveDefinition(workspaceId, definition);
  if (!resolved.ok) return { ok: false, message: resolved.failure.message };
  const { connection } = resolved;
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    if (connection.kind === 'postgres') {
      const needsKeys = !connection.readOnly && connection.dedupe === 'key';
      await connection.database.use(signal, async (session) => {
        await session.query('select 1');
        if (needsKeys) await session.query(CREATE_KEY_TABLE);
      });
      return {
        ok: true,
        message: needsKeys ? 'The database answers, and its key table is there.' : 'The database answers.',
      };
    }
    if (connection.kind === 'shell') return await testShell(connection);
    if (connection.kind === 'folder') return await testFolder(connection);
    const result = await send(buildMessage({ method: 'GET', path: '/' }, connection, undefined), {
      signal,
      maxBytes: MAX_BYTES,
      allowPrivate: connection.allowPrivate,
    });
    if (result.kind === 'answer')
      return {
        ok: result.answer.status < 500,
        message: `The service answers with status ${result.answer.status}.`,
      };
    return { ok: false, message: `The service does not answer: ${result.error.message}` };
  } catch (error) {
    return {
      ok: false,
      message: redacted(error instanceof Error ? error.message : 'It failed.', connections.secrets()),
    };
  }
}

async function testFolder({ path, readOnly }: FolderConnection): Promise<ConnectionTestResult> {
  if (!(await stat(path)).isDirectory()) return { ok: false, message: 'There is no folder at that path.' };
  await access(path, constants.R_OK | constants.X_OK | (readOnly ? 0 : constants.W_OK));
  return { ok: true, message: readOnly ? 'The folder can be read.' : 'The folder can be read and written.' };
}

/** Runs nothing: looks whether each program is there and may be run from here. */
async function testShell({ path, commands }: ShellConnection): Promise<ConnectionTestResult> {
  const missing: string[] = [];
  for (const { name, argv } of commands)
    await access(argv[0] ?? '', constants.X_OK).catch(() => missing.push(`${name}: ${argv[0]}`));
  if (missing.length > 0)
    return { ok: false, message: `These programs are not here or may not be run: ${missing.join(', ')}.` };
  return (await isFolder(path))
    ? { ok: true, message: 'The working folder and every program are there. Nothing was run.' }
    : { ok: false, message: 'There is no working folder at that path.' };
}

/** A driver may put the address it tried into its error. */
function redacted(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length > 3)
    .reduce((left, secret) => left.replaceAll(secret, '[hidden]'), text);
}
