/** Node's network error codes (F1): what they mean for trying again, and whether the request can have arrived. */
import type { FailureClass } from '#core/run/events.ts';

type Errno = {
  class: FailureClass;
  /** true: the other side cannot have received the request. */ neverSent: boolean;
};

const table: Readonly<Record<string, Errno>> = {
  ECONNREFUSED: { class: 'transient', neverSent: true },
  ENOTFOUND: { class: 'transient', neverSent: true },
  EAI_AGAIN: { class: 'transient', neverSent: true },
  EHOSTUNREACH: { class: 'transient', neverSent: true },
  ENETUNREACH: { class: 'transient', neverSent: true },
  EADDRNOTAVAIL: { class: 'transient', neverSent: true },
  EMFILE: { class: 'transient', neverSent: true },
  CERT_HAS_EXPIRED: { class: 'permanent', neverSent: true },
  DEPTH_ZERO_SELF_SIGNED_CERT: { class: 'permanent', neverSent: true },
  SELF_SIGNED_CERT_IN_CHAIN: { class: 'permanent', neverSent: true },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { class: 'permanent', neverSent: true },
  ERR_TLS_CERT_ALTNAME_INVALID: { class: 'permanent', neverSent: true },
  ECONNRESET: { class: 'transient', neverSent: false },
  ECONNABORTED: { class: 'transient', neverSent: false },
  EPIPE: { class: 'transient', neverSent: false },
  ETIMEDOUT: { class: 'transient', neverSent: false },
  ENOSPC: { class: 'transient', neverSent: false },
  EACCES: { class: 'denied', neverSent: true },
  ENOENT: { class: 'permanent', neverSent: true },
};

/** A code that is not listed may have been sent: only knowledge makes a write "not applied". */
export function classOfErrno(code: string | undefined): Errno {
  return table[code ?? ''] ?? { class: 'transient', neverSent: false };
}
