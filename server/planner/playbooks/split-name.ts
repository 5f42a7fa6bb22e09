/**
 * Split a full-name column into first and last name without downtime: expand (new columns), backfill in batches,
 * verify on the real rows, switch readers through the view, contract (drop the old column, which is irreversible).
 * The revision answers what the verification found (N8): each kind of dirt has its own cleaning step, clean data none.
 */
import type { JsonObject } from '#core/json.ts';
import type { PlanEdit } from '#core/plan/edit.ts';
import type { Check, PlanDocument, Step } from '#core/plan/schema.ts';
import type { Playbook, RevisionFacts } from '../playbook.ts';
import { countBadNames, type Names, dirtKinds, splitRows } from './split-name-sql.ts';

const identifier = { type: 'string', pattern: '^[a-z_][a-z0-9_]{0,62}$' };

export const splitName: Playbook = {
  id: 'split-name',
  version: 1,
  title: 'Split a full name into first and last name without downtime',
  description:
    'Adds the two columns, fills them in batches, verifies every row, switches readers through the view and drops the old column last. What the verification finds in your rows adds the cleaning step they need.',
  hints: ['split', 'name', 'first', 'last', 'column', 'full_name'],
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['connection', 'table', 'column', 'view', 'batches'],
    properties: {
      connection: { type: 'string', title: 'Database connection', default: 'shop', minLength: 1 },
      table: { ...identifier, title: 'Table', default: 'users' },
      column: { ...identifier, title: 'Column with the full name', default: 'full_name' },
      view: { ...identifier, title: 'View that readers use', default: 'customers' },
      batches: { type: 'integer', title: 'Batches of the backfill', minimum: 1, maximum: 64, default: 8 },
    },
  },
  plan: makeSplitPlan,
  revise: (document, facts) => reviseSplitPlan(document, facts),
};

function namesOf(parameters: JsonObject): Names {
  return {
    connection: String(parameters['connection']),
    table: String(parameters['table']),
    column: String(parameters['column']),
    view: String(parameters['view']),
  };
}

function makeSplitPlan(goal: string, parameters: JsonObject): PlanDocument {
  const names = namesOf(parameters);
  const batches = Number(parameters['batches']);
  return {
    artifact: 'plan/v1',
    objective: goal,
    inputs: {
      connection: names.connection,
      table: names.table,
      column: names.column,
      view: names.view,
      batches,
    },
    constraints: [{ id: 'no-downtime', text: 'Readers of the view keep working at every moment.' }],
    assumptions: [
      {
        id: 'readers-use-the-view',
        statement: `Programs read names through the view ${names.view}, not from ${names.table}.${names.column}.`,
        steps: ['drop_column'],
      },
    ],
    steps: [
      inspect(names),
      planBatches(names, batches),
      addColumns(names),
      backfill(names),
      verify(names),
      switchView(names),
      dropColumn(names),
    ],
    success: [
      {
        id: 'every-name-is-split',
        expr: 'probe.rows[0].unsplit == 0',
        probe: query(
          names,
          `SELECT count(*) FILTER (WHERE first_name IS NULL OR last_name IS NULL)::int AS unsplit FROM ${names.table}`,
        ),
        message: 'Some rows have no first or last name.',
      },
      {
        id: 'old-column-is-gone',
        expr: 'probe.rows[0].present == 0',
        probe: columnProbe(names, [names.column]),
        message: `${names.table}.${names.column} still exists.`,
      },
      {
        id: 'readers-see-both-names',
        expr: 'probe.rows[0].present == 2',
        probe: columnProbe({ ...names, table: names.view }, ['first_name', 'last_name']),
        message: `The view ${names.view} does not show first and last name.`,
      },
    ],
    limits: { concurrency: 4, replans: 2 },
  };
}

const inspect = (names: Names): Step => ({
  id: 'inspect',
  title: `Inspect ${names.table}.${names.column}`,
  intent: 'Learn how many rows there are and that the column to split exists.',
  success: 'The number of rows is known.',
  work: tool('postgres.query', {
    connection: names.connection,
    sql: `SELECT count(*)::int AS total, count(${names.column})::int AS named FROM ${names.table}`,
  }),
  postconditions: [
    {
      id: 'has-rows',
      expr: 'output.rows[0].total > 0',
      message: `${names.table} is empty: there is nothing to split.`,
    },
  ],
});

