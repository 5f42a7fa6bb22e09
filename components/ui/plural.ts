const rules = new Intl.PluralRules('en');

/** "1 step", "1,204 steps". */
export function plural(value: number, one: string, other: string): string {
  return `${value.toLocaleString('en-US')} ${rules.select(value) === 'one' ? one : other}`;
}
