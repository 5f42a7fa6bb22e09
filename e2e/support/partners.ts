/** The sample partner service as its owner sees it: its own ledger says what really happened. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export type PartnerEntry = { kind: 'rotated'; partnerId: string } | { kind: 'notice'; text: string };

export function readPartnerLedger(dataDir: string): PartnerEntry[] {
  const file = path.join(dataDir, 'samples', 'partners', 'ledger.jsonl');
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as PartnerEntry);
}
