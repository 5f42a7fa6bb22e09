import { createPostgresRunStore } from './postgres-run-store.ts';
import { describeRunStore } from './run-store.contract.ts';
import { useTestDatabase } from './testing/database.ts';
import { addPlan, addWorkspace } from './testing/rows.ts';

const database = useTestDatabase();

describeRunStore('the PostgreSQL run store', async () => {
  const { sql } = database();
  const workspaceId = await addWorkspace(sql);
  return {
    store: createPostgresRunStore(sql, { snapshotEvery: 5 }),
    workspaceId,
    async claim(runId) {
      const [row] = await sql<{ fence: number }[]>`
        update runs set fence = fence + 1 where workspace_id = ${workspaceId} and id = ${runId} returning fence`;
      return row?.fence ?? 0;
    },
    addPlan: (planId) => addPlan(sql, workspaceId, planId),
  };
});
