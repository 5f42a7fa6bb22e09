import { afterAll, expect, test, vi } from 'vitest';
import { aPlan } from '#core/testing/build-plan.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { stopLayoutThread } from './elk-worker.ts';
import { layoutOfBoth } from './plan-layouts.ts';

const database = useTestDatabase();
afterAll(() => stopLayoutThread());

test('[P2] a drawn layout is stored beside the document, and read again by the next process', async () => {
  const place = { sql: database().sql, workspaceId: 'w' };
  const plan = aPlan('a -> b, a -> c');
  const both = { before: plan.steps, after: plan.steps };
  const drawn = await layoutOfBoth(place, both);
  const rows = await place.sql`select layout from drawn_layouts where workspace_id = 'w'`;
  expect(rows.map((row) => row['layout'])).toEqual([drawn]);

  await place.sql`update drawn_layouts set layout = ${JSON.stringify({ ...drawn, width: 1 })}::text::json`;
  vi.resetModules();
  const next = await import('./plan-layouts.ts');
  expect((await next.layoutOfBoth(place, both)).width).toBe(1);
});
