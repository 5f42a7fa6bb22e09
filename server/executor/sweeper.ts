/**
 * Once a second, in one worker at a time: frees the runs of dead workers, and rings runs that have work or a due timer
 * but neither driver nor hint. It is what makes every lost wake-up cost a second and never a run.
 */
import type { Sql } from '#db/connect.ts';
import type { Queue } from '#db/queue.ts';
import { type DeathLimits, findDeadWorkers } from '#db/workers.ts';

export type SweeperOptions = {
  sql: Sql;
  queue: Pick<Queue, 'seize' | 'sweep'>;
  limits: DeathLimits;
  everyMs: number;
  /** Runs were rung: claim without waiting for the poll. */
  onRung: () => void;
  /** So many runs of dead workers were freed. */
  onSeized: (count: number) => void;
  onError: (error: unknown) => void;
};

export function startSweeper({ sql, queue, limits, everyMs, onRung, onSeized, onError }: SweeperOptions): {
  stop(): Promise<void>;
} {
  let current = Promise.resolve();
  let isSweeping = false;
  async function sweep(): Promise<void> {
    try {
      const dead = await findDeadWorkers(sql, limits);
      const seized = dead.length > 0 ? await queue.seize(dead) : [];
      if (seized.length > 0) onSeized(seized.length);
      const rung = await queue.sweep();
      if (seized.length + rung.length > 0) onRung();
    } catch (error) {
      onError(error);
    }
    isSweeping = false;
  }
  const timer = setInterval(() => {
    if (isSweeping) return;
    isSweeping = true;
    current = sweep();
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
