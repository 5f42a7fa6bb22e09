type Fetch = (input: RequestInfo | URL | string, init?: RequestInit) => Promise<Response>;

/** After this long a request without an answer ends as a failure, so that no button stays busy for ever. */
export const ANSWER_LIMIT_MS = 60_000;
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

export function limitedFetch(send: Fetch, limitMs: number = ANSWER_LIMIT_MS): Fetch {
  return async (input, init) => {
    const limit = new AbortController();
    const timer = setTimeout(
      () => limit.abort(new NoAnswerError('No answer within the time limit.')),
      limitMs,
    );
    const signal = init?.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal;
    try {
      return await send(input, { ...init, signal });
    } catch (error) {
      if (limit.signal.aborted) throw limit.signal.reason;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}
