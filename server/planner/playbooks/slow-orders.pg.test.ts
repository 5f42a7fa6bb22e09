/** The playbook's own statements against real rows: what the seed made slow is what the report names. */
import { afterAll, expect, test } from 'vitest';
import type { Json, JsonObject } from '#core/json.ts';
import { createTestDatabase, type TestDatabase } from '#db/testing/database.ts';
import { fillShop } from '#server/samples/prepare.ts';
import { slowCauseOf } from '#server/samples/shipment-data.ts';
import { reportMarkdown } from '#server/tools/builtin/report-markdown.ts';
import type { ToolContext } from '#server/tools/tool.ts';
import { makePlan } from '../playbooks.ts';
import { slowOrders } from './slow-orders.ts';

const open: TestDatabase[] = [];
afterAll(async () => {
  await Promise.all(open.map((database) => database.drop()));
});

test.each([0, 1, 2])('seed %i: the report names what makes orders slow', async (seed) => {
  const database = await createTestDatabase({ empty: true });
  open.push(database);
  await fillShop(database.url, seed);
  const made = makePlan(slowOrders, {}, 'Investigate slow orders');
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  const outputs: Record<string, JsonObject[]> = {};
  for (const { id, work } of made.document.steps) {
    if (work.kind !== 'tool' || work.tool !== 'postgres.query') continue;
    const answer = await database.sql.unsafe(String(work.args['sql']), ['2025-01-01', 72] as never[]);
    outputs[id] = Array.from(answer, (row) => structuredClone(row) as JsonObject);
  }
  const report = made.document.steps.find(({ id }) => id === 'report');
  if (report?.work.kind !== 'tool') throw new Error('no report');
  const sections = (report.work.args['sections'] as JsonObject[]).map((section) => {
    const source = section['source'] as JsonObject;
    const rows = outputs[String(source['step'])] ?? [];
    return { ...section, rows, source: { ...source, readAt: rows[0]?.['read_at'] as Json } };
  });
  const text = await reportMarkdown.execute({ title: 'Slow orders', sections }, {} as ToolContext);
  const lines = text.outcome === 'read' ? String((text.output as JsonObject)['text']).split('\n') : [];
  const { cause, value } = slowCauseOf(seed);
  const heading = { warehouse: 'By warehouse', carrier: 'By carrier', weekday: 'By weekday' }[cause];
  const at = lines.findIndex((line) => line.startsWith(`## ${heading}`));
  expect(lines[at + 2]).toMatch(new RegExp(`^Highest: ${value} with \\d+`));
  expect(lines.filter((line) => /^Source: step .*, read \d{4}-/.test(line))).toHaveLength(4);
});
