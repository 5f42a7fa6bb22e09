import type { Json, JsonObject } from '#core/json.ts';
import type { Failure } from '#core/run/events.ts';
import { classOfErrno } from '../failures/errno.ts';
import { AddressRefused } from './address-guard.ts';
import type { HttpAnswer } from './send.ts';

/** What `outputOf` gives. */
export const answerSchema: JsonObject = {
  type: 'object',
  required: ['status', 'headers', 'body', 'truncated'],
  properties: {
    status: { type: 'integer' },
    headers: { type: 'object' },
    body: {},
    truncated: { type: 'boolean' },
  },
};

export function outputOf({ status, headers, text, truncated }: HttpAnswer): JsonObject {
  return { status, headers, body: bodyOf(headers['content-type'] ?? '', text, truncated), truncated };
}

function bodyOf(contentType: string, text: string, truncated: boolean): Json {
  if (truncated || !/[/+]json\b/.test(contentType)) return text.toWellFormed();
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text.toWellFormed();
  }
}

export function statusFailure(answer: HttpAnswer, failureClass: Failure['class']): Failure {
  const said = answer.text.replaceAll(/\s+/g, ' ').trim().slice(0, 300).toWellFormed();
  const wait = retryAfterMs(answer.headers);
  return {
    class: failureClass,
    code: `http-${answer.status}`,
    message: `The service answered ${answer.status}${said ? `: ${said}` : '.'}`,
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
}

const LONGEST_WAIT_MS = 3_600_000;
/** Seconds, or a date measured on the service's own clock. */
function retryAfterMs(headers: Record<string, string>): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.parse(headers['date'] ?? '');
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_WAIT_MS) : undefined;
}

export function networkFailure(error: Error & { code?: string }): Failure {
  if (error instanceof AddressRefused)
    return { class: 'denied', code: 'address-refused', message: error.message };
  return {
    class: classOfErrno(error.code).class,
    code: error.code ? `errno-${error.code}` : 'connection-lost',
    message: `The service could not be reached: ${error.message}`,
  };
}
