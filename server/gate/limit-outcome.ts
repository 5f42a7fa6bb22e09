import type { Json } from '#core/json.ts';
import type { ToolOutcome } from '#server/tools/tool.ts';

/** Beyond this an output is not kept (T4); a query or request caps itself well below. */
export const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** Whatever reads an output later walks it level by level: deeper ones would end its stack. */
export const MAX_OUTPUT_DEPTH = 100;

/** Judged before anything else walks the output: a write stays committed, whatever it answered. */
export function limitOutcome(outcome: ToolOutcome): ToolOutcome {
  if (!('output' in outcome)) return outcome;
  const problem = outputProblem(outcome.output);
  if (!problem) return outcome;
  if (outcome.outcome === 'read')
    return { outcome: 'not-applied', final: true, failure: { class: 'permanent', ...problem } };
  return { ...outcome, output: { dropped: problem.message } }; // it happened, whatever it said
}

/** What a lookup found of a call: kept, or a sentence on why it is not. */
export function limitOutput(output: Json): Json {
  const problem = outputProblem(output);
  return problem ? { dropped: problem.message } : output;
}

function outputProblem(output: Json): { code: string; message: string } | undefined {
  if (isDeeperThan(output, MAX_OUTPUT_DEPTH))
    return {
      code: 'output-too-deep',
      message: `The output is nested more than ${MAX_OUTPUT_DEPTH} levels deep and is not kept.`,
    };
  const bytes = Buffer.byteLength(JSON.stringify(output));
  if (bytes <= MAX_OUTPUT_BYTES) return undefined;
  return {
    code: 'output-too-large',
    message: `The output has ${bytes} bytes; at most ${MAX_OUTPUT_BYTES} are kept.`,
  };
}

/** Level by level and not by recursion: it is asked of what may be a million levels deep. */
function isDeeperThan(value: Json, most: number): boolean {
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((one) =>
      one === null || typeof one !== 'object' ? [] : Array.isArray(one) ? one : Object.values(one),
    );
  }
  return false;
}
