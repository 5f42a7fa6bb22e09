/** What a binding looks like, for screens: apart from binding.ts, which brings the parser of expressions. */
import type { Json } from '../json.ts';

/** The expression of a binding; undefined for any other value. */
export function bindingOf(value: Json): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  return keys.length === 1 && keys[0] === '$expr' && typeof value.$expr === 'string'
    ? value.$expr
    : undefined;
}

/** Looks like a binding and is none: other members beside `$expr`, or an expression that is no text. */
export function isMalformedBinding(value: Json): boolean {
  return (
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.hasOwn(value, '$expr') &&
    bindingOf(value) === undefined
  );
}
