import { describeRunStore } from './run-store.contract.ts';
import { createMemoryRunStore } from './testing/memory-run-store.ts';

describeRunStore('the memory run store', async () => {
  const store = createMemoryRunStore({ snapshotEvery: 5 });
  const workspaceId = 'w1';
  return {
    store,
    workspaceId,
    claim: async (runId) => store.claim(workspaceId, runId),
    addPlan: async () => {}, // version 1 is the one its runs start with
  };
});
