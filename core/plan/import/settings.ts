/**
 * Risk, approval, budget, time limit and retries of a foreign step or plan. They can only tighten (I5): an approval that
 * is not asked for, or one that is given already, has no meaning. A value out of range is an error with what is allowed.
 */
import type { z } from 'zod';
import type { Json, JsonObject } from '../../json.ts';
import { Budget, Risk, Step } from '../schema.ts';
import { type Findings, shortened } from './findings.ts';
import { isObject, nameIn, SETTING_NAMES } from './shapes.ts';

export type Settings = Pick<Step, 'risk' | 'approval' | 'budget' | 'timeoutMs' | 'retry'>;

type Read = {
  from: JsonObject;
  path: PropertyKey[];
  findings: Findings;
  /** What has no meaning here and is kept word for word. */
  keep: (name: string, why: string) => undefined;
  /** The step's own id, for warnings. */
  step: string | undefined;
};

const DAY_MS = 86_400_000;

export function readSettings(read: Read): Settings {
  return {
    ...given('risk', readRisk(read)),
    ...given('approval', readApproval(read)),
    ...given('budget', readBudget(read)),
    ...given('timeoutMs', readTimeout(read)),
    ...given('retry', readRetry(read)),
  };
}

function readRisk(read: Read): Settings['risk'] {
  const found = find(read, SETTING_NAMES.risk);
  if (!found) return undefined;
  const risk = Risk.safeParse(typeof found.value === 'string' ? found.value.toLowerCase() : found.value);
  if (risk.success) return risk.data;
  return wrong(read, found, Risk.options.map((option) => `"${option}"`).join(', '));
}

function readApproval(read: Read): Settings['approval'] {
  const found = find(read, SETTING_NAMES.approval);
  if (!found) return undefined;
  const { value, name } = found;
  if (
    value === false ||
    value === 0 ||
    value === '' ||
    value === 'false' ||
    value === 'no' ||
    value === 'none'
  ) {
    read.findings.warn(
      'grants-nothing',
      name,
      [...read.path, name],
      (where) =>
        `"${name}": ${JSON.stringify(value)} ${where} has no effect: policy says what needs an approval`,
      read.step,
    );
    return undefined;
  }
  if (isObject(value) && Object.keys(value).some((key) => Object.hasOwn(APPROVAL.shape, key))) {
    const approval = APPROVAL.safeParse(value);
    if (approval.success) return approval.data;
    return wrongInside(
      read,
      found,
      approval.error,
      'true, false, or {"required": true, "approvers": 1 to 10, "expiresAfterMs": 1000 or more}',
    );
  }
  if (value !== true) read.keep(name, 'is read as "needs an approval"');
  return { required: true };
}
const APPROVAL = Step.shape.approval.unwrap();

function readBudget(read: Read): Settings['budget'] {
  const found = find(read, SETTING_NAMES.budget);
  if (!found) return undefined;
  const { value, name } = found;
  if (typeof value === 'number' && value >= 0) return read.keep(name, 'has no unit and is not read');
  const budget = Budget.safeParse(value);
  if (budget.success) return budget.data;
  return wrongInside(
    read,
    found,
    budget.error,
    '{"costUsd", "tokens", "toolCalls", "durationMs"} with numbers of 0 or more',
  );
}

function readTimeout(read: Read): number | undefined {
  const found = find(read, SETTING_NAMES.timeout);
  if (!found) return undefined;
  const { value, name } = found;
  if (/ms$/i.test(name)) return inRange(read, found, 1, DAY_MS, 'milliseconds');
  if (/seconds$/i.test(name)) {
    const seconds = inRange(read, found, 1, DAY_MS / 1_000, 'seconds');
    return seconds === undefined ? undefined : seconds * 1_000;
  }
  if (typeof value === 'number' && value >= 0) return read.keep(name, 'has no unit and is not read');
  if (isTemplate(value)) return read.keep(name, 'is an expression of another system and is not read');
  const ms = typeof value === 'string' ? durationMs(value) : undefined;
  if (ms === undefined || ms < 1 || ms > DAY_MS)
    return wrong(read, found, 'a duration of 24 h at most, as "30s", "5m", "1h" or "PT1M"');
  return ms;
}

function readRetry(read: Read): Settings['retry'] {
  const found = find(read, SETTING_NAMES.retry);
  if (!found) return undefined;
  const { value, name } = found;
  if (isObject(value) && Object.keys(value).every((key) => Object.hasOwn(RETRY.shape, key))) {
    const retry = RETRY.safeParse(value);
    if (retry.success) return retry.data;
    return wrongInside(
      read,
      found,
      retry.error,
      '{"attempts": 1 to 100, "backoffMs", "maxBackoffMs": 0 to 86400000}',
    );
  }
  if (isObject(value) || Array.isArray(value)) {
    return read.keep(name, 'is not read');
  }
  if (isTemplate(value)) return read.keep(name, 'is an expression of another system and is not read');
  const retries = inRange(read, found, 0, 99, 'retries');
  return retries === undefined ? undefined : { attempts: retries + 1 };
}
const RETRY = Step.shape.retry.unwrap();

type Found = { name: string; value: Json };

function find({ from }: Read, names: readonly string[]): Found | undefined {
  const name = nameIn(from, names);
  return name === undefined ? undefined : { name, value: from[name] ?? null };
}

function inRange(read: Read, found: Found, from: number, to: number, unit: string): number | undefined {
  const { value } = found;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= from && number <= to) return number;
  return wrong(read, found, `a whole number from ${from} to ${to} (${unit})`);
}

function wrong({ findings, path }: Read, { name, value }: Found, allowed: string): undefined {
  findings.error(
    'invalid-value',
    [...path, name],
    `Got ${shortened(JSON.stringify(value))}; allowed: ${allowed}`,
  );
}

function wrongInside(read: Read, found: Found, error: z.ZodError, allowed: string): undefined {
  for (const { path } of error.issues) {
    const value = path.reduce<Json | undefined>(
      (inside, part) => (isObject(inside) ? inside[String(part)] : undefined),
      found.value,
    );
    read.findings.error(
      'invalid-value',
      [...read.path, found.name, ...path],
      `Got ${shortened(JSON.stringify(value ?? null))}; allowed: ${allowed}`,
    );
  }
}

/** Text that another system would have filled in: `{{x}}`, `${x}`, `$(x)`, `<% x %>`. */
export function isTemplate(value: Json): boolean {
  return typeof value === 'string' && /\{\{|\$\{|\$\(|<%/.test(value);
}

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function durationMs(text: string): number | undefined {
  const short =
    /^(\d{1,9}(?:\.\d{1,3})?) ?(?:(ms)|(s)(?:ec(?:ond)?s?)?|(m)(?:in(?:ute)?s?)?|(h)(?:(?:ou)?rs?)?)$/.exec(
      text.trim().toLowerCase(),
    );
  if (short) {
    const unit = short.slice(2).find((part) => part !== undefined) ?? '';
    return Math.round(Number(short[1]) * (UNIT_MS[unit] ?? Number.NaN));
  }
  const iso = /^PT(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,3})?)S)?$/.exec(text.trim());
  if (!iso || text.trim() === 'PT') return undefined;
  const [hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0));
  return Math.round((hours ?? 0) * 3_600_000 + (minutes ?? 0) * 60_000 + (seconds ?? 0) * 1_000);
}

function given<K extends keyof Settings>(name: K, value: Settings[K]): Pick<Settings, K> | object {
  return value === undefined ? {} : { [name]: value };
}
