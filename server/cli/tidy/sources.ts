import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export type SourceFile = { file: string; text: string };

const BINARY = /\.(png|ico|woff2?|gif|jpg|wasm)$/;

/** Every file that is, or is about to be, in the repository. */
export function readSources(root: string): SourceFile[] {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list
    .split('\0')
    .filter((file) => file !== '' && !BINARY.test(file))
    .flatMap((file) => {
      try {
        return [{ file, text: readFileSync(path.join(root, file), 'utf8') }];
      } catch {
        return []; // deleted, but not committed yet
      }
    });
}

export const isCode = ({ file }: SourceFile): boolean => /\.tsx?$/.test(file);
export const isTest = ({ file }: SourceFile): boolean =>
  /\.(test|spec|contract|bench)\.tsx?$/.test(file) ||
  file.split('/').includes('testing') ||
  file.startsWith('e2e/');

/** What is between quotes, for titles of tests and the like. */
export function stringsOf(text: string): string[] {
  return [...text.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(
    ([string]) => string,
  );
}
