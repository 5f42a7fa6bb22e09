/**
 * Investigate slow orders: read-only questions asked side by side, their rows put into one report whose every table
 * cites step, statement, rows and time, and each citation asked again before the report counts as right.
 */
import type { JsonObject } from '#core/json.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import type { Playbook } from '../playbook.ts';

type Names = { database: string; folder: string; since: string; hours: number };
type Question = {
  id: string;
  title: string;
  intent: string;
  heading: string;
  columns: string[];
  /** Identifies a row and what is compared. */
  label: string;
  sql: string;
};

export const slowOrders: Playbook = {
  id: 'slow-orders',
  version: 1,
  title: 'Investigate slow orders',
  description:
    'Asks the database four questions at once (over time, by warehouse, by carrier, by weekday), writes one Markdown report with a citation under each table, and asks every citation again before it is done. Nothing in the database is changed.',
  hints: ['investigate', 'slow', 'order', 'report', 'delivery'],
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['database', 'folder', 'since', 'slowHours'],
    properties: {
      database: { type: 'string', title: 'Database connection', default: 'shop', minLength: 1 },
      folder: { type: 'string', title: 'Folder connection for the report', default: 'reports', minLength: 1 },
      since: {
        type: 'string',
        title: 'Orders placed since',
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        default: '2025-01-01',
      },
      slowHours: {
        type: 'integer',
        title: 'Slow from this many hours',
        minimum: 1,
        maximum: 10_000,
        default: 72,
      },
    },
  },
  plan: (goal, parameters) => makePlan(goal, namesOf(parameters)),
  revise: () => undefined,
};

function namesOf(parameters: JsonObject): Names {
  return {
    database: String(parameters['database']),
    folder: String(parameters['folder']),
    since: String(parameters['since']),
    hours: Number(parameters['slowHours']),
  };
}

const took = (from: string, to: string) => `extract(epoch FROM ${to} - ${from}) / 3600`;
const p90 = (hours: string) =>
  `round((percentile_cont(0.9) WITHIN GROUP (ORDER BY ${hours}))::numeric, 1)::float8`;
const total = took('o.placed_at', 's.delivered_at');
const rows = 'FROM orders AS o JOIN shipments AS s ON s.order_id = o.id WHERE o.placed_at >= $1::date';
const readAt = `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS read_at`;

/** How long the whole took, and the part of it that this question is about. */
function question(
  id: string,
  label: string,
  expression: string,
  part: string,
  title: string,
  intent: string,
): Question {
  return {
    id,
    title,
    intent,
    heading: title,
    label,
    columns: [label, 'orders', 'slow', 'p90_hours', 'p90_part_hours'],
    sql: `SELECT ${expression} AS ${label}, count(*)::int AS orders, count(*) FILTER (WHERE ${total} >= $2)::int AS slow, ${p90(total)} AS p90_hours, ${p90(part)} AS p90_part_hours, ${readAt} ${rows} GROUP BY 1 ORDER BY 1`,
  };
}

const packing = took('o.placed_at', 's.packed_at');
const transit = took('s.packed_at', 's.delivered_at');
const questions: readonly Question[] = [
  question(
    'by_month',
    'month',
    `to_char(o.placed_at AT TIME ZONE 'UTC', 'YYYY-MM')`,
    total,
    'Over time',
    'See whether orders became slow at some moment.',
  ),
  question(
    'by_warehouse',
    'warehouse',
    's.warehouse',
    packing,
    'By warehouse, with packing',
    'See whether one warehouse packs slowly.',
  ),
  question(
    'by_carrier',
    'carrier',
    's.carrier',
    transit,
    'By carrier, with transit',
    'See whether one carrier delivers slowly.',
  ),
  question(
    'by_weekday',
    'weekday',
    `to_char(o.placed_at AT TIME ZONE 'UTC', 'Dy')`,
    packing,
    'By weekday, with packing',
    'See whether orders of one weekday wait.',
  ),
];

