/** The API on a real database without HTTP: procedures through a caller, people through their real sessions. */
import { createHash } from 'node:crypto';
import type { WorkspaceRole } from '#core/policy/verdict.ts';
import type { TestDatabase } from '#db/testing/database.ts';
import { type App, createApp } from '#server/app.ts';
import type { Clock } from '#server/clock.ts';
import { createWebApp } from '#server/create-web-app.ts';
import type { PolicyDecider } from '#server/gate/policy-decider.ts';
import type { Tool } from '#server/tools/tool.ts';
import type { Session } from '#server/trpc/context.ts';
import { createCaller } from '#server/trpc/root.ts';
import type { WebApp } from '#server/web-app.ts';

export const TEST_HOST = '127.0.0.1:3000';
export const sameOrigin = {
  host: TEST_HOST,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
};

export type TestApi = AsyncDisposable & {
  app: App;
  web: WebApp;
  /** A workspace of its own with these people; each name is also the person's id. */
  workspace(id: string, people: Record<string, WorkspaceRole[]>, mode?: 'solo' | 'team'): Promise<void>;
  as(
    person: string | null,
    workspaceId?: string,
    headers?: Record<string, string>,
  ): ReturnType<typeof createCaller>;
  session(person: string, workspaceId?: string): Session;
};

export async function createTestApi(
  database: TestDatabase,
  options: {
    dataDir?: string;
    moreTools?: readonly Tool[];
    clock?: Clock;
    policy?: PolicyDecider;
    shellTools?: boolean;
  } = {},
): Promise<TestApi> {
  const app = await createApp({
    sql: database.sql,
    databaseUrl: database.url,
    ...(options.moreTools && { moreTools: options.moreTools }),
    ...(options.clock && { clock: options.clock }),
    ...(options.shellTools !== undefined && { shellTools: options.shellTools }),
    ...(options.policy && { policy: options.policy }),
  });
  const secret = createHash('sha256').update(database.url).digest('hex');
  const web = createWebApp({
    app,
    db: database.db,
    secret,
    baseUrl: `http://${TEST_HOST}`,
    dataDir: options.dataDir ?? '/nonexistent',
  });
  const workspaces = new Map<string, { mode: 'solo' | 'team'; people: Record<string, WorkspaceRole[]> }>();

  function session(person: string, workspaceId = 'w'): Session {
    const workspace = workspaces.get(workspaceId);
    const roles = workspace?.people[person];
    if (!workspace || !roles) throw new Error(`${person} is not in ${workspaceId}`);
    return {
      sessionId: `s-${person}`,
      user: { id: person, name: person, email: `${person}@example.org` },
      workspace: { id: workspaceId, name: workspaceId, mode: workspace.mode },
      roles,
      needsPassword: false,
    };
  }

  return {
    app,
    web,
    session,
    async workspace(id, people, mode = 'team') {
      const { sql } = database;
      await sql`insert into workspaces (id, name, mode) values (${id}, ${id}, ${mode})`;
      for (const [person, roles] of Object.entries(people)) {
        await sql`insert into "user" (id, name, email) values (${person}, ${person}, ${`${person}@example.org`}) on conflict do nothing`;
        await sql`insert into members (workspace_id, user_id, roles) values (${id}, ${person}, ${roles})`;
      }
      workspaces.set(id, { mode, people });
    },
    as(person, workspaceId, headers = sameOrigin) {
      return createCaller({
        app: web,
        session: person === null ? null : session(person, workspaceId),
        request: { method: 'POST', headers: new Headers(headers) },
        again: async () => (person === null ? null : session(person, workspaceId)),
        answerHeaders: new Headers(),
      });
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}
