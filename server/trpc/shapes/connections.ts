import { z } from 'zod';
import { CommandTemplates } from '#server/connections/command-template.ts';
import { Time } from './people.ts';

export const ConnectionName = z.string().regex(/^[a-z_][a-z0-9_-]{0,63}$/);
/** `env:NAME`, `file:/path` or `embedded:name`: where the secret is read from, never the secret. */
const CredentialRef = z
  .string()
  .max(1_000)
  .regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|file:\/.+|embedded:[a-z0-9_-]+)$/);
const BaseUrl = z
  .url({ protocol: /^https?$/ })
  .max(1_000)
  .refine(
    (url) => !URL.parse(url)?.username && !URL.parse(url)?.password,
    'put the password into the credential',
  );
const Header = z.string().regex(/^[A-Za-z0-9-]{1,100}$/);

const settings = {
  environment: z.string().trim().min(1).max(100),
  /** PostgreSQL: the whole address. HTTP: the value of `credentialHeader`. */
  credentialRef: CredentialRef.nullable(),
  readOnly: z.boolean(),
  dedupe: z.enum(['key', 'lookup', 'none']),
  maxInFlightMs: z.int().min(0).max(86_400_000),
  // HTTP only
  baseUrl: BaseUrl.nullable(),
  credentialHeader: Header.nullable(),
  /** Hosts a redirect of a read may lead to. */
  allowList: z.array(z.string().min(1).max(255)).max(200),
  /** Whether loopback and private addresses may be reached. */
  allowPrivate: z.boolean(),
  keyHeader: Header.nullable(),
  keyRetentionMs: z.int().min(0).nullable(),
  lookup: z
    .strictObject({ path: z.string().min(1).max(1_000), committedWhen: z.string().min(1).max(4_000) })
    .nullable(),
  /** folder, shell: absolute path on the machine of the workers */
  path: z
    .string()
    .max(1_000)
    .regex(/^\/[^\0]+$/, 'starts with / and is not the root')
    .nullable(),
  /** shell: what may be run */
  commands: CommandTemplates.nullable(),
};
export const ConnectionKind = z.enum(['postgres', 'http', 'folder', 'shell']);
const needed = {
  postgres: ['credentialRef'],
  http: ['baseUrl'],
  folder: ['path'],
  shell: ['path', 'commands'],
} as const;
export const ConnectionInput = z
  .strictObject({
    name: ConnectionName,
    kind: ConnectionKind,
    environment: settings.environment,
    credentialRef: settings.credentialRef.default(null),
    readOnly: settings.readOnly.default(true),
    dedupe: settings.dedupe.default('none'),
    maxInFlightMs: settings.maxInFlightMs.default(60_000),
    baseUrl: settings.baseUrl.default(null),
    credentialHeader: settings.credentialHeader.default(null),
    allowList: settings.allowList.default([]),
    allowPrivate: settings.allowPrivate.default(false),
    keyHeader: settings.keyHeader.default(null),
    keyRetentionMs: settings.keyRetentionMs.default(null),
    lookup: settings.lookup.default(null),
    path: settings.path.default(null),
    commands: settings.commands.default(null),
  })
  .superRefine((input, ctx) => {
    for (const missing of needed[input.kind].filter((name) => input[name] === null))
      ctx.addIssue({ code: 'custom', path: [missing], message: 'is needed for this kind' });
  });
export type ConnectionInput = z.infer<typeof ConnectionInput>;
export const ConnectionChanges = z.strictObject(settings).partial();
export const ConnectionShape = z.strictObject({
  name: z.string(),
  kind: ConnectionKind,
  ...settings,
  createdAt: Time,
  createdBy: z.string(),
});
export type ConnectionShape = z.infer<typeof ConnectionShape>;
export const ConnectionTest = z.strictObject({ ok: z.boolean(), message: z.string(), ms: z.number() });
