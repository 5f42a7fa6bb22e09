/** A write over HTTP that carries its operation key, and what settles one whose answer was lost. */
import type { ResolvedHttpConnection } from '#server/connections/connection.ts';
import { meaningOfStatus } from '../failures/http-status.ts';
import type { ReconcileResult, ToolContext, ToolOutcome, ToolReconcileContext } from '../tool.ts';
import { networkFailure, outputOf, statusFailure } from './answer.ts';
import { type HttpMessage, send, type SendLimits } from './send.ts';

const MAX_ANSWER_BYTES = 1024 * 1024;
/** What services that keep keys promise at least. */
const DEFAULT_KEY_RETENTION_MS = 24 * 3_600_000;

export function connectionOf(context: ToolContext): ResolvedHttpConnection {
  return context.connection as ResolvedHttpConnection; // the gate has checked the kind
}

export function limitsOf(context: ToolContext): SendLimits {
  return {
    signal: context.signal,
    maxBytes: MAX_ANSWER_BYTES,
    allowPrivate: connectionOf(context).allowPrivate,
  };
}

/** Sends a write. Only an answer that proves it makes it committed or not applied. */
export async function writeOnce(message: HttpMessage, context: ToolContext): Promise<ToolOutcome> {
  const result = await send(message, limitsOf(context));
  if (result.kind === 'error') {
    const failure =
      context.signal.aborted && result.sent
        ? {
            class: 'transient' as const,
            code: 'timeout',
            message: 'No answer within the time limit; the request may have arrived.',
          }
        : networkFailure(result.error);
    return result.sent ? { outcome: 'unknown', failure } : { outcome: 'not-applied', final: false, failure };
  }
  const meaning = meaningOfStatus(result.answer.status);
  if (meaning.kind === 'success') return { outcome: 'committed', output: outputOf(result.answer) };
  const failure = statusFailure(result.answer, meaning.class);
  return meaning.proves ? { outcome: 'not-applied', final: false, failure } : { outcome: 'unknown', failure };
}

/** `dedupe: key`: the identical bytes under the same key, within the key's retention, are the reconcile (E2). */
export async function sendAgain(
  message: HttpMessage,
  context: ToolReconcileContext,
): Promise<ReconcileResult> {
  const connection = connectionOf(context);
  if (connection.dedupe !== 'key')
    return inconclusive(
      'This connection keeps no operation keys and has no lookup, so the service cannot say.',
      true,
    );
  const retentionMs = connection.keyRetentionMs ?? DEFAULT_KEY_RETENTION_MS;
  if (context.dispatchedAt === undefined || context.now - context.dispatchedAt >= retentionMs) {
    return inconclusive(
      'The service may have forgotten the operation key, so sending again could do it twice.',
      true,
    );
  }
  const result = await send(message, limitsOf(context));
  if (result.kind === 'error') return inconclusive(networkFailure(result.error).message);
  const { status } = result.answer;
  if (meaningOfStatus(status).kind === 'success') {
    return {
      verdict: 'committed',
      final: true,
      evidence: `Sent again under the same operation key; the service answered ${status}.`,
      output: outputOf(result.answer),
    };
  }
  // Judged before any key is looked at: the first sending failed the same way.
  if (status === 400 || status === 422)
    return {
      verdict: 'not-applied',
      final: true,
      evidence: `Sent again under the same operation key; the service refuses the request itself (${status}).`,
    };
  return inconclusive(`Sent again under the same operation key; the service answered ${status}.`);
}

export function inconclusive(evidence: string, final = false): ReconcileResult {
  return { verdict: 'inconclusive', final, evidence };
}
