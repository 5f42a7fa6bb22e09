import { afterAll, beforeAll, expect, test } from 'vitest';
import { importPlan } from '#core/plan/import/import-plan.ts';
import { planHash } from '#core/plan/normal-form.ts';
import { aPlan } from '#core/testing/build-plan.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { stopLayoutThread } from '#server/layout/elk-worker.ts';
import { createTestApi, type TestApi } from '#server/testing/web-app.ts';
import { EXPORT_FORMATS, exportPlan, fileName, handleExport } from './plan-export.ts';

const database = useTestDatabase();
let api: TestApi;
let planId: string;
const plan = aPlan('look -> copy');
const document = {
  ...plan,
  objective: 'Copy "users" \u202E',
  steps: plan.steps.map((step) => ({ ...step, work: { kind: 'checkpoint' as const, question: 'Go on?' } })),
};
beforeAll(async () => {
  api = await createTestApi(database());
  await api.workspace('w', { ana: ['author'], vic: ['viewer'] });
  await api.workspace('other', { eve: ['admin'] });
  const made = await api
    .as('ana')
    .plans.create({ title: 'Übertrag: users', document, note: 'N', idempotencyKey: crypto.randomUUID() });
  planId = made.planId;
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await stopLayoutThread();
});

const get = (format: string, person: string | null = 'vic', workspace = 'w', version = '1') =>
  exportPlan(api.web, person === null ? null : api.session(person, workspace), { planId, version, format });

test('[X1] a viewer downloads a version in each format, as a file named after the plan', async () => {
  for (const format of EXPORT_FORMATS) {
    const response = await get(format);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="ubertrag-users-v1\.(json|yaml|mmd|svg)"$/,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const text = await response.text();
    expect(text).not.toContain('\u202E');
    if (format === 'svg') expect(text).toContain('<desc id="plan-description">2 steps');
    if (format !== 'json' && format !== 'yaml') continue;
    const read = importPlan(text);
    expect(read.ok && planHash(read.plan.document)).toBe(planHash(document));
  }
});

test('[X1] nobody else gets it: not signed in 401, of another workspace 404, what does not exist 404', async () => {
  expect((await get('json', null)).status).toBe(401);
  expect((await get('json', 'eve', 'other')).status).toBe(404);
  expect((await get('json', 'vic', 'w', '2')).status).toBe(404);
  expect((await get('json', 'vic', 'w', '1e0')).status).toBe(404);
  expect((await get('exe')).status).toBe(404);
  const request = new Request('http://x/', { headers: { cookie: 'countersign.session_token=made-up' } });
  expect((await handleExport(api.web, request, { planId, version: '1', format: 'json' })).status).toBe(401);
});

test('a file name is made of plain letters whatever the title', () => {
  expect(fileName('../../etc/passwd"; x=\r\n')).toBe('etc-passwd-x');
  expect(fileName('計画')).toBe('plan');
  expect(fileName('a'.repeat(200))).toHaveLength(60);
});
