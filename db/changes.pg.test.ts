import { expect, test } from 'vitest';
import { type Change, type Changes, openChanges } from './changes.ts';
import { useTestDatabase } from './testing/database.ts';

const database = useTestDatabase({ empty: true });
const change = (version: number): Change => ({ workspaceId: 'w', kind: 'run', runId: 'r', version });

/** What a subscriber heard, and a promise for the next thing that fits. */
function listenTo(changes: Changes) {
  const heard: (Change | undefined)[] = [];
  let look = () => {};
  changes.subscribe((item) => {
    heard.push(item);
    look();
  });
  const until = (fits: (items: (Change | undefined)[]) => boolean) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (fits(heard)) resolve();
      };
      look();
    });
  return { heard, until };
}
const isResync = (item: Change | undefined) => item === undefined;
const listening = (changes: Changes) => (items: (Change | undefined)[]) =>
  changes.state() === 'listening' && items.some(isResync);

test('a change reaches every listening process, and the one that sent it', async () => {
  const { sql, url } = database();
  const [one, two] = [openChanges({ sql, listenUrl: url }), openChanges({ sql, listenUrl: url })];
  const ears = [listenTo(one), listenTo(two)] as const;
  await Promise.all([ears[0].until(listening(one)), ears[1].until(listening(two))]);
  await one.notify(change(1));
  await Promise.all(ears.map((ear) => ear.until((items) => items.some((item) => item?.version === 1))));
  await Promise.all([one.stop(), two.stop()]);
});

test('changes of one run that gather are one, the latest', async () => {
  const { sql, url } = database();
  const changes = openChanges({ sql, listenUrl: url });
  const ear = listenTo(changes);
  await ear.until(listening(changes));
  await Promise.all([1, 2, 3, 4].map((version) => changes.notify(change(version))));
  await ear.until((items) => items.some((item) => item?.version === 4));
  expect(ear.heard.flatMap((item) => (item ? [item.version] : []))).toEqual([4]);
  await changes.stop();
});

test('[case 91] a listener killed by pg_terminate_backend says that it may have missed something, and hears again', async () => {
  const { sql, url } = database();
  const errors: unknown[] = [];
  const changes = openChanges({ sql, listenUrl: url, pollMs: 10, onError: (error) => errors.push(error) });
  const ear = listenTo(changes);
  await ear.until(listening(changes));
  await changes.notify(change(1));
  await ear.until((items) => items.some((item) => item?.version === 1));
  ear.heard.length = 0;
  const killed = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'countersign-listen' and datname = current_database()`;
  expect(killed).toHaveLength(1);
  await changes.notify(change(2)); // nobody listens: lost, and caught up by the resync
  await ear.until(listening(changes));
  expect(errors).toHaveLength(1);
  await changes.notify(change(3));
  await ear.until((items) => items.some((item) => item?.version === 3));
  await changes.stop();
});

test('without LISTEN a listener is told to read again at every poll', async () => {
  const changes = openChanges({ sql: database().sql, pollMs: 5 });
  const ear = listenTo(changes);
  await ear.until((items) => items.length >= 3);
  expect(ear.heard.every(isResync)).toBe(true);
  await changes.stop();
});

test('payloads that are not ours wake nobody', async () => {
  const { sql, url } = database();
  const changes = openChanges({ sql, listenUrl: url });
  const ear = listenTo(changes);
  await ear.until(listening(changes));
  ear.heard.length = 0;
  await sql`select pg_notify('countersign', 'not json'), pg_notify('countersign', '{"workspaceId": 7}')`;
  await changes.notify(change(9));
  await ear.until((items) => items.length > 0);
  expect(ear.heard).toEqual([change(9)]);
  await changes.stop();
});
