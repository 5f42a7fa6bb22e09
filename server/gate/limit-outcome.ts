import type { ToolOutcome } from '#server/tools/tool.ts';

/** Beyond this an output is not kept (T4); a query or request caps itself well below. */
export const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

export function limitOutcome(outcome: ToolOutcome): ToolOutcome {
  if ('failure' in outcome) return outcome;
  const bytes = Buffer.byteLength(JSON.stringify(outcome.output));
  if (bytes <= MAX_OUTPUT_BYTES) return outcome;
  const message = `The output has ${bytes} bytes; at most ${MAX_OUTPUT_BYTES} are kept.`;
  if (outcome.outcome === 'read')
    return {
      outcome: 'not-applied',
      final: true,
      failure: { class: 'permanent', code: 'output-too-large', message },
    };
  return { ...outcome, output: { dropped: message } }; // it happened, whatever it said
}
