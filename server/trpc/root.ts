import { approvalsRouter } from './approvals.ts';
import { callsRouter } from './calls.ts';
import { comparisonsRouter } from './comparisons.ts';
import { connectionsRouter } from './connections.ts';
import { draftsRouter } from './drafts.ts';
import { homeRouter } from './home.ts';
import { createCallerFactory, router } from './init.ts';
import { plansRouter } from './plans.ts';
import { playbooksRouter } from './playbooks.ts';
import { runsRouter } from './runs.ts';
import { sessionRouter } from './session.ts';
import { streamRouter } from './stream.ts';
import { toolsRouter } from './tools.ts';
import { workspaceRouter } from './workspace.ts';

export const appRouter = router({
  session: sessionRouter,
  home: homeRouter,
  plans: plansRouter,
  drafts: draftsRouter,
  tools: toolsRouter,
  comparisons: comparisonsRouter,
  playbooks: playbooksRouter,
  runs: runsRouter,
  approvals: approvalsRouter,
  calls: callsRouter,
  connections: connectionsRouter,
  workspace: workspaceRouter,
  stream: streamRouter,
});
export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
