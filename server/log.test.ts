import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function lineOf(fields: object): string {
  let written = '';
  createLog('info', { write: (line) => void (written += line) }).info(fields, 'said');
  return written;
}

test.each([
  { password: 's3kret' },
  { request: { headers: { authorization: 's3kret', cookie: 's3kret' } } },
  { connection: { token: 's3kret' } },
  { a: { b: { c: { secret: 's3kret' } } } },
])('a secret is not written, at whatever depth: %j', (fields) => {
  const line = lineOf(fields);
  expect(line).not.toContain('s3kret');
  expect(line).toContain('[redacted]');
});

test('other fields are written as they are', () => {
  expect(JSON.parse(lineOf({ runId: 'run_1', stepId: 'fetch' }))).toMatchObject({
    runId: 'run_1',
    stepId: 'fetch',
    msg: 'said',
  });
});
