import fs from 'node:fs';
import type { NewConnection } from '#db/connections.ts';
import {
  partnerConfigFolder,
  partnerTokenFile,
  readPartnerFiles,
  webhookSecretFile,
} from './partner-service/files.ts';
import { reportsFolder, shopCredentialFile } from './prepare.ts';

/** The connections a new workspace starts with: those samples that are really there. */
export type SampleConnection = Omit<NewConnection, 'workspaceId' | 'createdBy'>;

export function sampleConnections(dataDir: string): SampleConnection[] {
  return [...shopConnection(dataDir), ...partnerConnections(dataDir), ...folderConnections(dataDir)];
}

const common = {
  environment: 'sample',
  readOnly: false,
  dedupe: 'key' as const,
  maxInFlightMs: 60_000,
  allowList: [],
  config: {},
};

function shopConnection(dataDir: string): SampleConnection[] {
  const file = shopCredentialFile(dataDir);
  if (!fs.existsSync(file)) return [];
  return [{ ...common, name: 'shop', kind: 'postgres', credentialRef: `file:${file}` }];
}

function partnerConnections(dataDir: string): SampleConnection[] {
  const service = readPartnerFiles(dataDir);
  if (!service) return [];
  const baseUrl = `http://127.0.0.1:${service.port}/`;
  return [
    {
      ...common,
      name: 'partners',
      kind: 'http',
      credentialRef: `file:${partnerTokenFile(dataDir)}`,
      config: { baseUrl, allowPrivate: true, keyHeader: 'Idempotency-Key' },
    },
    {
      ...common,
      name: 'ops-webhook',
      kind: 'http',
      credentialRef: `file:${webhookSecretFile(dataDir)}`,
      config: { baseUrl: `${baseUrl}hooks/ops`, allowPrivate: true, keyHeader: 'webhook-id' },
    },
  ];
}

function folderConnections(dataDir: string): SampleConnection[] {
  const folders = { reports: reportsFolder(dataDir), 'partner-config': partnerConfigFolder(dataDir) };
  return Object.entries(folders)
    .filter(([, path]) => fs.existsSync(path))
    .map(([name, path]) => ({
      ...common,
      name,
      kind: 'folder',
      dedupe: 'lookup',
      credentialRef: null,
      config: { path },
    }));
}
