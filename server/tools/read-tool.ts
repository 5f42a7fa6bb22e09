import { ONE_CALL, type Tool } from './tool.ts';

/** What every tool says that only reads, and asks nothing back: a tool names the rest. */
type Given = 'effect' | 'risk' | 'dedupe' | 'maxInFlightMs' | 'canReconcile' | 'estimate';

/** A tool that only reads: nothing of a call can stay, so there is nothing to look up after a lost answer. */
export function readTool(tool: Omit<Tool, Given> & Partial<Pick<Tool, 'risk' | 'estimate'>>): Tool {
  return {
    effect: 'read',
    risk: 'low',
    dedupe: 'none',
    maxInFlightMs: 0,
    canReconcile: false,
    estimate: () => ONE_CALL,
    ...tool,
  };
}
