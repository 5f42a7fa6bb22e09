import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readLedger } from './fake-service.ts';

const main = path.join(import.meta.dirname, 'fake-service-main.ts');

test('[FM8] the fake service keeps its ledger and its keys over kill -9', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-fake-'));
  const file = path.join(folder, 'ledger.jsonl');
  const post = (url: string) =>
    fetch(`${url}/key/effects`, { method: 'POST', headers: { 'idempotency-key': 'k' }, body: '{"a":1}' });
  try {
    for (let round = 0; round < 2; round++) {
      const child = fork(main, [file]);
      const [message] = (await once(child, 'message')) as [{ ready: string }];
      expect(await (await post(message.ready)).json()).toEqual({ n: 1, key: 'k', body: { a: 1 } });
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    expect(readLedger(file)).toEqual([{ n: 1, mode: 'key', key: 'k', body: { a: 1 } }]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
