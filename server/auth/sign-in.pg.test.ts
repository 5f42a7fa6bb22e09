import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { must } from '#core/assert.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { handleTrpc } from '#server/trpc/http.ts';
import { createTestApi, sameOrigin, TEST_HOST, type TestApi } from '#server/testing/web-app.ts';
import { createFirstSignInLink } from './first-link.ts';
import { handleAuth } from './http.ts';
import { readSession } from './session.ts';

const database = useTestDatabase();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'countersign-auth-'));
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi(database(), { dataDir });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  await database().sql`truncate "user", workspaces cascade`;
});

const base = `http://${TEST_HOST}`;
const ana = { name: 'Ana', email: 'Ana@example.org', password: 'correct horse battery' };
const tokenOf = (link: string | undefined) =>
  new URL(link ?? 'http://no-link').searchParams.get('token') ?? '';

function call(procedure: string, input: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return handleTrpc(
    api.web,
    new Request(`${base}/api/trpc/${procedure}`, {
      method: 'POST',
      body: JSON.stringify({ json: input }),
      headers: { ...sameOrigin, ...headers },
    }),
  );
}
function signIn(email: string, password: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify({ email, password });
  return handleAuth(
    api.web,
    new Request(`${base}/api/auth/sign-in/email`, {
      method: 'POST',
      body,
      headers: { ...sameOrigin, 'content-length': String(body.length), ...headers },
    }),
  );
}
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
async function reasonOf(response: Response) {
  const body = (await response.json()) as { error: { json: { data: { reason: { code: string } } } } };
  return body.error.json.data.reason.code;
}
async function join(link: string | undefined, person = ana) {
  return call('session.join', { token: tokenOf(link), ...person });
}

describe('the first account', () => {
  test('[A10] the printed link makes one person with every role in a solo workspace, signed in', async () => {
    const link = await createFirstSignInLink(database().sql, base);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sign-in\?token=[\w-]{43}$/);
    const joined = await join(link);
    expect(joined.status).toBe(200);
    const session = await readSession(api.web, new Headers({ cookie: cookieOf(joined) }));
    expect(session).toMatchObject({
      user: { name: 'Ana', email: 'ana@example.org' },
      workspace: { mode: 'solo' },
      needsPassword: false,
    });
    expect(session?.roles.toSorted()).toEqual(['admin', 'approver', 'author', 'operator', 'viewer']);
  });

  test('the cookie cannot be read by scripts, and needs no https on this machine', async () => {
    const [cookie] = (await join(await createFirstSignInLink(database().sql, base))).headers.getSetCookie();
    expect(cookie).toMatch(/^countersign\.session_token=/);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).not.toMatch(/Secure/i);
  });

  test('the link works once, and there is no other while somebody has an account', async () => {
    const link = await createFirstSignInLink(database().sql, base);
    await join(link);
    const again = await join(link, { ...ana, email: 'mallory@example.org' });
    expect([again.status, await reasonOf(again)]).toEqual([409, 'link-invalid']);
    expect(await createFirstSignInLink(database().sql, base)).toBeUndefined();
    expect(await api.as(null).session.link({ token: tokenOf(link) })).toMatchObject({ kind: 'invalid' });
  });

  test('two who open it at once are one account', async () => {
    const link = await createFirstSignInLink(database().sql, base);
    const both = await Promise.all([join(link), join(link, { ...ana, email: 'bo@example.org' })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [{ count } = { count: 0 }] = await database().sql<
      { count: number }[]
    >`select count(*)::int as count from "user"`;
    expect(count).toBe(1);
  });

  test('a start prints a new link and voids the one before; the database holds neither', async () => {
    const first = await createFirstSignInLink(database().sql, base);
    const second = await createFirstSignInLink(database().sql, base);
    expect((await join(first)).status).toBe(409);
    const rows = await database().sql`select * from sign_in_links`;
    expect(JSON.stringify(rows)).not.toContain(tokenOf(second));
    expect((await join(second)).status).toBe(200);
  });

  test('a short password makes no account and uses nothing up', async () => {
    const link = await createFirstSignInLink(database().sql, base);
    const short = await join(link, { ...ana, password: 'short' });
    expect([short.status, await reasonOf(short)]).toEqual([400, 'invalid-input']);
    expect((await join(link)).status).toBe(200);
  });
});

