import path from 'node:path';
import { z } from 'zod';

/** A setting that cannot be used. The message is one sentence for the person who set it. */
export class SettingProblem extends Error {
  override readonly name = 'SettingProblem';
  readonly variable: string;
  constructor(variable: string, message: string) {
    super(message);
    this.variable = variable;
  }
}

type Setting<T> = { schema: z.ZodType<T>; allowed: string; secret?: boolean };

function setting<T>(allowed: string, schema: z.ZodType<T>): Setting<T> {
  return { schema, allowed };
}

/** Values that may hold a password are never repeated in a message. */
function secretSetting<T>(allowed: string, schema: z.ZodType<T>): Setting<T> {
  return { schema, allowed, secret: true };
}

function wholeNumber(from: number, to: number, fallback: number): Setting<number> {
  const digits = z.string().regex(/^\d{1,9}$/);
  return setting(
    `a whole number from ${from} to ${to}`,
    digits.default(String(fallback)).transform(Number).pipe(z.number().min(from).max(to)),
  );
}

function oneOf<const T extends readonly [string, ...string[]]>(values: T, fallback: NoInfer<T[number]>) {
  return setting<T[number]>(`one of ${values.join(', ')}`, z.enum(values).default(fallback));
}

function isPostgresUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '';
}

function isHttpUrl(value: string): boolean {
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}

const postgresUrl = secretSetting(
  'an address such as postgres://user:password@host:5432/name',
  z.string().refine(isPostgresUrl).optional(),
);
const httpUrl = setting('an http or https address', z.string().refine(isHttpUrl).optional());

const settings = {
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: setting(
    'an address of this machine, such as 127.0.0.1 or 0.0.0.0',
    z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('127.0.0.1'),
  ),
  DATA_DIR: setting(
    'a folder',
    z
      .string()
      .default('.data')
      .transform((folder) => path.resolve(folder)),
  ),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  ROLE: oneOf(['all', 'web', 'worker'], 'all'),
  BASE_PATH: setting(
    'empty, or a path such as /tools/countersign',
    z
      .string()
      .regex(/^(\/[\w.~-]+)*$/)
      .default(''),
  ),
  PUBLIC_URL: httpUrl,
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  SAMPLES: oneOf(['on', 'off'], 'on'),
  SAMPLES_URL: postgresUrl,
  SHELL_TOOLS: oneOf(['on', 'off'], 'off'),
  SAMPLES_SEED: wholeNumber(0, 999_999_999, 1),
  PG_FAST: setting(
    '0 or 1',
    z
      .enum(['0', '1'])
      .default('0')
      .transform((value) => value === '1'),
  ),
  BEAT_MS: wholeNumber(50, 60_000, 1000),
  DEAD_AFTER_MS: wholeNumber(200, 600_000, 15_000),
  SESSION_GONE_MS: wholeNumber(100, 600_000, 3000),
  SWEEP_MS: wholeNumber(50, 60_000, 1000),
  METRICS_MS: wholeNumber(100, 600_000, 10_000),
  METRICS_TOKEN: secretSetting('16 characters or more', z.string().min(16).optional()),
};

type Settings = typeof settings;
export type Env = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never };
type Source = { readonly [name: string]: string | undefined };

/** Reads every setting once. An empty value counts as unset, as in most shells' `VAR= npm start`. */
export function parseEnv(source: Source): Env {
  const parsed: Record<string, unknown> = {};
  for (const [name, { schema, allowed, secret }] of Object.entries<Setting<unknown>>(settings)) {
    const value = source[name] || undefined;
    const result = schema.safeParse(value);
    if (!result.success) {
      const shown = secret
        ? 'has a value that cannot be used (not shown, it may hold a password)'
        : `is "${value}"`;
      throw new SettingProblem(name, `${name} ${shown}: it must be ${allowed}.`);
    }
    parsed[name] = result.data;
  }
  return parsed as Env; // one entry per key of `settings`, each by its own schema
}

let current: Env | undefined;

/** The settings of this process. */
export function getEnv(): Env {
  current ??= parseEnv(process.env);
  return current;
}
