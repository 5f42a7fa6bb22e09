import type { RouterOutputs } from '#components/trpc.tsx';

export type RunRow = RouterOutputs['runs']['list']['runs'][number];
export const runFilters = ['all', 'needs-you', 'going', 'failed', 'ended'] as const;
export type RunFilter = (typeof runFilters)[number];

export const isGoing = ({ status }: Pick<RunRow, 'status'>): boolean =>
  status === 'running' || status === 'paused' || status === 'stopping';

const fits: Record<RunFilter, (run: RunRow) => boolean> = {
  all: () => true,
  'needs-you': (run) => run.needsYou > 0,
  going: isGoing,
  failed: (run) => run.status === 'failed',
  ended: (run) => !isGoing(run),
};

/** Runs of one state whose plan, number or starter holds every word. */
export function filterRuns(runs: readonly RunRow[], show: RunFilter, text: string): readonly RunRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter((run) => {
    const line =
      `run ${run.number} ${run.planTitle} v${run.planVersion} ${run.startedBy?.name ?? ''}`.toLowerCase();
    return fits[show](run) && words.every((word) => line.includes(word));
  });
}
