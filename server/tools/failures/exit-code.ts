/** Exit codes of programs (F1): those that <sysexits.h> and POSIX shells name; of any other nothing is known. */
import type { FailureClass } from '#core/run/events.ts';

const table: Readonly<Record<number, FailureClass>> = {
  /** EX_NOPERM */ 77: 'denied',
  /** EX_TEMPFAIL: the program asks to be tried again */ 75: 'transient',
  /** EX_UNAVAILABLE */ 69: 'transient',
};

export function classOfExitCode(code: number): FailureClass {
  return table[code] ?? 'permanent';
}
