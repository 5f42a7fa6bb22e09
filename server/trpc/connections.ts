import { z } from 'zod';
import type { JsonObject } from '#core/json.ts';
import {
  archiveConnection,
  type ConnectionRecord,
  type ConnectionSettings,
  createConnection,
  getConnection,
  listConnections,
  type NewConnection,
  recordConnectionTest,
  updateConnection,
} from '#db/connections.ts';
import { CommandTemplates } from '#server/connections/command-template.ts';
import { SHELL_OFF } from '#server/connections/shell-off.ts';
import { notFound, refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import { procedureFor, router } from './init.ts';
import { onceFor } from './once-for.ts';
import {
  ConnectionChanges,
  ConnectionInput,
  ConnectionName,
  ConnectionShape,
  ConnectionTest,
} from './shapes/connections.ts';
import { Done, once } from './shapes/people.ts';

const Named = z.strictObject({ name: ConnectionName });

export const connectionsRouter = router({
  list: procedureFor('viewer')
    .output(z.strictObject({ connections: z.array(ConnectionShape) }))
    .query(async ({ ctx: { app, session } }) => ({
      connections: (await listConnections(app.sql, session.workspace.id)).map(shapeOf),
    })),

  create: procedureFor('admin')
    .input(z.strictObject({ connection: ConnectionInput, ...once }))
    .output(ConnectionShape)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'connections.create', input, async () => {
        const { workspace, user } = ctx.session;
        refuseShell(ctx.app, input.connection.kind);
        const made = await createConnection(ctx.app.sql, rowOf(workspace.id, input.connection, user.id));
        if (!made)
          throw refuse(409, 'name-taken', `There is a connection called ${input.connection.name} already.`, {
            field: 'name',
          });
        await setUp(ctx.app, workspace.id, made);
        await ctx.app.feed.notify({ workspaceId: workspace.id, kind: 'connection' });
        return shapeOf(made);
      }),
    ),

  update: procedureFor('admin')
    .input(Named.extend({ changes: ConnectionChanges, ...once }))
    .output(ConnectionShape)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'connections.update', input, async () => {
        const { workspace } = ctx.session;
        const held = await getConnection(ctx.app.sql, workspace.id, input.name);
        if (!held) throw notFound('connection');
        refuseShell(ctx.app, held.kind);
        const { createdAt: _at, createdBy, ...shape } = shapeOf(held);
        const parsed = ConnectionInput.safeParse({ ...shape, ...input.changes });
        if (!parsed.success)
          throw refuse(
            422,
            'invalid-input',
            'The connection would not be complete.',
            Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])),
          );
        const saved = await updateConnection(
          ctx.app.sql,
          workspace.id,
          input.name,
          settingsOf(rowOf(workspace.id, parsed.data, createdBy)),
        );
        if (!saved) throw notFound('connection');
        await setUp(ctx.app, workspace.id, saved);
        await ctx.app.feed.notify({ workspaceId: workspace.id, kind: 'connection' });
        return shapeOf(saved);
      }),
    ),

  /** Opens the way out and closes it again: changes nothing at the other end. */
  test: procedureFor('admin')
    .input(Named.extend(once))
    .output(ConnectionTest)
    .mutation(async ({ ctx: { app, session }, input }) => {
      const held = await getConnection(app.sql, session.workspace.id, input.name);
      if (!held) throw notFound('connection');
      const startedAt = app.clock.now();
      const result = await app.testConnection(session.workspace.id, held);
      await recordConnectionTest(app.sql, session.workspace.id, input.name, result);
      return { ...result, ms: app.clock.now() - startedAt };
    }),

  remove: procedureFor('admin')
    .input(Named.extend(once))
    .output(Done)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'connections.remove', input, async () => {
        const { workspace } = ctx.session;
        if (!(await archiveConnection(ctx.app.sql, workspace.id, input.name))) throw notFound('connection');
        await ctx.app.feed.notify({ workspaceId: workspace.id, kind: 'connection' });
        return { done: true as const };
      }),
    ),
});

/** Off means off: what could run later, once somebody sets it on, is not made before. */
function refuseShell({ shellTools }: WebApp, kind: string): void {
  if (kind === 'shell' && !shellTools) throw refuse(403, SHELL_OFF.code, SHELL_OFF.message);
}

/** Tried at once, which also makes its key table: without it no write could be told from a repeated one (E3). */
async function setUp(app: WebApp, workspaceId: string, record: ConnectionRecord): Promise<void> {
  await recordConnectionTest(
    app.sql,
    workspaceId,
    record.name,
    await app.testConnection(workspaceId, record),
  );
}

function rowOf(workspaceId: string, input: ConnectionInput, createdBy: string): NewConnection {
  const {
    baseUrl,
    credentialHeader,
    allowPrivate,
    keyHeader,
    keyRetentionMs,
    lookup,
    path,
    commands,
    ...columns
  } = input;
  const config = {
    allowPrivate,
    ...(baseUrl !== null && { baseUrl }),
    ...(credentialHeader !== null && { credentialHeader }),
    ...(keyHeader !== null && { keyHeader }),
    ...(keyRetentionMs !== null && { keyRetentionMs }),
    ...(lookup !== null && { lookup }),
    ...(path !== null && { path }),
    ...(commands !== null && { commands: commands as unknown as JsonObject[] }),
  };
  return { workspaceId, ...columns, config, createdBy };
}

function settingsOf({
  environment,
  credentialRef,
  allowList,
  readOnly,
  dedupe,
  maxInFlightMs,
  config,
}: NewConnection): ConnectionSettings {
  return { environment, credentialRef, allowList, readOnly, dedupe, maxInFlightMs, config };
}

function shapeOf({ config, ...row }: ConnectionRecord): ConnectionShape {
  const {
    name,
    kind,
    environment,
    credentialRef,
    readOnly,
    dedupe,
    maxInFlightMs,
    allowList,
    createdAt,
    createdBy,
  } = row;
  const {
    baseUrl = null,
    credentialHeader = null,
    allowPrivate = false,
    keyHeader = null,
    keyRetentionMs = null,
    lookup = null,
    path = null,
    commands = null,
  } = config;
  if (kind === 'mcp') throw new Error(`Bug: connections of the kind ${kind} are not made yet`);
  return {
    name,
    kind,
    environment,
    credentialRef,
    readOnly,
    dedupe,
    maxInFlightMs,
    allowList,
    createdAt,
    createdBy,
    baseUrl,
    credentialHeader,
    allowPrivate,
    keyHeader,
    keyRetentionMs,
    lookup,
    path,
    commands: CommandTemplates.safeParse(commands).data ?? null,
  };
}
