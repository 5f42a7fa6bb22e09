import { z } from 'zod';
import { notBuilt, procedureFor, router } from './init.ts';
import { ConnectionChanges, ConnectionInput, ConnectionName, ConnectionRow, ConnectionTest } from './shapes/connections.ts';
import { Done, once } from './shapes/people.ts';

const Named = z.strictObject({ name: ConnectionName });

export const connectionsRouter = router({
  list: procedureFor('viewer').output(z.strictObject({ connections: z.array(ConnectionRow) })).query(() => notBuilt()),
  create: procedureFor('admin').input(z.strictObject({ connection: ConnectionInput, ...once })).output(ConnectionRow).mutation(() => notBuilt()),
  update: procedureFor('admin').input(Named.extend({ changes: ConnectionChanges, ...once })).output(ConnectionRow).mutation(() => notBuilt()),
  test: procedureFor('admin').input(Named.extend(once)).output(ConnectionTest).mutation(() => notBuilt()),
  remove: procedureFor('admin').input(Named.extend(once)).output(Done).mutation(() => notBuilt()),
});
