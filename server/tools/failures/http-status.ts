/** HTTP status → class of failure (F1), and whether it proves that a write did not happen. */
import type { FailureClass } from '#core/run/events.ts';

type StatusMeaning =
  | { kind: 'success' }
  /** `proves`: the service refused before doing anything, so a write was not applied. */
  | { kind: 'failure'; class: FailureClass; proves: boolean };

const failure = (failureClass: FailureClass, proves: boolean): StatusMeaning => ({
  kind: 'failure',
  class: failureClass,
  proves,
});
const table: Readonly<Record<number, StatusMeaning>> = {
  307: failure('permanent', true), // "send it there instead": this address did nothing
  308: failure('permanent', true),
  401: failure('denied', true),
  403: failure('denied', true),
  407: failure('denied', true),
  408: failure('transient', false), // the service gave up waiting: it may have acted
  409: failure('precondition', true),
  412: failure('precondition', true),
  421: failure('transient', true),
  423: failure('transient', true),
  425: failure('transient', true),
  428: failure('precondition', true),
  429: failure('transient', true),
  501: failure('permanent', true),
  505: failure('permanent', true),
};

/** 2xx is success. 5xx proves nothing (FM8), nor does a redirect such as 303, which often follows an accepted write. */
export function meaningOfStatus(status: number): StatusMeaning {
  if (status >= 200 && status < 300) return { kind: 'success' };
  const listed = table[status];
  if (listed) return listed;
  if (status >= 500) return failure('transient', false);
  return failure('permanent', status >= 400);
}
