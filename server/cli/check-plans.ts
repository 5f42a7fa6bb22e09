import { existsSync } from 'node:fs';
import path from 'node:path';
import { stopLayoutThread } from '#server/layout/elk-worker.ts';
import { checkFile } from './check-plans/check-file.ts';
import type { PlanOutcome } from './check-plans/check-plan.ts';

/**
 * `npm run check-plans -- FILE [--json]`: reads every plan of a JSON-lines file as an import does, judges, compares,
 * lays out and draws it. Nothing is stored. Ends with 1 when a plan made it crash, with 2 when there is no file.
 */
const USAGE = 'Usage: npm run check-plans -- FILE [--json]';

const [file, ...more] = process.argv.slice(2).filter((arg) => arg !== '--json');
const isJson = process.argv.includes('--json');
// npm runs a script in the folder of its package; INIT_CWD is where the person is.
const found = file === undefined ? undefined : path.resolve(process.env.INIT_CWD ?? '.', file);

if (found === undefined || more.length > 0 || !existsSync(found)) {
  console.error(found === undefined || more.length > 0 ? USAGE : `There is no file ${found}. ${USAGE}`);
  process.exitCode = 2;
} else {
  const startedAt = performance.now();
  const summary = await checkFile(found, (line, outcome) => {
    const told = isJson
      ? JSON.stringify({ line, ...outcome, ms: Math.round(outcome.ms) })
      : sentence(line, outcome);
    if (told !== undefined) console.log(told);
  });
  await stopLayoutThread();
  if (isJson) console.log(JSON.stringify(summary));
  else {
    const { total, valid, refused, crashed, slowestMs } = summary;
    const reasons = Object.entries(refused).map(([code, count]) => `${count} ${code}`);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(
      `${total} plans in ${seconds} s, the slowest in ${slowestMs} ms: ${valid} valid, ${total - valid - crashed} refused${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}, ${crashed} crashed`,
    );
  }
  process.exitCode = summary.crashed > 0 ? 1 : 0;
}

function sentence(line: number, outcome: PlanOutcome): string | undefined {
  if (outcome.result === 'valid') return undefined;
  const what = outcome.result === 'refused' ? outcome.code : 'crashed';
  return `line ${line}: ${what}: ${outcome.message}`;
}
