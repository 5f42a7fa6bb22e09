/**
 * Evaluates checks against recorded facts. The result is the evidence: expression, value, the probe's answer, time.
 * An expression that fails, or gives anything but true or false, is a failed check with its message (P4).
 */
import type { Json } from '../json.ts';
import type { CheckResult } from '../run/events.ts';
import { type CelContext, evaluateCel } from './cel.ts';
import type { Check } from './schema.ts';

/** Larger values are left out of the result; the caller keeps a probe's answer by reference (T4). */
const INLINE_CHARACTERS = 4_096;

export function evaluateCheck(
  check: Pick<Check, 'id' | 'expr' | 'message'>,
  kind: CheckResult['kind'],
  context: CelContext,
  at: number,
): CheckResult {
  const base = { id: check.id, kind, expr: check.expr, at, ...probeOf(context) };
  const result = evaluateCel(check.expr, context);
  if (!result.ok)
    return { ...base, holds: false, message: `${check.message} (not evaluated: ${result.message})` };
  if (typeof result.value !== 'boolean') {
    return {
      ...base,
      holds: false,
      message: `${check.message} (not evaluated: the expression gives no true or false)`,
      ...small('value', result.value),
    };
  }
  return {
    ...base,
    holds: result.value,
    value: result.value,
    ...(!result.value && { message: check.message }),
  };
}

/** True when any check does not hold. */
export function anyFails(results: readonly CheckResult[]): boolean {
  return results.some((result) => !result.holds);
}

function probeOf(context: CelContext): Pick<CheckResult, 'probe'> {
  const { probe } = context;
  return probe !== undefined && isSmall(probe) ? { probe: { inline: probe } } : {};
}

function small(name: 'value', value: Json): Pick<CheckResult, 'value'> {
  return isSmall(value) ? { [name]: value } : {};
}

function isSmall(value: Json): boolean {
  return JSON.stringify(value).length <= INLINE_CHARACTERS;
}
