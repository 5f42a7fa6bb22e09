/** People, their places in workspaces, and the links that let them in. */
import type { WorkspaceRole } from '#core/policy/verdict.ts';
import type { Sql } from './connect.ts';

/** The workspace every installation starts with. */
export const FIRST_WORKSPACE = 'main';
/** Any number that nothing else locks: one first account, however many requests. */
const FIRST_ACCOUNT_LOCK = 727_002;
/** Stands where a link is for whoever comes first. */
const NOBODY = 'first';

export type Link =
  | { kind: 'first'; workspaceId: string; workspaceName: string; email: null; roles: WorkspaceRole[] }
  | {
      kind: 'invitation';
      workspaceId: string;
      workspaceName: string;
      invitationId: string;
      email: string | null;
      roles: WorkspaceRole[];
    };
export type Member = { userId: string; name: string; email: string; roles: WorkspaceRole[]; since: number };
export type Membership = {
  workspace: { id: string; name: string; mode: 'solo' | 'team' };
  roles: WorkspaceRole[];
};
export type Invitation = {
  id: string;
  email: string | null;
  roles: WorkspaceRole[];
  createdAt: number;
  expiresAt: number;
};

const everyRole: WorkspaceRole[] = ['viewer', 'author', 'operator', 'approver', 'admin'];

export async function ensureFirstWorkspace(sql: Sql): Promise<string> {
  await sql`insert into workspaces (id, name, mode)
    select ${FIRST_WORKSPACE}, 'Countersign', 'solo' where not exists (select from workspaces) on conflict do nothing`;
  const [row] = await sql<{ id: string }[]>`select id from workspaces order by created_at, id limit 1`;
  return row?.id ?? FIRST_WORKSPACE;
}

export async function hasUsers(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`select exists (select from "user") as exists`;
  return row?.exists ?? false;
}

/** Replaces the unused one: only the link printed last opens. */
export async function saveFirstLink(
  sql: Sql,
  workspaceId: string,
  tokenHash: string,
  lifeMs: number,
): Promise<void> {
  await sql`with old as (delete from sign_in_links where user_id = ${NOBODY} and used_at is null)
    insert into sign_in_links (workspace_id, token_hash, user_id, created_by, expires_at)
    values (${workspaceId}, ${tokenHash}, ${NOBODY}, 'launcher', now() + ${`${lifeMs} milliseconds`}::interval)`;
}

export async function findLink(sql: Sql, tokenHash: string): Promise<Link | undefined> {
  const [first] = await sql<{ workspaceId: string; workspaceName: string }[]>`
    select l.workspace_id as "workspaceId", w.name as "workspaceName"
    from sign_in_links l join workspaces w on w.id = l.workspace_id
    where l.token_hash = ${tokenHash} and l.user_id = ${NOBODY} and l.used_at is null and l.expires_at > now()
      and not exists (select from "user")`;
  if (first) return { kind: 'first', ...first, email: null, roles: everyRole };
  const [invited] = await sql<Omit<Extract<Link, { kind: 'invitation' }>, 'kind'>[]>`
    select i.workspace_id as "workspaceId", w.name as "workspaceName", i.id as "invitationId", i.email, i.roles
    from invitations i join workspaces w on w.id = i.workspace_id
    where i.token_hash = ${tokenHash} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()`;
  return invited && { kind: 'invitation', ...invited };
}

export type NewAccount = {
  userId: string;
  name: string;
  email: string;
  passwordHash: string;
  accountId: string;
};
export type JoinResult =
  | { ok: true; workspaceId: string; kind: Link['kind'] }
  | { ok: false; reason: 'link' | 'email-taken' | 'other-email' };

/** Uses the link up and makes the account, both or neither. */
export function joinByLink(sql: Sql, tokenHash: string, account: NewAccount): Promise<JoinResult> {
  return sql.begin(async (tx): Promise<JoinResult> => {
    const inTx = tx as unknown as Sql;
    await tx`select pg_advisory_xact_lock(${FIRST_ACCOUNT_LOCK})`;
    const link = await findLink(inTx, tokenHash);
    if (!link) return { ok: false, reason: 'link' };
    if (link.email !== null && link.email.toLowerCase() !== account.email)
      return { ok: false, reason: 'other-email' };
    const made =
      await tx`insert into "user" (id, name, email, email_verified) values (${account.userId}, ${account.name}, ${account.email}, false)
      on conflict (email) do nothing returning id`;
    if (made.length === 0) return { ok: false, reason: 'email-taken' };
    await tx`insert into account (id, account_id, provider_id, user_id, password)
      values (${account.accountId}, ${account.userId}, 'credential', ${account.userId}, ${account.passwordHash})`;
    await enter(inTx, link, tokenHash, account.userId);
    return { ok: true, workspaceId: link.workspaceId, kind: link.kind };
  }) as Promise<JoinResult>;
}

/** For somebody who has an account. */
export function acceptInvitation(
  sql: Sql,
  tokenHash: string,
  person: { userId: string; email: string },
): Promise<JoinResult> {
  return sql.begin(async (tx): Promise<JoinResult> => {
    const inTx = tx as unknown as Sql;
    await tx`select pg_advisory_xact_lock(${FIRST_ACCOUNT_LOCK})`;
    const link = await findLink(inTx, tokenHash);
    if (link?.kind !== 'invitation') return { ok: false, reason: 'link' };
    if (link.email !== null && link.email.toLowerCase() !== person.email.toLowerCase())
      return { ok: false, reason: 'other-email' };
    await enter(inTx, link, tokenHash, person.userId);
    return { ok: true, workspaceId: link.workspaceId, kind: link.kind };
  }) as Promise<JoinResult>;
}

