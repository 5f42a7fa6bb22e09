import type { AppendBatch, AppendResult, RunStore } from '#db/run-store.ts';

/** More batches than this go into the next statement. */
const MOST_BATCHES = 64;

export type Committer = { append(batch: AppendBatch): Promise<AppendResult> };

type Waiting = {
  batch: AppendBatch;
  resolve: (result: AppendResult) => void;
  reject: (error: unknown) => void;
};

/**
 * Commits what several runs of this worker have ready at the same moment with one statement. While one statement is
 * under way the next group gathers, so the rate of commits adapts to the database by itself.
 */
export function createCommitter(store: Pick<RunStore, 'append'>): Committer {
  let waiting: Waiting[] = [];
  let isFlushing = false;

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST_BATCHES);
      waiting = waiting.slice(MOST_BATCHES);
      try {
        const results = await store.append(group.map(({ batch }) => batch));
        group.forEach(({ resolve, reject }, index) => {
          const result = results[index];
          if (result) resolve(result);
          else reject(new Error('Bug: the store answered fewer batches than it was given'));
        });
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isFlushing = false;
  }

  return {
    append(batch) {
      return new Promise((resolve, reject) => {
        waiting.push({ batch, resolve, reject });
        if (isFlushing) return;
        isFlushing = true;
        setImmediate(() => void flush());
      });
    },
  };
}