function makePlan(goal: string, names: Names): PlanDocument {
  return {
    artifact: 'plan/v1',
    objective: goal,
    inputs: { since: names.since, slowHours: names.hours },
    constraints: [{ id: 'read-only', text: 'The database is only read.' }],
    steps: [...questions.map((one) => ask(one, names)), report(), save(names), verify(names)],
    success: [
      {
        id: 'report-is-there',
        expr: 'probe.sha256 == steps["report"].output.sha256',
        probe: {
          tool: 'files.read',
          args: { connection: names.folder, path: { $expr: 'steps["save"].output.path' } },
        },
        message: 'The report in the folder is not the one that was made.',
      },
    ],
    limits: { concurrency: 4 },
  };
}

const ask = ({ id, title, intent, sql }: Question, { database }: Names): Step => ({
  id,
  title,
  intent,
  success: 'Every group of orders has its count and its 90th percentile.',
  work: {
    kind: 'tool',
    tool: 'postgres.query',
    args: { connection: database, sql, params: [{ $expr: 'inputs.since' }, { $expr: 'inputs.slowHours' }] },
  },
  postconditions: [
    {
      id: 'has-rows',
      expr: 'output.rowCount > 0 && !output.truncated',
      message: 'There are no orders since then.',
    },
  ],
});

const report = (): Step => ({
  id: 'report',
  title: 'Write the report',
  intent: 'Put what was read into one text, each table with its source.',
  success: 'Every figure of the report names its step, statement, rows and time.',
  needs: questions.map(({ id }) => id),
  work: {
    kind: 'tool',
    tool: 'report.markdown',
    args: {
      title: 'Slow orders',
      summary: {
        $expr:
          '"Orders placed since " + inputs.since + ". Slow means " + string(inputs.slowHours) + " hours or more from order to delivery; p90 is the time within which nine of ten were delivered."',
      },
      sections: questions.map(({ id, heading, columns, label, sql }) => ({
        heading,
        columns,
        rows: { $expr: `steps["${id}"].output.rows` },
        highest: { column: 'p90_part_hours', label },
        source: { step: id, statement: sql, readAt: { $expr: `steps["${id}"].output.rows[0].read_at` } },
      })),
    },
  },
});

const save = ({ folder }: Names): Step => ({
  id: 'save',
  title: 'Save the report',
  intent: 'Keep the report under a name of its own; no earlier report is touched.',
  success: 'The folder holds the report.',
  needs: ['report'],
  work: {
    kind: 'tool',
    tool: 'files.write',
    args: {
      connection: folder,
      path: { $expr: '"slow-orders-" + run.id + ".md"' },
      text: { $expr: 'steps["report"].output.text' },
      expected: null,
    },
  },
  compensation: {
    kind: 'tool',
    tool: 'files.remove',
    args: {
      connection: folder,
      path: { $expr: '"slow-orders-" + run.id + ".md"' },
      expected: { $expr: 'steps["report"].output.sha256' },
    },
  },
});

const verify = ({ database, folder }: Names): Step => ({
  id: 'verify',
  title: 'Ask every citation again',
  intent: 'Run the cited statements once more and hold the rows against the report.',
  success: 'Each cited statement gives the rows that stand in the report.',
  needs: ['save'],
  work: {
    kind: 'tool',
    tool: 'files.read',
    args: { connection: folder, path: { $expr: 'steps["save"].output.path' } },
  },
  postconditions: questions.map(({ id, label, sql }) => ({
    id: `same-${id.replaceAll('_', '-')}`,
    expr: `probe.rows.map(row, [row.${label}, row.orders, row.slow, row.p90_hours, row.p90_part_hours]) == steps["${id}"].output.rows.map(row, [row.${label}, row.orders, row.slow, row.p90_hours, row.p90_part_hours])`,
    probe: {
      tool: 'postgres.query',
      args: { connection: database, sql, params: [{ $expr: 'inputs.since' }, { $expr: 'inputs.slowHours' }] },
    },
    message: `The rows of "${id}" are not what the report says: orders changed meanwhile, or the report is wrong.`,
  })),
});
