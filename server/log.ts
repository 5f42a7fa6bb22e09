import pino, { type Logger } from 'pino';
import { getEnv } from './env.ts';

export type { Logger };

const SECRET_FIELDS = [
  'password',
  'token',
  'secret',
  'authorization',
  'Authorization',
  'cookie',
  'Cookie',
  'setCookie',
  'apiKey',
  'credentials',
];

/** pino's wildcard stands for exactly one level, so each depth is listed. */
export const redactedPaths = SECRET_FIELDS.flatMap((field) => [
  field,
  `*.${field}`,
  `*.*.${field}`,
  `*.*.*.${field}`,
]);

/** Creates a logger that writes JSON lines; tests pass their own destination. */
export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactedPaths, censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}

let root: Logger | undefined;

/** The logger of this process. */
export function getLog(): Logger {
  root ??= createLog(getEnv().LOG_LEVEL);
  return root;
}

export type LogContext = { component?: string; runId?: string; stepId?: string; workerId?: string };

/** A logger whose every line says which run, step or part it is about. */
export function logFor(context: LogContext): Logger {
  return getLog().child(context);
}
