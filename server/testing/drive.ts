/** Drives runs in the test's own process, with the real driver, until each waits for somebody. */
import { createDriver } from '#server/executor/driver.ts';
import { parseFaults } from '#server/executor/fault-points.ts';
import { newId } from '#server/new-id.ts';
import { revisePlaybookPlan } from '#server/planner/playbook-reviser.ts';
import type { App } from '#server/app.ts';

export async function driveUntilIdle(app: App): Promise<void> {
  const driver = createDriver({
    store: app.store,
    gate: app.gate,
    reviser: revisePlaybookPlan,
    clock: app.clock,
    newId,
    faults: parseFaults(undefined),
    random: () => 0.5,
    facts: app.facts,
    log: { warn: () => {}, error: (fields, message) => console.error(message, fields) },
    driverId: 'test-driver',
    notify: () => {},
  });
  for (
    let claims = await app.queue.claim('test-driver', 10);
    claims.length > 0;
    claims = await app.queue.claim('test-driver', 10)
  ) {
    await Promise.all(
      claims.map(async (claim) => {
        await driver.drive(claim, new AbortController().signal);
        await app.queue.complete(claim);
      }),
    );
  }
}