async function enter(sql: Sql, link: Link, tokenHash: string, userId: string): Promise<void> {
  if (link.kind === 'first') {
    await sql`update sign_in_links set used_at = now() where workspace_id = ${link.workspaceId} and token_hash = ${tokenHash}`;
  } else {
    await sql`update invitations set accepted_at = now(), accepted_by = ${userId} where workspace_id = ${link.workspaceId} and id = ${link.invitationId}`;
  }
  await sql`insert into members (workspace_id, user_id, roles) values (${link.workspaceId}, ${userId}, ${link.roles})
    on conflict (workspace_id, user_id) do update set roles =
      (select array_agg(distinct role) from unnest(members.roles || excluded.roles) as role)`;
  await becomeTeam(sql, link.workspaceId);
}

/** A10: from the second person who may approve on, a workspace is a team. It never falls back by itself. */
async function becomeTeam(sql: Sql, workspaceId: string): Promise<void> {
  await sql`update workspaces set mode = 'team' where id = ${workspaceId}
    and (select count(*) from members where workspace_id = ${workspaceId} and 'approver' = any(roles)) >= 2`;
}

export async function membershipsOf(sql: Sql, userId: string): Promise<Membership[]> {
  const rows = await sql<{ id: string; name: string; mode: 'solo' | 'team'; roles: WorkspaceRole[] }[]>`
    select w.id, w.name, w.mode, m.roles from members m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} order by m.created_at, w.id`;
  return rows.map(({ id, name, mode, roles }) => ({ workspace: { id, name, mode }, roles }));
}

export async function hasPassword(sql: Sql, userId: string): Promise<boolean> {
  const [row] = await sql<
    { exists: boolean }[]
  >`select exists (select from account where user_id = ${userId} and password is not null) as exists`;
  return row?.exists ?? false;
}

export async function listMembers(sql: Sql, workspaceId: string): Promise<Member[]> {
  const rows = await sql<(Omit<Member, 'since'> & { since: Date })[]>`
    select u.id as "userId", u.name, u.email, m.roles, m.created_at as since
    from members m join "user" u on u.id = m.user_id where m.workspace_id = ${workspaceId} order by m.created_at, u.id`;
  return rows.map((row) => ({ ...row, since: row.since.getTime() }));
}

export async function findWorkspace(
  sql: Sql,
  workspaceId: string,
): Promise<Membership['workspace'] | undefined> {
  const [row] = await sql<
    Membership['workspace'][]
  >`select id, name, mode from workspaces where id = ${workspaceId}`;
  return row && { ...row };
}

export async function listInvitations(sql: Sql, workspaceId: string): Promise<Invitation[]> {
  const rows = await sql<
    { id: string; email: string | null; roles: WorkspaceRole[]; createdAt: Date; expiresAt: Date }[]
  >`
    select id, email, roles, created_at as "createdAt", expires_at as "expiresAt" from invitations
    where workspace_id = ${workspaceId} and accepted_at is null and revoked_at is null and expires_at > now() order by created_at`;
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
  }));
}

export async function saveInvitation(
  sql: Sql,
  input: {
    workspaceId: string;
    id: string;
    tokenHash: string;
    email: string | null;
    roles: WorkspaceRole[];
    invitedBy: string;
    lifeMs: number;
  },
): Promise<number> {
  const [row] = await sql<{ expiresAt: Date }[]>`
    insert into invitations (workspace_id, id, token_hash, email, roles, invited_by, expires_at)
    values (${input.workspaceId}, ${input.id}, ${input.tokenHash}, ${input.email}, ${input.roles}, ${input.invitedBy}, now() + ${`${input.lifeMs} milliseconds`}::interval)
    returning expires_at as "expiresAt"`;
  return row?.expiresAt.getTime() ?? 0;
}

export type SetRolesResult = { ok: true; member: Member } | { ok: false; reason: 'unknown' | 'last-admin' };

export function setRoles(
  sql: Sql,
  workspaceId: string,
  userId: string,
  roles: WorkspaceRole[],
): Promise<SetRolesResult> {
  return sql.begin(async (tx): Promise<SetRolesResult> => {
    const inTx = tx as unknown as Sql;
    await tx`select from members where workspace_id = ${workspaceId} for update`;
    const all = await listMembers(inTx, workspaceId);
    const member = all.find((other) => other.userId === userId);
    if (!member) return { ok: false, reason: 'unknown' };
    if (
      !roles.includes('admin') &&
      !all.some((other) => other.userId !== userId && other.roles.includes('admin'))
    )
      return { ok: false, reason: 'last-admin' };
    await tx`update members set roles = ${roles} where workspace_id = ${workspaceId} and user_id = ${userId}`;
    await becomeTeam(inTx, workspaceId);
    return { ok: true, member: { ...member, roles } };
  }) as Promise<SetRolesResult>;
}

export type SetModeResult =
  | { ok: true; workspace: Membership['workspace'] }
  | { ok: false; approvers: number };

/** Solo only while one person at most may approve (A10). */
export async function setMode(sql: Sql, workspaceId: string, mode: 'solo' | 'team'): Promise<SetModeResult> {
  const approvers = await countApprovers(sql, workspaceId);
  const [row] = await sql<Membership['workspace'][]>`
    update workspaces set mode = ${mode} where id = ${workspaceId}
      and (${mode} = 'team' or (select count(*) from members where workspace_id = ${workspaceId} and 'approver' = any(roles)) <= 1)
    returning id, name, mode`;
  return row ? { ok: true, workspace: { ...row } } : { ok: false, approvers };
}

export async function countApprovers(sql: Sql, workspaceId: string): Promise<number> {
  const [row] = await sql<
    { count: number }[]
  >`select count(*)::int as count from members where workspace_id = ${workspaceId} and 'approver' = any(roles)`;
  return row?.count ?? 0;
}
