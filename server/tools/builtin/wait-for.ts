/**
 * Waits for a time, or until an expression over a fresh read holds. It never sleeps: a look that comes too early says
 * when to look again, so nothing is held meanwhile and a dead worker costs at most one look.
 */
import type { Json, JsonObject } from '#core/json.ts';
import { celReferences, evaluateCel } from '#core/plan/cel.ts';
import { WAIT_TOOL } from '#core/plan/wait-condition.ts';
import { readTool } from '../read-tool.ts';
import type { ToolContext, ToolOutcome } from '../tool.ts';

const LONGEST_S = 7 * 24 * 3_600;
const DEFAULT_EVERY_S = 30;
/** Every look is in the run's history. */
const MOST_LOOKS = 1_000;

type Condition = { expr: string; probe: { tool: string; args: JsonObject }; inputs?: JsonObject };
type WaitArgs = {
  seconds?: number;
  until?: string;
  condition?: Condition;
  everySeconds?: number;
  atMostSeconds?: number;
};
type Wait = NonNullable<ToolContext['wait']>;

export const waitFor = readTool({
  name: WAIT_TOOL,
  version: '1',
  description:
    'Wait a number of seconds, until a time, or until a condition on a fresh read holds, within a limit.',
  argsSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      seconds: { type: 'integer', title: 'Seconds', minimum: 1, maximum: LONGEST_S },
      until: {
        type: 'string',
        title: 'Until',
        format: 'date-time',
        description: 'For example 2027-01-31T03:00:00Z',
      },
      condition: {
        type: 'object',
        title: 'Condition',
        additionalProperties: false,
        required: ['probe', 'expr'],
        properties: {
          probe: {
            type: 'object',
            title: 'Read',
            additionalProperties: false,
            required: ['tool', 'args'],
            properties: {
              tool: { type: 'string', title: 'Tool' },
              args: { type: 'object', title: 'Arguments' },
            },
          },
          expr: {
            type: 'string',
            title: 'Holds when',
            minLength: 1,
            maxLength: 4_000,
            description: 'CEL over probe (what was read) and inputs',
          },
          inputs: { type: 'object', title: 'Values for the expression' },
        },
      },
      everySeconds: {
        type: 'integer',
        title: 'Look every (seconds)',
        minimum: 5,
        maximum: 3_600,
        description: `Of a condition; ${DEFAULT_EVERY_S} when left out`,
      },
      atMostSeconds: {
        type: 'integer',
        title: 'At most (seconds)',
        minimum: 1,
        maximum: LONGEST_S,
        description: 'Of a condition: then the step fails',
      },
    },
  },
  outputSchema: {
    type: 'object',
    required: ['waitedMs'],
    properties: { waitedMs: { type: 'integer' }, probe: { description: 'What the last look read' } },
  },
  refuse,
  resource: () => null,
  summary: (args) => `Wait ${lengthOf(args as WaitArgs)}`,
  effectSentence: () => 'Waits. Nothing outside is changed.',
  execute: (args, { wait }) => look(args as WaitArgs, wait),
});

function refuse(args: JsonObject): string | undefined {
  const { seconds, until, condition, everySeconds = DEFAULT_EVERY_S, atMostSeconds } = args as WaitArgs;
  const named = [seconds, until, condition].filter((one) => one !== undefined).length;
  if (named !== 1) return 'wait.for needs exactly one of seconds, until and condition.';
  if (until !== undefined && Number.isNaN(Date.parse(until))) return `"${until}" is no time.`;
  if (!condition) return undefined;
  if (atMostSeconds === undefined)
    return 'A wait for a condition needs atMostSeconds: no wait is without end.';
  if (atMostSeconds / everySeconds > MOST_LOOKS)
    return `${Math.ceil(atMostSeconds / everySeconds)} looks are too many; at most ${MOST_LOOKS}. Make everySeconds longer.`;
  const references = celReferences(condition.expr);
  if (!references.ok) return `The condition: ${references.message}`;
  const wrong = references.names.find((name) => name !== 'probe' && name !== 'inputs');
  return wrong && `The condition reads "${wrong}"; it can read probe and inputs.`;
}

function lengthOf({ seconds, until, condition, atMostSeconds }: WaitArgs): string {
  if (seconds !== undefined) return `${String(seconds)} s`;
  if (until !== undefined) return `until ${typeof until === 'string' ? until : 'a time'}`;
  return condition ? `until ${condition.expr}, at most ${String(atMostSeconds)} s` : '';
}

async function look(args: WaitArgs, wait: Wait | undefined): Promise<ToolOutcome> {
  if (!wait) return failed('waits', 'A wait is a step of its own; a check or an agent cannot wait.');
  return args.condition ? await lookAt(args, args.condition, wait) : lookAtClock(args, wait);
}

function lookAtClock({ seconds, until }: WaitArgs, { since, now }: Wait): ToolOutcome {
  const at = seconds === undefined ? Date.parse(until ?? '') : since + seconds * 1_000;
  if (at - since > LONGEST_S * 1_000)
    return failed('wait-too-long', `${String(until)} is more than 7 days away.`);
  return now >= at
    ? over({ since, now })
    : { outcome: 'not-yet', message: `It waits until ${new Date(at).toISOString()}.`, againAt: at };
}

async function lookAt(
  { everySeconds = DEFAULT_EVERY_S, atMostSeconds = 0 }: WaitArgs,
  { expr, probe, inputs = {} }: Condition,
  { since, now, probe: ask }: Wait,
): Promise<ToolOutcome> {
  const answer = await ask(probe.tool, probe.args);
  let why = `${expr} does not hold yet.`;
  if (answer.ok) {
    const result = evaluateCel(expr, { probe: answer.output, inputs });
    if (!result.ok) return failed('wait-condition', `${expr}: ${result.message}`);
    if (typeof result.value !== 'boolean') return failed('wait-condition', `${expr} gives no true or false.`);
    if (result.value) return over({ since, now }, answer.output);
  } else {
    // What cannot be reached for a moment may be just what is waited for.
    if (answer.failure.class !== 'transient' && answer.failure.class !== 'timed-out')
      return { outcome: 'not-applied', final: true, failure: answer.failure };
    why = answer.failure.message;
  }
  const end = since + atMostSeconds * 1_000;
  if (now >= end) return failed('wait-over', `After ${atMostSeconds} s: ${why}`);
  return { outcome: 'not-yet', message: why, againAt: Math.min(now + everySeconds * 1_000, end) };
}

function over({ since, now }: { since: number; now: number }, probe?: Json): ToolOutcome {
  return { outcome: 'read', output: { waitedMs: now - since, ...(probe !== undefined && { probe }) } };
}

function failed(code: string, message: string): ToolOutcome {
  return { outcome: 'not-applied', final: true, failure: { class: 'permanent', code, message } };
}
