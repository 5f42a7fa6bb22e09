/** Data that the screens show, made through the API. */
import { expect } from '@playwright/test';
import type { Api } from './api.ts';

const key = () => crypto.randomUUID();

export async function makePlan(api: Api): Promise<{ planId: string; hash: string }> {
  const made = await api.playbooks.make.mutate({
    goal: 'Split users.full_name into first and last name without downtime',
    playbookId: 'split-name',
    parameters: {},
    idempotencyKey: key(),
  });
  if (!made.made) throw new Error(JSON.stringify(made.problems));
  const { hash } = await api.plans.version.query({ planId: made.planId, version: 1 });
  return { planId: made.planId, hash };
}

/** A second version: one step gone, one added, one changed in its arguments, one in its words. */
export async function makeSecondVersion(api: Api, planId: string): Promise<void> {
  const { document, hash } = await api.plans.version.query({ planId, version: 1 });
  const steps = document.steps.map((step, index) =>
    index === 0 ? { ...step, title: `${step.title}, and their types` } : step,
  );
  await api.plans.saveVersion.mutate({
    planId,
    baseVersion: 1,
    baseHash: hash,
    document: { ...document, steps, limits: { ...document.limits, replans: 3 } },
    note: 'Says more about the first step',
    idempotencyKey: key(),
  });
}

/** A run that stopped at its first call to approve. */
export async function makeWaitingRun(
  api: Api,
): Promise<{ planId: string; runId: string; approvalId: string }> {
  const { planId, hash } = await makePlan(api);
  await api.plans.approve.mutate({ planId, version: 1, hash, idempotencyKey: key() });
  const { runId } = await api.runs.start.mutate({ planId, version: 1, hash, idempotencyKey: key() });
  const pending = async () =>
    (await api.approvals.list.query({ tab: 'needs-you', limit: 1, runId })).approvals[0];
  await expect.poll(async () => (await pending())?.approvalId, { timeout: 30_000 }).toBeTruthy();
  return { planId, runId, approvalId: (await pending())?.approvalId ?? '' };
}
