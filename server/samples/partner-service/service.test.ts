import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { INACTIVE_BEFORE, samplePartners, slowPartner } from '../partner-data.ts';
import { type PartnerService, readPartnerLedger, startPartnerService } from './service.ts';

let folder: string;
let service: PartnerService;
const secret = `whsec_${Buffer.from('a secret of the webhook').toString('base64')}`;
const start = () =>
  startPartnerService({
    port: 0,
    seed: 1,
    ledgerFile: path.join(folder, 'ledger.jsonl'),
    configFile: path.join(folder, 'partners.conf'),
    token: 't',
    webhookSecret: secret,
    slowAnswerMs: 60_000,
  });
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-partners-'));
  service = await start();
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const rotate = (partner: string, key?: string, signal?: AbortSignal) =>
  fetch(`${service.url}/partners/${partner}/rotate`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', ...(key && { 'idempotency-key': key }) },
    signal: signal ?? null,
  });

test('the same seed gives the same partners, five of them inactive', () => {
  expect(samplePartners(1)).toEqual(samplePartners(1));
  for (const seed of [0, 1, 2, 3, 17])
    expect(samplePartners(seed).filter(({ lastSeenAt }) => lastSeenAt < INACTIVE_BEFORE)).toHaveLength(5);
});

test('a repetition under the same key answers as the first time did, also after a restart', async () => {
  const first = await (await rotate('p-001', 'k1')).json();
  await service.close();
  service = await start();
  const again = await rotate('p-001', 'k1');
  expect([again.status, await again.json()]).toEqual([200, first]);
  expect((await rotate('p-002', 'k1')).status).toBe(422);
  expect((await rotate('p-001')).status).toBe(400);
  expect((await rotate('p-999', 'k2')).status).toBe(404);
  expect(readPartnerLedger(path.join(folder, 'ledger.jsonl'))).toHaveLength(1);
});

test('the slow partner has its new key before anybody is answered', async () => {
  const slow = slowPartner(samplePartners(1));
  const cut = new AbortController();
  const lost = rotate(slow, 'k', cut.signal);
  const keys = async () => {
    const response = await fetch(`${service.url}/keys`, { headers: { authorization: 'Bearer t' } });
    const { keys: all } = (await response.json()) as { keys: { partnerId: string; rotations: number }[] };
    return all.find(({ partnerId }) => partnerId === slow)?.rotations;
  };
  await expect.poll(keys).toBe(1);
  cut.abort();
  await expect(lost).rejects.toThrow();
  expect((await rotate(slow, 'k')).status).toBe(200);
  expect(await keys()).toBe(1);
});

test('a notice is taken once, and only with its signature', async () => {
  const body = JSON.stringify({ data: { title: 'T', text: 'x' } });
  const send = (signature: string) =>
    fetch(`${service.url}/hooks/ops`, {
      method: 'POST',
      headers: { 'webhook-id': 'n1', 'webhook-timestamp': '1', 'webhook-signature': signature },
      body,
    });
  const right = createHmac('sha256', 'a secret of the webhook').update(`n1.1.${body}`).digest('base64');
  expect((await send('v1,AAAA')).status).toBe(401);
  expect((await send(`v1,${right}`)).status).toBe(200);
  expect((await send(`v1,${right}`)).status).toBe(200);
  expect(readPartnerLedger(path.join(folder, 'ledger.jsonl'))).toEqual([
    expect.objectContaining({ kind: 'notice', title: 'T', text: 'x' }),
  ]);
  expect((await fetch(`${service.url}/keys`)).status).toBe(401);
});

test('the service says whether it takes its configuration, and what is wrong with it', async () => {
  const ask = async (text?: string) => {
    if (text !== undefined) writeFileSync(path.join(folder, 'partners.conf'), text);
    const response = await fetch(`${service.url}/config`, { headers: { authorization: 'Bearer t' } });
    return (await response.json()) as { ok: boolean; problems: string[] };
  };
  expect((await ask()).problems).toEqual(['The file cannot be read.']);
  const right = '\uFEFF# a\r\nrequests_per_minute = 120\r\nmax_key_age_days = 365\r\n';
  expect(await ask(right)).toMatchObject({ ok: true, problems: [] });
  expect((await ask(right.replace('120', '5000'))).problems).toEqual([
    'requests_per_minute must be from 1 to 600, and is 5000.',
  ]);
  expect((await ask(right.replace('= 120', '120'))).ok).toBe(false);
  expect((await ask('max_key_age_days = 1')).problems).toEqual(['requests_per_minute is missing.']);
});
