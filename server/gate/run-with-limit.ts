/** Runs one tool under its time limit. A write that does not answer in time is unknown, never failed (E2). */
import type { Call } from '#core/run/call.ts';
import type { Failure } from '#core/run/events.ts';
import type { ToolOutcome } from '#server/tools/tool.ts';

/** After the limit a tool gets this long to say what it knows; most can tell whether anything was sent. */
const ANSWER_GRACE_MS = 2_000;

export async function runWithLimit(
  call: Call,
  signal: AbortSignal,
  timeoutMs: number,
  run: (limited: AbortSignal) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const limited = AbortSignal.any([signal, limit.signal]);
  const finished = new AbortController();
  try {
    return asEffect(call, await Promise.race([run(limited), silence(limited, finished.signal)]), signal);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return lost(
      call,
      { class: 'transient', code: 'tool-threw', message: `The tool failed without an answer: ${message}` },
      signal,
    );
  } finally {
    clearTimeout(timer);
    finished.abort();
  }
}

/** Resolves only when the limit has passed and the tool stays silent; `finished` takes its listener and timer away. */
function silence(limited: AbortSignal, finished: AbortSignal): Promise<'no-answer'> {
  const { promise, resolve } = Promise.withResolvers<'no-answer'>();
  const startGrace = () => {
    const timer = setTimeout(() => resolve('no-answer'), ANSWER_GRACE_MS);
    finished.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };
  if (limited.aborted) startGrace();
  else limited.addEventListener('abort', startGrace, { once: true, signal: finished });
  return promise;
}

/** Keeps a tool's answer within what its effect class allows: only reads read, and only writes can be unknown. */
function asEffect(call: Call, answer: ToolOutcome | 'no-answer', signal: AbortSignal): ToolOutcome {
  if (answer === 'no-answer')
    return lost(
      call,
      { class: 'transient', code: 'timeout', message: 'No answer within the time limit.' },
      signal,
    );
  if (answer.outcome === 'not-yet')
    return call.effect === 'read' && !signal.aborted
      ? answer
      : lost(call, { class: 'permanent', code: 'waits', message: 'Only a read may wait.' }, signal);
  if (answer.outcome === 'unknown' && call.effect === 'read') return lost(call, answer.failure, signal);
  if (answer.outcome === 'committed' && call.effect === 'read') return { ...answer, outcome: 'read' };
  if (answer.outcome === 'read' && call.effect !== 'read') return { ...answer, outcome: 'committed' };
  return answer.outcome === 'not-applied' && call.effect === 'read' && signal.aborted
    ? { ...answer, failure: { ...answer.failure, class: 'cancelled' } }
    : answer;
}

function lost(call: Call, failure: Failure, signal: AbortSignal): ToolOutcome {
  if (call.effect !== 'read') return { outcome: 'unknown', failure };
  const failureClass = signal.aborted
    ? 'cancelled'
    : failure.code === 'timeout'
      ? 'timed-out'
      : failure.class;
  return { outcome: 'not-applied', final: true, failure: { ...failure, class: failureClass } };
}
