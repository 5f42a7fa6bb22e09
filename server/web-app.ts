import type { Sql } from '#db/connect.ts';

/** What the web process works with; made once, at first use. */
export type WebApp = { sql: Sql };
