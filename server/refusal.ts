import { TRPCError } from '@trpc/server';
import type { Rejection, RejectionCode } from '#core/run/commands.ts';

/** What every refused request carries: a code, the fields it needs, and one sentence for people. */
export type Refusal = { code: string; fields: Record<string, unknown>; message: string };

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429;

const trpcCode = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
} as const;

/** Thrown by commands and procedures; the formatter in init.ts sends its three members to the client. */
export class RefusedError extends TRPCError {
  readonly refusal: Refusal;
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, refusal: Refusal) {
    super({ code: trpcCode[status], message: refusal.message });
    this.refusal = refusal;
    this.status = status;
  }
}

export function refuse(
  status: RefusalStatus,
  code: string,
  message: string,
  fields: Record<string, unknown> = {},
): RefusedError {
  return new RefusedError(status, { code, fields, message });
}

/** The same answer for what does not exist and for what belongs to another workspace. */
export function notFound(what: string): RefusedError {
  return refuse(404, 'not-found', `There is no such ${what}.`, { what });
}

const rejectionStatus: Partial<Record<RejectionCode, RefusalStatus>> = {
  'approver-is-requester': 403,
  'approver-is-editor': 403,
  'approver-lacks-role': 403,
  'not-allowed': 403,
  'step-not-found': 404,
  'approval-not-found': 404,
  'plan-empty': 422,
  'feature-not-available': 422,
  'approval-not-armed': 422,
  'reason-required': 422,
  'evidence-required': 422,
  'output-invalid': 422,
};

/** A refusal by the decider. Whatever is not about rights, existence or content is a conflict with the state. */
export function refuseRejection(rejection: Rejection, message: string): RefusedError {
  const { code, ...fields } = rejection;
  return refuse(rejectionStatus[code] ?? 409, code, message, fields);
}
