import path from 'node:path';
import type { SourceFile } from './sources.ts';

export type Import = { from: string; specifier: string; isTypeOnly: boolean };

const STATIC = /^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]/g;

/** The import statements of a file; a path inside the repository is written from its root. */
export function importsOf({ file, text }: SourceFile): Import[] {
  const found = [
    ...[...text.matchAll(STATIC)].map(([, type, specifier = '']) => ({
      specifier,
      isTypeOnly: Boolean(type),
    })),
    ...[...text.matchAll(DYNAMIC)].map(([, specifier = '']) => ({ specifier, isTypeOnly: false })),
  ];
  return found.map(({ specifier, isTypeOnly }) => ({
    from: file,
    specifier: resolve(file, specifier),
    isTypeOnly,
  }));
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  return specifier;
}
