/**
 * One statement over PostgreSQL's extended protocol: the server itself refuses several in one text. Rows come in
 * portions, so a result beyond its caps is never read whole.
 * Own instead of pg's Query because that one sends no Sync after an error in a portion, and the connection hangs.
 */
import pg from 'pg';
import type { Json, JsonObject } from '#core/json.ts';
import { parseColumn } from './column-values.ts';

export type RowCaps = {
  rows: number;
  /** Of the rows as text. */
  bytes: number;
  /** stop: leave the rest unread (reads). count: read on and only count (writes, whose RETURNING must run through). */
  beyond: 'stop' | 'count';
};
export type TargetResult = { rows: JsonObject[]; rowCount: number; truncated: boolean; command: string };

const PORTION = 200;

type Wire = pg.Connection & {
  parse(query: { text: string; name: string; types: undefined }): void;
  bind(config: {
    portal: string;
    statement: string;
    values: (string | null)[];
    valueMapper: (value: string | null) => string | null;
  }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(config: { portal: string; rows: number }): void;
  flush(): void;
  sync(): void;
  sendCopyFail(message: string): void;
};
type Field = { name: string; dataTypeID: number };

export class TargetQuery {
  readonly #text: string;
  readonly #values: (string | null)[];
  readonly #caps: RowCaps;
  readonly #done = Promise.withResolvers<TargetResult>();
  #fields: Field[] = [];
  #rows: JsonObject[] = [];
  #seen = 0;
  #bytes = 0;
  #truncated = false;
  #affected: number | undefined;
  #command = '';

  constructor(text: string, params: readonly Json[], caps: RowCaps) {
    this.#text = text;
    this.#values = params.map(parameterText);
    this.#caps = caps;
  }

  get result(): Promise<TargetResult> {
    return this.#done.promise;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as Wire;
    wire.stream.cork();
    wire.parse({ text: this.#text, name: '', types: undefined });
    wire.bind({ portal: '', statement: '', values: this.#values, valueMapper: (value) => value });
    wire.describe({ type: 'P', name: '' });
    wire.execute({ portal: '', rows: PORTION });
    wire.flush();
    wire.stream.uncork();
  }

  handleRowDescription(message: { fields: Field[] }): void {
    this.#fields = message.fields;
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    this.#seen++;
    this.#bytes += message.fields.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    if (this.#rows.length >= this.#caps.rows || this.#bytes > this.#caps.bytes) this.#truncated = true;
    if (this.#truncated) return;
    const row: JsonObject = {};
    message.fields.forEach((value, index) => {
      const field = this.#fields[index];
      // defineProperty: a column may be called __proto__.
      if (field)
        Object.defineProperty(row, field.name, {
          value: value === null ? null : parseColumn(field.dataTypeID, value),
          enumerable: true,
          configurable: true,
          writable: true,
        });
    });
    this.#rows.push(row);
  }

  handlePortalSuspended(connection: pg.Connection): void {
    const wire = connection as Wire;
    if (this.#truncated && this.#caps.beyond === 'stop') {
      wire.sync();
    } else {
      wire.execute({ portal: '', rows: PORTION });
      wire.flush();
    }
  }

  handleCommandComplete(message: { text: string }, connection: pg.Connection): void {
    this.#command = message.text;
    const count = /(\d+)$/.exec(message.text)?.[1];
    if (count !== undefined && this.#fields.length === 0) this.#affected = Number(count);
    (connection as Wire).sync();
  }

  handleEmptyQuery(connection: pg.Connection): void {
    (connection as Wire).sync();
  }

  handleCopyInResponse(connection: pg.Connection): void {
    (connection as Wire).sendCopyFail('COPY is not available here');
  }

  handleCopyData(): void {}

  handleError(error: Error, connection: pg.Connection): void {
    if (error instanceof pg.DatabaseError) (connection as Wire).sync();
    this.#done.reject(error);
  }

  handleReadyForQuery(): void {
    const rowCount = this.#affected ?? (this.#caps.beyond === 'count' ? this.#seen : this.#rows.length);
    this.#done.resolve({ rows: this.#rows, rowCount, truncated: this.#truncated, command: this.#command });
  }
}

/** Text of a parameter as PostgreSQL reads it. A list becomes an array; an object becomes JSON. */
function parameterText(value: Json): string | null {
  if (value === null) return null;
  if (Array.isArray(value)) return arrayText(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function arrayText(values: readonly Json[]): string {
  const parts = values.map((value) => {
    if (value === null) return 'NULL';
    if (Array.isArray(value)) return arrayText(value);
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  });
  return `{${parts.join(',')}}`;
}
