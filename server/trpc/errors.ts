import { ZodError } from 'zod';
import { RefusedError, type Refusal } from '#server/refusal.ts';

const ids = new WeakMap<Error, string>();
/** Names one failure in the answer and in the log, so that a person can quote it. */
export function errorId(error: Error): string {
  const id = ids.get(error) ?? crypto.randomUUID().slice(0, 8);
  ids.set(error, id);
  return id;
}

/** What the client is told of an error: never a stack, never a message of the database. */
export function refusalOf(error: Error & { cause?: unknown; code?: string }): Refusal {
  if (error instanceof RefusedError) return error.refusal;
  if (error.cause instanceof RefusedError) return error.cause.refusal;
  if (error.cause instanceof ZodError && error.code === 'BAD_REQUEST') {
    const fields = Object.fromEntries(
      error.cause.issues.map((issue) => [issue.path.join('.') || 'input', issue.message]),
    );
    return { code: 'invalid-input', fields, message: 'Some values cannot be used.' };
  }
  if (error.code === 'INTERNAL_SERVER_ERROR') {
    return {
      code: 'server-error',
      fields: { errorId: errorId(error) },
      message: 'The server failed, and nothing was reported as done. Try again.',
    };
  }
  return {
    code: (error.code ?? 'error').toLowerCase().replaceAll('_', '-'),
    fields: {},
    message: error.message,
  };
}
