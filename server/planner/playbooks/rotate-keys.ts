/**
 * Rotate the API keys of inactive partners: who they are comes from the database, each key is rotated at the service
 * of its own, every rotation is counted there again, and the people on duty get a notice.
 */
import type { JsonObject } from '#core/json.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import type { Playbook } from '../playbook.ts';

type Names = { database: string; service: string; webhook: string; before: string };

export const rotateKeys: Playbook = {
  id: 'rotate-keys',
  version: 1,
  title: 'Rotate the API keys of inactive partners',
  description:
    'Finds partners nobody has seen since a day, rotates the key of each at the partner service, counts the rotations there and sends a notice. A rotation whose answer is lost is asked for again under its own key, so none is done twice.',
  hints: ['rotate', 'key', 'api', 'inactive', 'partner'],
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['database', 'service', 'webhook', 'inactiveBefore'],
    properties: {
      database: { type: 'string', title: 'Database connection', default: 'shop', minLength: 1 },
      service: { type: 'string', title: 'Partner service connection', default: 'partners', minLength: 1 },
      webhook: { type: 'string', title: 'Webhook connection', default: 'ops-webhook', minLength: 1 },
      inactiveBefore: {
        type: 'string',
        title: 'Not seen since',
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        default: '2026-01-01',
      },
    },
  },
  plan: (goal, parameters) => makePlan(goal, namesOf(parameters)),
  revise: () => undefined,
};

function namesOf(parameters: JsonObject): Names {
  return {
    database: String(parameters['database']),
    service: String(parameters['service']),
    webhook: String(parameters['webhook']),
    before: String(parameters['inactiveBefore']),
  };
}

function makePlan(goal: string, names: Names): PlanDocument {
  return {
    artifact: 'plan/v1',
    objective: goal,
    inputs: { inactiveBefore: names.before },
    constraints: [
      { id: 'active-partners-untouched', text: 'No partner that was seen since then gets a new key.' },
    ],
    assumptions: [
      {
        id: 'inactive-do-not-call',
        statement: 'A partner that was not seen since then has no program that still uses the old key.',
        steps: ['rotate'],
      },
    ],
    steps: [find(names), count(names), rotate(names), verify(names), notice(names)],
    success: [
      {
        id: 'every-inactive-key-rotated',
        expr: 'steps["find"].output.rows.all(partner, probe.body.keys.exists(key, key.partnerId == partner.id && key.rotatedAt != null))',
        probe: { tool: 'http.request', args: { connection: names.service, method: 'GET', path: '/keys' } },
        message: 'A partner that is not active still has its old key.',
      },
    ],
    limits: { concurrency: 4 },
  };
}

const find = ({ database }: Names): Step => ({
  id: 'find',
  title: 'Find inactive partners',
  intent: 'List the partners that nobody has seen since the day given.',
  success: 'Every partner on the list was last seen before that day.',
  work: {
    kind: 'tool',
    tool: 'postgres.query',
    args: {
      connection: database,
      sql: 'SELECT id, name, contact, last_seen_at FROM partners WHERE last_seen_at < $1::date ORDER BY id',
      params: [{ $expr: 'inputs.inactiveBefore' }],
    },
  },
  postconditions: [
    {
      id: 'some-found',
      expr: 'output.rowCount > 0',
      message: 'No partner is inactive: there is nothing to rotate.',
    },
  ],
});

const count = ({ service }: Names): Step => ({
  id: 'count_before',
  title: 'Count rotations so far',
  intent: 'Learn how often each key was rotated before this run.',
  success: 'The number of rotations of every partner is known.',
  work: { kind: 'tool', tool: 'http.request', args: { connection: service, method: 'GET', path: '/keys' } },
});

const rotate = ({ service, before }: Names): Step => ({
  id: 'rotate',
  title: 'Rotate the key of each',
  intent: 'Give each partner on the list a new key; the old one stops working at once.',
  success: 'The service answers each rotation with the id of the new key.',
  needs: ['find', 'count_before'],
  forEach: { items: 'steps["find"].output.rows', maxItems: 200, concurrency: 3 },
  work: {
    kind: 'tool',
    tool: 'http.request',
    args: {
      connection: service,
      method: 'POST',
      path: { $expr: '"/partners/" + item.id + "/rotate"' },
      body: { reason: `not seen since ${before}` },
    },
  },
  risk: 'medium',
  timeoutMs: 5_000,
});

const verify = ({ service }: Names): Step => ({
  id: 'verify',
  title: 'Count the rotations again',
  intent: 'Hold what the service says now against what it said before.',
  success: 'Each partner on the list was rotated once more than before, and nobody else was.',
  needs: ['rotate'],
  work: { kind: 'tool', tool: 'http.request', args: { connection: service, method: 'GET', path: '/keys' } },
  postconditions: [
    {
      id: 'each-once',
      expr: `output.body.keys.all(key, steps["count_before"].output.body.keys.exists(old, old.partnerId == key.partnerId && key.rotations == old.rotations + (steps["find"].output.rows.exists(partner, partner.id == key.partnerId) ? 1 : 0)))`,
      message:
        'Some key was rotated another number of times than once, or a key that was to stay was rotated.',
    },
  ],
});

const notice = ({ webhook }: Names): Step => ({
  id: 'notice',
  title: 'Tell the people on duty',
  intent: 'Say how many keys were rotated and since when their partners were not seen.',
  success: 'The webhook has taken the notice.',
  needs: ['verify'],
  work: {
    kind: 'tool',
    tool: 'notify.webhook',
    args: {
      connection: webhook,
      title: 'API keys rotated',
      text: {
        $expr:
          'string(steps["find"].output.rowCount) + " partners not seen since " + inputs.inactiveBefore + " have new API keys."',
      },
    },
  },
  risk: 'low',
});
