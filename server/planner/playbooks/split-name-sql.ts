/** The SQL of the split: how a name is cut, and the kinds of dirt a column of full names holds in real life. */
export type Names = { connection: string; table: string; column: string; view: string };

/** First word, and the rest. Right for clean names; the verification finds the others. */
export function splitRows(column: string): string {
  return `first_name = split_part(${column}, ' ', 1), last_name = substr(${column}, strpos(${column} || ' ', ' ') + 1)`;
}

export type Dirt = {
  checkId: string;
  stepId: string;
  /** Column of the verification's answer that counts it. */
  count: string;
  /** SQL condition of a row of this kind, on the split columns and the full name. Kinds do not overlap. */
  where: (column: string) => string;
  message: string;
  noun: string;
  title: string;
  /** `SET … WHERE …` that mends and splits again. */
  update: (column: string) => string;
};

const spaced = (column: string) => `(${column} <> btrim(${column}) OR ${column} LIKE '%  %')`;
const comma = (column: string) => `${column} LIKE '%,%'`;
const tidy = (text: string) => `btrim(regexp_replace(${text}, '\\s+', ' ', 'g'))`;

/** Sets the full name to `expression` and splits that in the same statement. */
function resplit(column: string, expression: string): string {
  return `SET ${column} = ${expression}, first_name = split_part(${expression}, ' ', 1), last_name = substr(${expression}, strpos(${expression} || ' ', ' ') + 1)`;
}

export const dirtKinds: readonly Dirt[] = [
  {
    checkId: 'no-comma-names',
    stepId: 'clean_comma_names',
    count: 'comma_names',
    where: comma,
    message: 'Names written "Last, First" were split the wrong way round.',
    noun: 'names written "Last, First"',
    title: 'Turn "Last, First" names round',
    update: (column) =>
      `${resplit(column, tidy(`split_part(${column}, ',', 2) || ' ' || split_part(${column}, ',', 1)`))} WHERE ${comma(column)}`,
  },
  {
    checkId: 'no-stray-spaces',
    stepId: 'clean_stray_spaces',
    count: 'stray_spaces',
    where: (column) => `${spaced(column)} AND NOT ${comma(column)}`,
    message: 'Names with leading, trailing or doubled spaces were split at the wrong place.',
    noun: 'names with stray spaces',
    title: 'Trim stray spaces in names',
    update: (column) => `${resplit(column, tidy(column))} WHERE ${spaced(column)} AND NOT ${comma(column)}`,
  },
  {
    checkId: 'no-single-names',
    stepId: 'mark_single_names',
    count: 'single_names',
    where: (column) => `${column} NOT LIKE '% %' AND NOT ${comma(column)} AND last_name = ''`,
    message: 'People with one name have an empty last name.',
    noun: 'people with a single name',
    title: 'Mark people who have one name',
    update: (column) =>
      `SET first_name = ${column}, last_name = '-' WHERE ${column} NOT LIKE '% %' AND NOT ${comma(column)} AND last_name = ''`,
  },
  {
    checkId: 'no-missing-names',
    stepId: 'fill_missing_names',
    count: 'missing_names',
    where: (column) => `${column} IS NULL`,
    message: 'Rows without a full name have no first and last name.',
    noun: 'rows without a name',
    title: 'Fill rows that have no name',
    update: (column) =>
      `SET first_name = 'Unknown', last_name = '-' WHERE ${column} IS NULL AND first_name IS NULL`,
  },
];

export function countBadNames({ table, column }: Names): string {
  const counts = dirtKinds.map((dirt) => {
    const open =
      dirt.checkId === 'no-missing-names'
        ? `${dirt.where(column)} AND first_name IS NULL`
        : dirt.where(column);
    return `count(*) FILTER (WHERE ${open})::int AS ${dirt.count}`;
  });
  return `SELECT count(*)::int AS total, ${counts.join(', ')} FROM ${table}`;
}
