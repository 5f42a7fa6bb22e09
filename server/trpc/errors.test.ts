import { TRPCError } from '@trpc/server';
import { expect, test } from 'vitest';
import { errorId, refusalOf } from './errors.ts';

test('a failure of the server says nothing of its cause, and has the id that the log has', () => {
  const failed = new TRPCError({
    code: 'INTERNAL_SERVER_ERROR',
    cause: new Error('relation "secrets" does not exist'),
  });
  const refusal = refusalOf(failed);
  expect(JSON.stringify(refusal)).not.toContain('secrets');
  expect(refusal).toMatchObject({ code: 'server-error', fields: { errorId: errorId(failed) } });
  expect(errorId(new Error('another'))).not.toBe(errorId(failed));
});