describe('sign-in', () => {
  test('with the password, in any case of the e-mail; a wrong one says no more than that', async () => {
    await join(await createFirstSignInLink(database().sql, base));
    expect((await signIn('ana@example.org', 'wrong password 1')).status).toBe(401);
    expect((await signIn('nobody@example.org', 'wrong password 1')).status).toBe(401);
    const right = await signIn('ANA@example.org', ana.password);
    expect(right.status).toBe(200);
    expect(await readSession(api.web, new Headers({ cookie: cookieOf(right) }))).not.toBeNull();
  });

  test('signing out ends the session at once', async () => {
    const cookie = cookieOf(await join(await createFirstSignInLink(database().sql, base)));
    const out = await handleAuth(
      api.web,
      new Request(`${base}/api/auth/sign-out`, {
        method: 'POST',
        body: '{}',
        headers: { ...sameOrigin, cookie, 'content-length': '2' },
      }),
    );
    expect(out.status).toBe(200);
    expect(await readSession(api.web, new Headers({ cookie }))).toBeNull();
  });

  test('nobody signs up, changes an account or resets a password without a link of ours', async () => {
    for (const path of [
      'sign-up/email',
      'update-user',
      'request-password-reset',
      'change-email',
      'delete-user',
    ]) {
      const body = JSON.stringify(ana);
      const response = await handleAuth(
        api.web,
        new Request(`${base}/api/auth/${path}`, {
          method: 'POST',
          body,
          headers: { ...sameOrigin, 'content-length': String(body.length) },
        }),
      );
      expect([path, response.status]).toEqual([path, 404]);
    }
  });

  test('ten wrong passwords for one account make it wait, also the right one', async () => {
    await join(await createFirstSignInLink(database().sql, base));
    await database().sql`update "user" set email = 'slow@example.org'`;
    for (let tries = 0; tries < 10; tries++)
      await signIn('slow@example.org', `wrong password ${tries}`, { 'x-forwarded-for': `10.0.0.${tries}` });
    expect((await signIn('slow@example.org', ana.password, { 'x-forwarded-for': '10.0.0.99' })).status).toBe(
      429,
    );
  });

  test('a page of another site cannot sign anybody in', async () => {
    expect(
      (
        await signIn('ana@example.org', ana.password, {
          'sec-fetch-site': 'cross-site',
          origin: 'https://evil.example',
        })
      ).status,
    ).toBe(403);
    expect((await signIn('ana@example.org', ana.password, { 'content-type': 'text/plain' })).status).toBe(
      415,
    );
  });
});

describe('invitations', () => {
  test('[A10] with the second person who may approve, the workspace is a team', async () => {
    const cookie = cookieOf(await join(await createFirstSignInLink(database().sql, base)));
    const invite = async (roles: string[]) => {
      const response = await call('workspace.invite', { roles }, { cookie });
      return ((await response.json()) as { result: { data: { json: { link: string } } } }).result.data.json
        .link;
    };
    const mode = async () => (await readSession(api.web, new Headers({ cookie })))?.workspace.mode;
    await join(await invite(['viewer']), { ...ana, email: 'view@example.org' });
    expect(await mode()).toBe('solo');
    const joined = await join(await invite(['viewer', 'approver']), { ...ana, email: 'bo@example.org' });
    expect(joined.status).toBe(200);
    expect(await mode()).toBe('team');
    const back = await call('workspace.setMode', { mode: 'solo' }, { cookie });
    expect([back.status, await reasonOf(back)]).toEqual([409, 'several-approvers']);
  });

  test('one for an address is for nobody else, and the last admin stays', async () => {
    const joined = await join(await createFirstSignInLink(database().sql, base));
    const cookie = cookieOf(joined);
    const response = await call(
      'workspace.invite',
      { roles: ['author'], email: 'cleo@example.org' },
      { cookie },
    );
    const link = ((await response.json()) as { result: { data: { json: { link: string } } } }).result.data
      .json.link;
    const other = await join(link, { ...ana, email: 'mallory@example.org' });
    expect([other.status, await reasonOf(other)]).toEqual([403, 'other-email']);
    expect((await join(link, { ...ana, email: 'Cleo@example.org' })).status).toBe(200);
    const { user } = must(await readSession(api.web, new Headers({ cookie })), 'Ana is signed in');
    const demoted = await call('workspace.setRoles', { userId: user.id, roles: ['viewer'] }, { cookie });
    expect([demoted.status, await reasonOf(demoted)]).toEqual([409, 'last-admin']);
  });
});
