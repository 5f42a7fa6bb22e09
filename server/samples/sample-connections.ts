import fs from 'node:fs';
import { shopCredentialFile } from './prepare.ts';

/** The connections a new workspace starts with: those samples that are really there. */
export type SampleConnection = {
  name: string;
  kind: 'postgres';
  environment: string;
  credentialRef: string;
  readOnly: boolean;
  dedupe: 'key';
  maxInFlightMs: number;
};

export function sampleConnections(dataDir: string): SampleConnection[] {
  const file = shopCredentialFile(dataDir);
  if (!fs.existsSync(file)) return [];
  return [
    {
      name: 'shop',
      kind: 'postgres',
      environment: 'sample',
      credentialRef: `file:${file}`,
      readOnly: false,
      dedupe: 'key',
      maxInFlightMs: 60_000,
    },
  ];
}