const planBatches = (names: Names, batches: number): Step => ({
  id: 'plan_batches',
  title: `Cut the rows into ${batches} batches`,
  intent: 'Find id ranges of equal size, so that each backfill transaction stays short.',
  success: 'Every row is in exactly one range.',
  needs: ['inspect'],
  work: tool('postgres.query', {
    connection: names.connection,
    sql: `SELECT min(id)::int AS from_id, max(id)::int AS to_id, count(*)::int AS size FROM (SELECT id, ntile(${batches}) OVER (ORDER BY id) AS batch FROM ${names.table}) AS t GROUP BY batch ORDER BY batch`,
  }),
});

const addColumns = (names: Names): Step => ({
  id: 'add_columns',
  title: `Add first_name and last_name to ${names.table}`,
  intent: 'Make room for the two names beside the old column; readers and writers notice nothing.',
  success: `${names.table} has both columns, empty.`,
  needs: ['inspect'],
  work: execute(names, `ALTER TABLE ${names.table} ADD COLUMN first_name text, ADD COLUMN last_name text`),
  preconditions: [
    {
      id: 'columns-absent',
      expr: 'probe.rows[0].present == 0',
      probe: columnProbe(names, ['first_name', 'last_name']),
      message: `${names.table} already has a first_name or last_name column.`,
    },
  ],
  postconditions: [
    {
      id: 'columns-present',
      expr: 'probe.rows[0].present == 2',
      probe: columnProbe(names, ['first_name', 'last_name']),
      message: 'The new columns are not there.',
    },
  ],
  risk: 'medium',
  compensation: execute(names, `ALTER TABLE ${names.table} DROP COLUMN first_name, DROP COLUMN last_name`),
});

const backfill = (names: Names): Step => ({
  id: 'backfill',
  title: 'Backfill the names in batches',
  intent: 'Fill both columns from the full name, a batch of rows at a time.',
  success: 'Every row has a first and a last name taken from its full name.',
  needs: ['add_columns', 'plan_batches'],
  forEach: { items: 'steps["plan_batches"].output.rows', maxItems: 64, concurrency: 2 },
  work: {
    kind: 'tool',
    tool: 'postgres.execute',
    args: {
      connection: names.connection,
      sql: `UPDATE ${names.table} SET ${splitRows(names.column)} WHERE id BETWEEN $1 AND $2`,
      params: [{ $expr: 'item.from_id' }, { $expr: 'item.to_id' }],
    },
  },
  risk: 'low',
  compensation: {
    kind: 'tool',
    tool: 'postgres.execute',
    args: {
      connection: names.connection,
      sql: `UPDATE ${names.table} SET first_name = NULL, last_name = NULL WHERE id BETWEEN $1 AND $2`,
      params: [{ $expr: 'item.from_id' }, { $expr: 'item.to_id' }],
    },
  },
});

const verify = (names: Names): Step => ({
  id: 'verify',
  title: 'Verify every name',
  intent: 'Count the rows whose full name did not split cleanly, by kind.',
  success: 'No row has a comma, stray spaces, a missing or a single name.',
  needs: ['backfill'],
  work: tool('postgres.query', { connection: names.connection, sql: countBadNames(names) }),
  postconditions: dirtKinds.map((dirt): Check => ({
    id: dirt.checkId,
    expr: `output.rows[0].${dirt.count} == 0`,
    message: dirt.message,
  })),
});

const switchView = (names: Names): Step => ({
  id: 'switch_view',
  title: `Switch readers of ${names.view} to the new columns`,
  intent: 'The view keeps its old column, now made of the two new ones, and gains both.',
  success: `${names.view} no longer reads ${names.table}.${names.column}.`,
  needs: ['verify'],
  work: execute(
    names,
    `CREATE OR REPLACE VIEW ${names.view} AS SELECT id, concat_ws(' ', first_name, nullif(last_name, '-')) AS full_name, email, created_at, first_name, last_name FROM ${names.table}`,
  ),
  postconditions: [
    {
      id: 'view-independent',
      expr: 'probe.rows[0].uses == 0',
      probe: viewUsesColumn(names),
      message: `${names.view} still depends on ${names.column}.`,
    },
  ],
  risk: 'medium',
});

