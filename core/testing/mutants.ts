/**
 * Mutants of the run machine: its real source with one line changed, bundled in memory. Nothing in the machine knows of
 * them, so no safeguard can be switched off in it. The text to change must occur exactly once: a mutant that no longer
 * fits its source fails loudly instead of testing nothing.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { engine, type Engine } from './given.ts';

export type Mutant = { name: string; changes: { file: string; find: string; replace: string }[] };

const root = fileURLToPath(new URL('../../', import.meta.url));
const entry = `export { decide } from '#core/run/decide.ts'; export { evolve, initialState } from '#core/run/evolve.ts';`;

/** The same code however the formatter breaks its lines. */
function tokensOf(find: string): RegExp {
  const words = find.split(/\s+/).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(words.join(String.raw`\s*`));
}

export async function mutate(mutant: Mutant): Promise<Engine> {
  const changed = new Map<string, string>();
  for (const { file, find, replace } of mutant.changes) {
    const path = `${root}core/run/${file}`;
    const text = changed.get(path) ?? (await readFile(path, 'utf8'));
    const pattern = tokensOf(find);
    const times = text.split(pattern).length - 1;
    if (times !== 1) throw new Error(`${mutant.name}: "${find}" occurs ${times} times in ${file}`);
    changed.set(
      path,
      text.replace(pattern, () => replace),
    );
  }
  const result = await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'mutate',
        setup: ({ onLoad }) => {
          onLoad({ filter: /core\/run\/.*\.ts$/ }, ({ path }) => {
            const contents = changed.get(path);
            return contents === undefined ? undefined : { contents, loader: 'ts' };
          });
        },
      },
    ],
  });
  const code = result.outputFiles[0]?.text ?? '';
  const bundled = (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )) as Engine;
  if (bundled.decide === engine.decide) throw new Error('The mutant is the real engine');
  return { decide: bundled.decide, evolve: bundled.evolve, initialState: bundled.initialState };
}
