/** The playbook against real rows: its own SQL, its own checks, four kinds of data. */
import type postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import type { Json, JsonObject } from '#core/json.ts';
import { evaluateCheck } from '#core/plan/condition.ts';
import { applyEdits } from '#core/plan/edit.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import type { CheckResult, Trigger } from '#core/run/events.ts';
import { createTestDatabase, type TestDatabase } from '#db/testing/database.ts';
import { fillShop } from '#server/samples/prepare.ts';
import { makePlan } from '../playbooks.ts';
import { splitName } from './split-name.ts';

const goal = 'Split users.full_name into first and last name without downtime';
const open: TestDatabase[] = [];
let sql: postgres.Sql;

afterAll(async () => {
  await Promise.all(open.map((database) => database.drop()));
});

async function shopOf(seed: number): Promise<postgres.Sql> {
  const database = await createTestDatabase({ empty: true });
  open.push(database);
  await fillShop(database.url, seed);
  return database.sql;
}

function planned(): PlanDocument {
  const made = makePlan(splitName, {}, goal);
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  return made.document;
}

async function run(args: JsonObject, item?: JsonObject): Promise<Json> {
  const params = ((args['params'] ?? []) as Json[]).map((value) =>
    item && typeof value === 'object' && value !== null && '$expr' in value
      ? item[String(value['$expr']).slice('item.'.length)]
      : value,
  );
  const rows = await sql.unsafe(String(args['sql']), params as never[]);
  return { rows: Array.from(rows, (row) => structuredClone(row)) as Json[], rowCount: rows.count };
}

function toolArgs(step: Step): JsonObject {
  if (step.work.kind !== 'tool') throw new Error('not a tool step');
  return step.work.args;
}

/** Carries out the steps in order, as far as the first failing check. */
async function carryOut(
  document: PlanDocument,
  from = 0,
): Promise<{ outputs: Record<string, Json>; failed: CheckResult[]; stoppedAt: number }> {
  const outputs: Record<string, Json> = {};
  for (const [index, step] of document.steps.entries()) {
    if (index < from) continue;
    const failedBefore = await failing(step.preconditions ?? [], 'precondition', undefined);
    if (failedBefore.length > 0) return { outputs, failed: failedBefore, stoppedAt: index };
    if (step.forEach) {
      const batches = await run(
        toolArgs(document.steps.find((other) => other.id === 'plan_batches') as Step),
      );
      for (const item of (batches as { rows: JsonObject[] }).rows) await run(toolArgs(step), item);
    } else {
      outputs[step.id] = await run(toolArgs(step));
    }
    const failedAfter = await failing(step.postconditions ?? [], 'postcondition', outputs[step.id]);
    if (failedAfter.length > 0) return { outputs, failed: failedAfter, stoppedAt: index };
  }
  return {
    outputs,
    failed: await failing(document.success ?? [], 'success', undefined),
    stoppedAt: document.steps.length,
  };
}

async function failing(
  checks: NonNullable<PlanDocument['success']>,
  kind: CheckResult['kind'],
  output: Json | undefined,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    const probe = check.probe ? await run(check.probe.args) : undefined;
    results.push(
      evaluateCheck(
        check,
        kind,
        { ...(output === undefined ? {} : { output }), ...(probe === undefined ? {} : { probe }) },
        0,
      ),
    );
  }
  return results.filter((result) => !result.holds);
}

const trigger: Trigger = { kind: 'step-failed', stepId: 'verify', message: 'A check failed.' };

test('[N8] clean rows ask for no revision and the column is gone at the end', async () => {
  sql = await shopOf(0);
  const end = await carryOut(planned());
  expect(end.failed).toEqual([]);
  expect(
    await sql`select count(*)::int as n from customers where first_name is null or last_name is null`,
  ).toEqual([{ n: 0 }]);
});

test.each([
  [1, 'clean_comma_names'],
  [2, 'clean_stray_spaces'],
  [3, 'mark_single_names'],
])('[N8] the dirt of seed %i adds the step %s, and that step mends it', async (seed, stepId) => {
  sql = await shopOf(seed);
  const document = planned();
  const first = await carryOut(document);
  expect(document.steps[first.stoppedAt]?.id).toBe('verify');

  const revision = splitName.revise(
    document,
    { outputs: first.outputs, failedChecks: first.failed },
    trigger,
  );
  const added = revision?.edits.flatMap((edit) => (edit.type === 'add-step' ? [edit.step.id] : []));
  expect(added).toEqual([stepId]);
  const revised = applyEdits(document, revision?.edits ?? []);
  if (!revised.ok) throw new Error(revised.message);

  const rest = await carryOut(
    revised.document,
    revised.document.steps.findIndex((step) => step.id === stepId),
  );
  expect(rest.failed).toEqual([]);
});

test('[N8] a revision that is in place already is not offered again', () => {
  const document = planned();
  const failedChecks = [
    { id: 'no-comma-names', kind: 'postcondition' as const, expr: '', holds: false, at: 0 },
  ];
  const once = splitName.revise(document, { outputs: {}, failedChecks }, trigger);
  const revised = applyEdits(document, once?.edits ?? []);
  expect(
    revised.ok && splitName.revise(revised.document, { outputs: {}, failedChecks }, trigger),
  ).toBeUndefined();
});

test('a batch count that is not a number is refused with its path', () => {
  const made = makePlan(splitName, { batches: 'many' }, goal);
  expect(made).toMatchObject({ ok: false, problems: [{ path: '/parameters/batches' }] });
});