const dropColumn = (names: Names): Step => ({
  id: 'drop_column',
  title: `Drop ${names.table}.${names.column}`,
  intent: 'Remove the old column once nothing reads it.',
  success: `${names.table} has no column ${names.column}.`,
  needs: ['switch_view'],
  work: execute(names, `ALTER TABLE ${names.table} DROP COLUMN ${names.column}`),
  preconditions: [
    {
      id: 'nothing-reads-it',
      expr: 'probe.rows[0].uses == 0',
      probe: viewUsesColumn(names),
      message: `The view ${names.view} still reads ${names.column}.`,
    },
    {
      id: 'nothing-unsplit',
      expr: 'probe.rows[0].unsplit == 0',
      probe: query(
        names,
        `SELECT count(*) FILTER (WHERE first_name IS NULL OR last_name IS NULL)::int AS unsplit FROM ${names.table}`,
      ),
      message: 'Rows were written after the backfill and are not split yet.',
    },
  ],
  postconditions: [
    {
      id: 'column-gone',
      expr: 'probe.rows[0].present == 0',
      probe: columnProbe(names, [names.column]),
      message: `${names.column} is still there.`,
    },
  ],
  risk: 'high',
});

/** Cleaning steps for the dirt that the checks found, between the backfill and the verification. */
function reviseSplitPlan(
  document: PlanDocument,
  facts: RevisionFacts,
): { edits: PlanEdit[]; note: string } | undefined {
  const inputs = document.inputs as JsonObject | undefined;
  if (!inputs) return undefined;
  const names = namesOf(inputs);
  const failed = new Set(facts.failedChecks.filter((check) => !check.holds).map((check) => check.id));
  const has = (stepId: string) => document.steps.some((step) => step.id === stepId);

  if (failed.has('nothing-unsplit') && !has('split_late_rows')) {
    const step = cleaningStep(
      names,
      'split_late_rows',
      'Split the rows written since the backfill',
      `SET ${splitRows(names.column)} WHERE first_name IS NULL OR last_name IS NULL`,
      ['switch_view'],
    );
    return {
      edits: [
        { type: 'add-step', step, at: indexOf(document, 'drop_column') },
        { type: 'add-dependency', stepId: 'drop_column', needs: step.id },
      ],
      note: 'Rows were written after the backfill: split them before the old column goes.',
    };
  }

  const found = dirtKinds.filter((dirt) => failed.has(dirt.checkId) && !has(dirt.stepId));
  if (found.length === 0) return undefined;
  const edits: PlanEdit[] = [];
  let after = 'backfill';
  for (const dirt of found) {
    const step = cleaningStep(names, dirt.stepId, dirt.title, dirt.update(names.column), [after]);
    edits.push(
      { type: 'add-step', step, at: indexOf(document, 'verify') + edits.length / 2 },
      { type: 'add-dependency', stepId: 'verify', needs: step.id },
    );
    after = step.id;
  }
  return {
    edits,
    note: `Verification found ${found.map((dirt) => `${countOf(facts, dirt.count)} ${dirt.noun}`).join(' and ')}: clean them, then verify again.`,
  };
}

function cleaningStep(names: Names, id: string, title: string, update: string, needs: string[]): Step {
  return {
    id,
    title,
    intent: 'Mend only the rows of this kind and split them again.',
    success: 'No row of this kind is left.',
    needs,
    work: execute(names, `UPDATE ${names.table} ${update}`),
    risk: 'medium',
  };
}

function countOf(facts: RevisionFacts, count: string): string {
  const output = facts.outputs['verify'] as { rows?: JsonObject[] } | undefined;
  const value = output?.rows?.[0]?.[count];
  return value === undefined ? 'some' : String(value);
}

function indexOf(document: PlanDocument, stepId: string): number {
  const index = document.steps.findIndex((step) => step.id === stepId);
  return index < 0 ? document.steps.length : index;
}

function tool(name: string, args: JsonObject) {
  return { kind: 'tool' as const, tool: name, args };
}
const execute = (names: Names, sql: string) =>
  tool('postgres.execute', { connection: names.connection, sql });
const query = (names: Names, sql: string, params?: string[]) => ({
  tool: 'postgres.query',
  args: { connection: names.connection, sql, ...(params ? { params } : {}) },
});
const columnProbe = (names: Names, columns: string[]) =>
  query(
    names,
    `SELECT count(*)::int AS present FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 AND column_name IN (${columns.map((_, i) => `$${i + 2}`).join(', ')})`,
    [names.table, ...columns],
  );
const viewUsesColumn = (names: Names) =>
  query(
    names,
    'SELECT count(*)::int AS uses FROM information_schema.view_column_usage WHERE view_schema = current_schema() AND view_name = $1 AND table_name = $2 AND column_name = $3',
    [names.view, names.table, names.column],
  );
