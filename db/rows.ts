/** A row as postgres.js reads it, with its times as core has them: milliseconds since 1970. */
export type WithInstants<Row> = {
  [Key in keyof Row]: Row[Key] extends Date
    ? number
    : Row[Key] extends Date | null
      ? number | null
      : Row[Key];
};

export function withInstants<Row extends object>(row: Row): WithInstants<Row> {
  const entries = Object.entries(row).map(([key, value]) => [
    key,
    value instanceof Date ? value.getTime() : value,
  ]);
  return Object.fromEntries(entries) as WithInstants<Row>;
}

/** Text that is bound and cast in SQL: `${asJson(x)}::text::json`. postgres.js would encode a bound `json` once more. */
export function asJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
