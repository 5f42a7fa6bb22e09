import { endWithParent } from '#server/orphan.ts';
import { beginShutdown } from '#server/shutdown.ts';

endWithParent();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, beginShutdown);
