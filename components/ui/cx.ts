import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['2xs', 'xs', 'sm', 'base', 'md', 'lg', 'xl'] }] } },
});

/** Joins class names; a later utility wins over an earlier one of the same kind. */
export function cx(...values: ClassValue[]): string {
  return merge(clsx(values));
}
