import pg from 'pg';
import type { Failure } from '#core/run/events.ts';
import { TargetUnavailable } from '#db/target/target-database.ts';
import { classOfErrno } from '../failures/errno.ts';
import { classOfSqlState } from '../failures/sqlstate.ts';
import { cannotRunInTransaction } from './statement.ts';

/** What a failed statement means. The server's own message is kept: it names the column, the row or the place. */
export function postgresFailure(error: unknown): Failure {
  if (error instanceof pg.DatabaseError && error.code) {
    const code = `sqlstate-${error.code}`;
    if (error.code === '25001') return { class: 'permanent', code, message: cannotRunInTransaction };
    if (error.code === '42601' && error.message.includes('multiple commands')) {
      return { class: 'permanent', code, message: 'One statement per call: this text holds several.' };
    }
    return { class: classOfSqlState(error.code), code, message: [error.message, error.detail, error.hint].filter(Boolean).join(' ') };
  }
  const cause = error instanceof TargetUnavailable ? error.cause : error;
  if (cause instanceof pg.DatabaseError && cause.code) return postgresFailure(cause);
  const errno = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  const message = error instanceof Error ? error.message : String(error);
  return { class: classOfErrno(errno).class, code: errno ? `errno-${errno}` : 'connection-lost', message: cause instanceof Error && cause !== error ? `${message} ${cause.message}` : message };
}

/** The server's answer that the statement failed: the transaction is over and nothing of it stays. */
export function isServerAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}
