/** What the sample partner service keeps in the data folder: address, secrets, ledger. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canListen, freePort } from '#db/embedded/free-port.ts';

const HOST = '127.0.0.1';

export type PartnerFiles = {
  port: number;
  seed: number;
  ledgerFile: string;
  configFile: string;
  token: string;
  webhookSecret: string;
  slowAnswerMs?: number;
};

const folderOf = (dataDir: string) => path.join(dataDir, 'samples', 'partners');
const fileOf = (dataDir: string, name: string) => path.join(folderOf(dataDir), name);
/** The value of the header, as a connection's secret is read. */
export const partnerTokenFile = (dataDir: string) => fileOf(dataDir, 'authorization');
export const webhookSecretFile = (dataDir: string) => fileOf(dataDir, 'webhook.secret');
export const partnerLedgerFile = (dataDir: string) => fileOf(dataDir, 'ledger.jsonl');
/** Folder connection of the samples: the service reads its settings there, at each request. */
export const partnerConfigFolder = (dataDir: string) => fileOf(dataDir, 'config');
const configFile = (dataDir: string) => path.join(partnerConfigFolder(dataDir), 'partners.conf');
/** As such files are: a mark at its start, line ends of two characters, a comment that is no ASCII. */
const CONFIG = [
  '\uFEFF# Settings of the partner service. Grenzen: höchstens 600 je Minute.',
  'requests_per_minute = 120',
  'max_key_age_days = 365',
  '',
].join('\r\n');
const settingsFile = (dataDir: string) => fileOf(dataDir, 'settings.json');

/** Made once: port and secrets stay, since connections name them. */
export async function preparePartnerFiles(dataDir: string, seed: number): Promise<void> {
  mkdirSync(partnerConfigFolder(dataDir), { recursive: true, mode: 0o700 });
  if (!existsSync(configFile(dataDir))) writeFileSync(configFile(dataDir), CONFIG, { mode: 0o600 });
  if (existsSync(settingsFile(dataDir))) return;
  const write = (file: string, text: string) => writeFileSync(file, `${text}\n`, { mode: 0o600 });
  write(partnerTokenFile(dataDir), `Bearer ${randomBytes(24).toString('base64url')}`);
  write(webhookSecretFile(dataDir), `whsec_${randomBytes(24).toString('base64')}`);
  write(settingsFile(dataDir), JSON.stringify({ port: await freePort(HOST), seed }));
}

export function readPartnerFiles(dataDir: string): PartnerFiles | undefined {
  if (!existsSync(settingsFile(dataDir))) return undefined;
  const read = (file: string) => readFileSync(file, 'utf8').trim();
  return {
    ...(JSON.parse(read(settingsFile(dataDir))) as { port: number; seed: number }),
    ledgerFile: partnerLedgerFile(dataDir),
    configFile: configFile(dataDir),
    token: read(partnerTokenFile(dataDir)).replace('Bearer ', ''),
    webhookSecret: read(webhookSecretFile(dataDir)),
  };
}

export async function canPartnersListen(dataDir: string): Promise<boolean> {
  const files = readPartnerFiles(dataDir);
  return files !== undefined && (await canListen(files.port, HOST));
}
