/**
 * One request to an HTTP connection. GET and HEAD read; everything else writes, carries the operation key and is
 * unknown when its answer is lost or proves nothing (5xx). Reconcile sends the identical bytes again under the same
 * key, or looks the effect up.
 */
import type { JsonObject } from '#core/json.ts';
import { evaluateCel } from '#core/plan/cel.ts';
import { meaningOfStatus } from '../failures/http-status.ts';
import { answerSchema, networkFailure, outputOf, statusFailure } from '../http/answer.ts';
import {
  buildMessage,
  credentialOf,
  methodOf,
  ownRequestHeaders,
  refuseRequest,
  urlOf,
} from '../http/build-message.ts';
import { followRead } from '../http/follow-read.ts';
import { connectionOf, inconclusive, limitsOf, sendAgain, writeOnce } from '../http/write-once.ts';
import {
  ONE_CALL,
  type ReconcileResult,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type ToolReconcileContext,
} from '../tool.ts';
import { textArg } from '../text-args.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const httpRequest: Tool = {
  name: 'http.request',
  version: '1',
  description: 'Send one request to an HTTP connection and read its answer.',
  argsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['connection', 'method', 'path'],
    properties: {
      connection: { type: 'string', minLength: 1, title: 'Connection' },
      method: { enum: methods, title: 'Method' },
      path: { type: 'string', pattern: '^/', maxLength: 2_000, title: 'Path below the base address' },
      query: {
        type: 'object',
        title: 'Query',
        additionalProperties: { type: ['string', 'number', 'boolean'] },
      },
      headers: {
        type: 'object',
        title: 'Headers',
        propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
        additionalProperties: { type: 'string', pattern: '^[^\\r\\n\\u0000]*$' },
      },
      body: {
        title: 'Body',
        description: 'Sent as JSON; text with a content-type header is sent as it stands.',
      },
    },
  },
  outputSchema: answerSchema,
  effect: 'write',
  risk: 'medium',
  dedupe: 'key',
  maxInFlightMs: 0,
  canReconcile: true,
  connectionArg: 'connection',
  connectionKind: 'http',
  codeArgs: { body: 'json' },
  effectOf: (args) => (isRead(args) ? 'read' : 'write'),
  refuse: refuseRequest,
  resource: (args) => {
    const [connection, path] = [textArg(args, 'connection'), textArg(args, 'path')];
    return connection === undefined ? null : `${connection}${path ?? ''}`;
  },
  summary: (args) =>
    `${isRead(args) ? 'Read' : methodOf(args)} ${textArg(args, 'path') ?? 'a path'} ${isRead(args) ? 'from' : 'at'} ${textArg(args, 'connection') ?? 'a service'}`,
  effectSentence: (args) =>
    isRead(args)
      ? 'Reads only, if the service keeps to the meaning of GET.'
      : 'Changes the service. Whether it can be undone is up to the service.',
  estimate: () => ONE_CALL,
  execute: (args, context) =>
    isRead(args)
      ? read(args, context)
      : writeOnce(buildMessage(args, connectionOf(context), context.operationKey), context),
  reconcile: (args, context) =>
    connectionOf(context).dedupe === 'lookup'
      ? lookUp(context)
      : sendAgain(buildMessage(args, connectionOf(context), context.operationKey), context),
};

/** A method that is not known yet (a binding) counts as a write. */
function isRead(args: JsonObject): boolean {
  return typeof args['method'] === 'string' && ['GET', 'HEAD'].includes(methodOf(args));
}

async function read(args: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const connection = connectionOf(context);
  const result = await followRead(buildMessage(args, connection, undefined), connection, limitsOf(context));
  if (result.kind === 'error') {
    const failure = networkFailure(result.error);
    return {
      outcome: 'not-applied',
      final: true,
      failure: context.signal.aborted
        ? { ...failure, class: 'timed-out', code: 'timeout', message: 'No answer within the time limit.' }
        : failure,
    };
  }
  const meaning = meaningOfStatus(result.answer.status);
  if (meaning.kind === 'success') return { outcome: 'read', output: outputOf(result.answer) };
  return { outcome: 'not-applied', final: true, failure: statusFailure(result.answer, meaning.class) };
}

/** "Not found" is not final here: it counts only after the quiet period, which the run keeps (E3). */
async function lookUp(context: ToolReconcileContext): Promise<ReconcileResult> {
  const connection = connectionOf(context);
  const { lookup } = connection;
  if (!lookup) return inconclusive('This connection has no lookup, so the service cannot be asked.', true);
  const url = urlOf(connection, '/');
  const [path = '/', search = ''] = lookup.path
    .replaceAll('{key}', encodeURIComponent(context.operationKey))
    .split('?', 2);
  url.pathname = url.pathname.replace(/\/$/, '') + path;
  url.search = search;
  const headers = { ...ownRequestHeaders, ...credentialOf(connection) };
  const result = await followRead(
    { method: 'GET', url, headers, body: undefined },
    connection,
    limitsOf(context),
  );
  if (result.kind === 'error') return inconclusive(networkFailure(result.error).message);
  const { status } = result.answer;
  if (!(status >= 200 && status < 300) && status !== 404 && status !== 410)
    return inconclusive(`The lookup answered ${status}.`);
  const output = outputOf(result.answer);
  const found = evaluateCel(lookup.committedWhen, { output });
  if (!found.ok) return inconclusive(`The lookup's expression failed: ${found.message}`);
  if (found.value === true)
    return {
      verdict: 'committed',
      final: true,
      evidence: `The lookup found the effect (${status}).`,
      output,
    };
  return {
    verdict: 'not-applied',
    final: false,
    evidence: `The lookup did not find the effect (${status}).`,
  };
}
