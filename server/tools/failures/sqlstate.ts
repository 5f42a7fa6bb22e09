/** SQLSTATE → class of failure (F1). The class of the code decides unless the code itself is listed. */
import type { FailureClass } from '#core/run/events.ts';

const byCode: Readonly<Record<string, FailureClass>> = {
  '25006': 'permanent', // a write in a read-only transaction
  '40001': 'transient', // serialization failure
  '40P01': 'transient', // deadlock
  '55006': 'transient', // object in use
  '55P03': 'transient', // lock not available
  '57014': 'timed-out', // cancelled: statement_timeout or from outside
  '57P01': 'transient', // the server is being shut down
  '57P02': 'transient', // a crash of the server
  '57P03': 'transient', // it is starting up
  '57P04': 'permanent', // the database was dropped
  '57P05': 'transient', // idle session timeout
  '42501': 'denied', // insufficient privilege
};
/** By the first two characters. */
const byClass: Readonly<Record<string, FailureClass>> = {
  '08': 'transient', // connection
  '28': 'denied', // authorization
  '40': 'transient', // transaction rollback
  '53': 'transient', // too many connections, disk full, out of memory
  '57': 'transient', // operator intervention
  '58': 'transient', // I/O error of the server
};

/** Everything else (syntax, constraint, data, feature) fails the same way again. */
export function classOfSqlState(code: string): FailureClass {
  return byCode[code] ?? byClass[code.slice(0, 2)] ?? 'permanent';
}
