/**
 * One command of a shell connection: a program with the arguments an admin fixed. A change has happened when it exits
 * with 0, has not when it could not be started or the template says so of its exit code, and is unknown else.
 */
import type { JsonObject } from '#core/json.ts';
import type { Failure } from '#core/run/events.ts';
import type { Connection, ResolvedShellConnection } from '#server/connections/connection.ts';
import type { CommandTemplate } from '#server/connections/command-template.ts';
import { isFolder } from '#server/connections/is-folder.ts';
import { classOfErrno } from '../failures/errno.ts';
import { classOfExitCode } from '../failures/exit-code.ts';
import { fillArgv, shownArgv } from '../shell/fill-argv.ts';
import { type ProgramEnd, runProgram } from '../shell/run-program.ts';
import { ONE_CALL, type Tool, type ToolContext, type ToolOutcome } from '../tool.ts';
import { textArg } from '../text-args.ts';

/** All of the environment, beside what the command itself lists: nothing of ours. */
const BASE_ENV = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' };

export const shellRun: Tool = {
  name: 'shell.run',
  version: '1',
  description: 'Run one command that an admin wrote into a shell connection.',
  argsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['connection', 'command'],
    properties: {
      connection: { type: 'string', minLength: 1, title: 'Connection' },
      command: { type: 'string', minLength: 1, maxLength: 64, title: 'Command' },
      params: {
        type: 'object',
        title: 'Parameters',
        description: 'What the command of the connection asks for.',
      },
    },
  },
  outputSchema: {
    type: 'object',
    required: ['exitCode', 'stdout', 'stderr', 'truncated'],
    properties: {
      exitCode: { type: 'integer' },
      stdout: { type: 'string' },
      stderr: { type: 'string' },
      truncated: {
        type: 'object',
        description: 'Where only the end was kept.',
        properties: { stdout: { type: 'boolean' }, stderr: { type: 'boolean' } },
      },
    },
  },
  effect: 'irreversible', // of a command that is not known
  risk: 'medium',
  dedupe: 'none',
  maxInFlightMs: 0,
  canReconcile: false,
  connectionArg: 'connection',
  connectionKind: 'shell',
  commandArg: 'command',
  effectOf: (args, connection) => templateOf(args, connection)?.effect ?? 'irreversible',
  refuseAt(args, connection) {
    const template = templateOf(args, connection);
    if (!template) return `The connection ${connection.name} has no command "${textArg(args, 'command')}".`;
    const filled = fillArgv(template, paramsOf(args));
    return filled.ok ? undefined : filled.message;
  },
  /** What a command touches is not known here: those that change things take turns. */
  resource: (args) => {
    const connection = textArg(args, 'connection');
    return connection === undefined ? null : `${connection} commands`;
  },
  summary: (args) =>
    `Run ${textArg(args, 'command') ?? 'a command'} on ${textArg(args, 'connection') ?? 'a shell connection'}`,
  effectSentence: (args, connection) => `${runs(args, connection)}${promiseOf(args, connection)}`,
  estimate: () => ONE_CALL,
  execute: (args, context) => run(args, context),
};

function templateOf(args: JsonObject, connection: Connection | undefined): CommandTemplate | undefined {
  const name = textArg(args, 'command');
  return connection?.kind === 'shell' ? connection.commands.find((one) => one.name === name) : undefined;
}

function paramsOf(args: JsonObject): JsonObject {
  const params = args['params'];
  return typeof params === 'object' && params !== null && !Array.isArray(params) ? params : {};
}

function runs(args: JsonObject, connection: Connection | undefined): string {
  const template = templateOf(args, connection);
  const filled = template && fillArgv(template, paramsOf(args));
  return filled?.ok && connection?.kind === 'shell'
    ? `Runs ${shownArgv(filled.argv)} in ${connection.path}. `
    : 'Runs a program on the machine of the worker. ';
}

function promiseOf(args: JsonObject, connection: Connection | undefined): string {
  switch (templateOf(args, connection)?.effect) {
    case 'read':
      return 'It only reads, as its connection says.';
    case 'write':
      return 'It changes things, as its connection says.';
    case 'irreversible':
      return 'What it does cannot be undone, as its connection says.';
    case undefined:
      return 'What it does is up to that program.';
  }
}

async function run(args: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const connection = context.connection as ResolvedShellConnection; // the gate has checked the kind
  const template = templateOf(args, connection);
  if (!template) return notRun('permanent', 'unknown-command', 'There is no such command.');
  const filled = fillArgv(template, paramsOf(args));
  if (!filled.ok) return notRun('permanent', 'refused-arguments', filled.message);
  if (!(await isFolder(connection.path)))
    return notRun('permanent', 'no-working-folder', `There is no working folder ${connection.path}.`);
  const limitMs = Math.min(template.timeoutMs ?? context.timeoutMs, context.timeoutMs);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(limitMs)]);
  if (signal.aborted) return notRun('transient', 'stopped', 'It was stopped before it began.');
  let wasStopped = false;
  signal.addEventListener('abort', () => (wasStopped = true), { once: true });
  const env = { ...BASE_ENV, ...template.env };
  const result = await runProgram({ argv: filled.argv, cwd: connection.path, env }, signal);
  if (!result.started) {
    const { code } = result.error;
    return notRun(
      classOfErrno(code).class,
      `errno-${code ?? 'unknown'}`,
      `${filled.argv[0]} could not be started (${code ?? result.error.message}).`,
    );
  }
  return outcomeOf(template, result, wasStopped);
}

function outcomeOf(
  { effect, okExitCodes, notAppliedExitCodes }: CommandTemplate,
  end: ProgramEnd,
  wasStopped: boolean,
): ToolOutcome {
  const { exitCode, stdout, stderr, truncated } = end;
  const isRead = effect === 'read';
  const isGood = exitCode === 0 || (isRead && exitCode !== null && (okExitCodes ?? []).includes(exitCode));
  // A program that is asked to stop may leave with 0 in the middle of its work.
  if (isGood && !wasStopped) {
    const output = { exitCode, stdout, stderr, truncated };
    return isRead ? { outcome: 'read', output } : { outcome: 'committed', output };
  }
  const failure = failureOf(end, wasStopped, isRead);
  if (isRead) return { outcome: 'not-applied', final: true, failure };
  const isProved = exitCode !== null && (notAppliedExitCodes ?? []).includes(exitCode);
  return isProved ? { outcome: 'not-applied', final: true, failure } : { outcome: 'unknown', failure };
}

function failureOf(
  { exitCode, signal, stdout, stderr }: ProgramEnd,
  wasStopped: boolean,
  isRead: boolean,
): Failure {
  const last = (stderr.trim() || stdout.trim()).replaceAll(/\s+/g, ' ').slice(-300).toWellFormed();
  const said = last === '' ? '' : ` It said last: ${last}`;
  const how = exitCode === null ? `was ended by ${signal}` : `exited with ${exitCode}`;
  if (wasStopped)
    return {
      class: isRead ? 'timed-out' : 'transient',
      code: 'timeout',
      message: `The program had to be stopped before it was done, and ${how}.${said}`,
    };
  return exitCode === null
    ? { class: 'transient', code: `signal-${signal}`, message: `The program ${how}.${said}` }
    : { class: classOfExitCode(exitCode), code: `exit-${exitCode}`, message: `The program ${how}.${said}` };
}

function notRun(failureClass: Failure['class'], code: string, message: string): ToolOutcome {
  return {
    outcome: 'not-applied',
    final: true,
    failure: { class: failureClass, code, message: `Nothing was run: ${message}` },
  };
}
