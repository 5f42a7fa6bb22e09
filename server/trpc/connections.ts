import { z } from 'zod';
import { type ConnectionRow, findConnection, insertConnection, listConnections, type NewConnection, removeConnection, saveConnectionTest, updateConnection } from '#db/connections.ts';
import { notFound, refuse } from '#server/refusal.ts';
import { procedureFor, router } from './init.ts';
import { onceFor } from './once-for.ts';
import { ConnectionChanges, ConnectionInput, ConnectionName, ConnectionShape, ConnectionTest } from './shapes/connections.ts';
import { Done, once } from './shapes/people.ts';

const Named = z.strictObject({ name: ConnectionName });

export const connectionsRouter = router({
  list: procedureFor('viewer')
    .output(z.strictObject({ connections: z.array(ConnectionShape) }))
    .query(async ({ ctx: { app, session } }) => ({ connections: (await listConnections(app.sql, session.workspace.id)).map(shapeOf) })),

  create: procedureFor('admin')
    .input(z.strictObject({ connection: ConnectionInput, ...once }))
    .output(ConnectionShape)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'connections.create', input, async () => {
        const { workspace, user } = ctx.session;
        const made = await insertConnection(ctx.app.sql, workspace.id, rowOf(input.connection, user.id));
        if (!made) throw refuse(409, 'name-taken', `There is a connection called ${input.connection.name} already.`, { field: 'name' });
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
        const held = await findConnection(ctx.app.sql, workspace.id, input.name);
        if (!held) throw notFound('connection');
        const { createdAt: _at, createdBy, ...shape } = shapeOf(held);
        const parsed = ConnectionInput.safeParse({ ...shape, ...input.changes });
        if (!parsed.success) throw refuse(422, 'invalid-input', 'The connection would not be complete.', Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])));
        const saved = await updateConnection(ctx.app.sql, workspace.id, rowOf(parsed.data, createdBy));
        if (!saved) throw notFound('connection');
        await ctx.app.feed.notify({ workspaceId: workspace.id, kind: 'connection' });
        return shapeOf(saved);
      }),
    ),

  /** Opens the way out and closes it again: changes nothing at the other end. */
  test: procedureFor('admin')
    .input(Named.extend(once))
    .output(ConnectionTest)
    .mutation(async ({ ctx: { app, session }, input }) => {
      const held = await findConnection(app.sql, session.workspace.id, input.name);
      if (!held) throw notFound('connection');
      const startedAt = app.clock.now();
      const result = await app.testConnection(session.workspace.id, held);
      await saveConnectionTest(app.sql, session.workspace.id, input.name, result);
      return { ...result, ms: app.clock.now() - startedAt };
    }),

  remove: procedureFor('admin')
    .input(Named.extend(once))
    .output(Done)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'connections.remove', input, async () => {
        const { workspace } = ctx.session;
        if (!(await removeConnection(ctx.app.sql, workspace.id, input.name))) throw notFound('connection');
        await ctx.app.feed.notify({ workspaceId: workspace.id, kind: 'connection' });
        return { done: true as const };
      }),
    ),
});

function rowOf(input: ConnectionInput, createdBy: string): NewConnection {
  const { baseUrl, credentialHeader, allowPrivate, keyHeader, keyRetentionMs, lookup, ...columns } = input;
  const config = {
    allowPrivate,
    ...(baseUrl !== null && { baseUrl }),
    ...(credentialHeader !== null && { credentialHeader }),
    ...(keyHeader !== null && { keyHeader }),
    ...(keyRetentionMs !== null && { keyRetentionMs }),
    ...(lookup !== null && { lookup }),
  };
  return { ...columns, config, createdBy };
}

function shapeOf({ config, ...row }: ConnectionRow): ConnectionShape {
  const { baseUrl = null, credentialHeader = null, allowPrivate = false, keyHeader = null, keyRetentionMs = null, lookup = null } = config;
  return { ...row, baseUrl, credentialHeader, allowPrivate, keyHeader, keyRetentionMs, lookup };
}
