import { z } from 'zod';
import { Time } from './people.ts';

export const ConnectionName = z.string().regex(/^[a-z_][a-z0-9_-]{0,63}$/);
const settings = {
  environment: z.string().min(1).max(100),
  /** `env:NAME` or `file:/path`: where the secret is kept, never the secret. */
  credentialRef: z.string().regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|file:\/.+)$/).max(1_000).nullable(),
  allowList: z.array(z.string().min(1).max(500)).max(200),
  readOnly: z.boolean(),
  dedupe: z.enum(['key', 'lookup', 'none']),
  maxInFlightMs: z.int().min(0).max(86_400_000),
  keyHeader: z.string().max(200).nullable(),
  keyRetentionMs: z.int().min(0).nullable(),
  lookup: z.strictObject({ path: z.string().max(1_000), committedWhen: z.string().max(4_000) }).nullable(),
};
export const ConnectionKind = z.enum(['postgres', 'http']);
export const ConnectionInput = z.strictObject({
  name: ConnectionName,
  kind: ConnectionKind,
  environment: settings.environment,
  credentialRef: settings.credentialRef.default(null),
  allowList: settings.allowList.default([]),
  readOnly: settings.readOnly.default(true),
  dedupe: settings.dedupe.default('none'),
  maxInFlightMs: settings.maxInFlightMs.default(60_000),
  keyHeader: settings.keyHeader.default(null),
  keyRetentionMs: settings.keyRetentionMs.default(null),
  lookup: settings.lookup.default(null),
});
export const ConnectionChanges = z.strictObject(settings).partial();
export const ConnectionRow = z.strictObject({
  name: z.string(), kind: z.string(), ...settings, credentialRef: z.string().nullable(), createdAt: Time, createdBy: z.string().nullable(),
});
export const ConnectionTest = z.strictObject({ ok: z.boolean(), message: z.string(), ms: z.number() });
