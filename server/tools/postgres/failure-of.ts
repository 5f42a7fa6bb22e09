import type { Failure } from '#core/run/events.ts';
import { targetFailureOf } from '#db/target/target-failure.ts';
import { classOfErrno } from '../failures/errno.ts';
import { classOfSqlState } from '../failures/sqlstate.ts';
import { cannotRunInTransaction } from './statement.ts';

/** What a failed statement means. The server's own message is kept: it names the column, the row or the place. */
export function postgresFailure(error: unknown): Failure {
  const found = targetFailureOf(error);
  if (found.kind === 'connection') {
    const code = found.errno === undefined ? 'connection-lost' : `errno-${found.errno}`;
    return { class: classOfErrno(found.errno).class, code, message: found.message };
  }
  const code = `sqlstate-${found.sqlState}`;
  if (found.sqlState === '25001') return { class: 'permanent', code, message: cannotRunInTransaction };
  if (found.sqlState === '42601' && found.message.includes('multiple commands')) {
    return { class: 'permanent', code, message: 'One statement per call: this text holds several.' };
  }
  return { class: classOfSqlState(found.sqlState), code, message: found.message };
}

/** The server's answer that the statement failed: the transaction is over and nothing of it stays. */
export function isServerAnswer(error: unknown): boolean {
  const found = targetFailureOf(error);
  return found.kind === 'server' && found.ended;
}
