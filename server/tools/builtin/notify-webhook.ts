/**
 * A signed notice to a webhook (standardwebhooks.com): what happened, in words. It holds no link that decides anything
 * and no arguments of calls: whoever reads it opens the product.
 */
import { createHmac } from 'node:crypto';
import { canonicalJson, type JsonObject } from '#core/json.ts';
import type { ResolvedHttpConnection } from '#server/connections/connection.ts';
import { ownRequestHeaders, urlOf } from '../http/build-message.ts';
import { answerSchema } from '../http/answer.ts';
import type { HttpMessage } from '../http/send.ts';
import { connectionOf, sendAgain, writeOnce } from '../http/write-once.ts';
import { ONE_CALL, type Tool, type ToolOutcome } from '../tool.ts';
import { textArg } from '../text-args.ts';

export const notifyWebhook: Tool = {
  name: 'notify.webhook',
  version: '1',
  description: 'Send a short notice to a webhook, signed with the secret of its connection.',
  argsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['connection', 'title', 'text'],
    properties: {
      connection: { type: 'string', minLength: 1, title: 'Connection' },
      title: { type: 'string', minLength: 1, maxLength: 200, title: 'Title' },
      text: { type: 'string', minLength: 1, maxLength: 4_000, title: 'Text' },
      level: { enum: ['info', 'warning', 'urgent'], title: 'Level' },
    },
  },
  outputSchema: answerSchema,
  effect: 'write',
  risk: 'low',
  dedupe: 'key',
  maxInFlightMs: 0,
  canReconcile: true,
  connectionArg: 'connection',
  connectionKind: 'http',
  resource: (args) => {
    const connection = textArg(args, 'connection');
    return connection === undefined ? null : `${connection} notices`;
  },
  summary: (args) =>
    `Send the notice "${textArg(args, 'title') ?? 'a title'}" to ${textArg(args, 'connection') ?? 'a webhook'}`,
  effectSentence: () => 'People or programs behind the webhook are told. It cannot be taken back.',
  estimate: () => ONE_CALL,
  refuseAt: (_args, connection) =>
    connection.kind === 'http' && connection.credentialRef === undefined
      ? `The connection ${connection.name} has no secret, so the notice could not be signed. Nothing was sent. Name one in the connection.`
      : undefined,
  execute: async (args, context) =>
    connectionOf(context).credential === undefined
      ? unsigned
      : await writeOnce(
          noticeMessage(args, connectionOf(context), context.operationKey, Date.now()),
          context,
        ),
  reconcile: (args, context) =>
    sendAgain(noticeMessage(args, connectionOf(context), context.operationKey, context.now), context),
};

const unsigned: ToolOutcome = {
  outcome: 'not-applied',
  final: true,
  failure: {
    class: 'permanent',
    code: 'no-secret',
    message: 'The notice has no secret to be signed with. Nothing was sent.',
  },
};

/** The id is the operation key: a receiver that has seen it drops the repetition. */
export function noticeMessage(
  args: JsonObject,
  connection: ResolvedHttpConnection,
  operationKey: string,
  now: number,
): HttpMessage {
  const { title, text, level } = {
    title: textArg(args, 'title') ?? '',
    text: textArg(args, 'text') ?? '',
    level: textArg(args, 'level') ?? 'info',
  };
  // `text` on top is what chat webhooks show.
  const body = canonicalJson({
    type: 'countersign.notice',
    text: `${title}\n${text}`,
    data: { title, text, level },
  });
  const timestamp = String(Math.floor(now / 1_000));
  const { credential } = connection;
  return {
    method: 'POST',
    url: urlOf(connection, ''),
    headers: {
      ...ownRequestHeaders,
      'content-type': 'application/json',
      'webhook-id': operationKey,
      'webhook-timestamp': timestamp,
      ...(credential !== undefined && {
        'webhook-signature': `v1,${signature(credential, `${operationKey}.${timestamp}.${body}`)}`,
      }),
      ...(connection.dedupe !== 'none' &&
        connection.keyHeader !== undefined && { [connection.keyHeader.toLowerCase()]: operationKey }),
    },
    body,
  };
}

/** A secret is "whsec_" and base64, or any text. */
function signature(secret: string, signed: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  return createHmac('sha256', key).update(signed).digest('base64');
}
