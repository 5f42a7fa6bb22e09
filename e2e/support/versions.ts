/** A plan with two versions, made through the API: every kind of change once. */
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import type { Api } from './api.ts';
import { goal } from './operator.ts';

export const newKey = () => crypto.randomUUID();

export async function firstVersion(
  api: Api,
): Promise<{ planId: string; hash: string; document: PlanDocument }> {
  const made = await api.playbooks.make.mutate({
    goal,
    playbookId: 'split-name',
    parameters: {},
    idempotencyKey: newKey(),
  });
  if (!made.made) throw new Error(JSON.stringify(made.problems));
  const { hash, document } = await api.plans.version.query({ planId: made.planId, version: 1 });
  return { planId: made.planId, hash, document };
}

export async function nextVersion(
  api: Api,
  planId: string,
  change: (document: PlanDocument) => PlanDocument,
): Promise<number> {
  const { head } = await api.plans.get.query({ planId });
  const base = await api.plans.version.query({ planId, version: head });
  const saved = await api.plans.saveVersion.mutate({
    planId,
    baseVersion: head,
    baseHash: base.hash,
    document: change(base.document),
    note: 'Another way.',
    idempotencyKey: newKey(),
  });
  return saved.version;
}

export const withStep = (document: PlanDocument, id: string, change: (step: Step) => Step): PlanDocument => ({
  ...document,
  steps: document.steps.map((step) => (step.id === id ? change(step) : step)),
});

/** An argument, a title, a new step with new dependencies, a step gone, the goal and the limits. */
export function everyKind(document: PlanDocument): PlanDocument {
  let next = withStep(document, 'add_columns', (step) => ({
    ...step,
    work: {
      ...step.work,
      ...(step.work.kind === 'tool' && {
        args: { ...step.work.args, sql: `${String(step.work.args['sql'])}, ADD COLUMN middle_name text` },
      }),
    },
  }));
  next = withStep(next, 'inspect', (step) => ({ ...step, title: 'Look at users.full_name' }));
  next = withStep(next, 'verify', (step) => ({
    ...step,
    timeoutMs: 30_000,
    needs: ['backfill', 'count_again'],
  }));
  const verify = next.steps.find(({ id }) => id === 'verify');
  if (!verify) throw new Error('the playbook has a step "verify"');
  const counting: Step = {
    id: 'count_again',
    title: 'Count the rows again',
    intent: 'Learn how many rows there are now.',
    success: 'The number of rows is known.',
    needs: ['add_columns'],
    work: {
      kind: 'tool',
      tool: 'postgres.query',
      args: { connection: 'shop', sql: 'SELECT count(*)::int AS total FROM users' },
    },
  };
  return {
    ...next,
    objective: `${next.objective} Nobody waits.`,
    limits: { ...next.limits, concurrency: 2 },
    assumptions: [],
    success: (next.success ?? []).filter(({ id }) => id !== 'old-column-is-gone'),
    steps: [...next.steps.filter(({ id }) => id !== 'drop_column'), counting],
  };
}
