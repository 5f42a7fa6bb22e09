import pg from 'pg';
import { TargetUnavailable } from './target-database.ts';

/** What went wrong with a statement on a target, without the driver's own classes. */
export type TargetFailure =
  /** The server answered. `ended`: this transaction is over and nothing of it stays; a FATAL may hide a commit. */
  | { kind: 'server'; sqlState: string; message: string; ended: boolean }
  | { kind: 'connection'; errno: string | undefined; message: string };

export function targetFailureOf(error: unknown): TargetFailure {
  if (error instanceof pg.DatabaseError && error.code) {
    const message = [error.message, error.detail, error.hint].filter(Boolean).join(' ');
    return { kind: 'server', sqlState: error.code, message, ended: error.severity === 'ERROR' };
  }
  if (error instanceof TargetUnavailable && error.cause instanceof Error) {
    const cause = targetFailureOf(error.cause);
    return cause.kind === 'server' ? cause : { ...cause, message: `${error.message} ${cause.message}` };
  }
  const errno = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { kind: 'connection', errno, message: error instanceof Error ? error.message : String(error) };
}
