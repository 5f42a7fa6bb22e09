/**
 * Problems while somebody edits. What the document itself shows is judged here, at once and also without a server; what
 * only tools know comes with each save, and stays on the screen until the next answer.
 */
import { lintStructure, STRUCTURE_CODES } from '#core/plan/lint.ts';
import type { Problem } from '#core/plan/problem.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Catalog } from '#core/plan/tool-contract.ts';
import type { EditorStore } from './editor-store.ts';

const PAUSE_MS = 100;
/** A large plan takes longer to judge: lint may take a quarter of the time at most. */
const SHARE = 3;

export type LiveLint = {
  /** All problems of a document, from the server. */
  answer(problems: readonly Problem[], document: PlanDocument): void;
  stop(): void;
};

export function startLiveLint(
  store: EditorStore,
  catalog: Catalog,
  now: () => number = () => performance.now(),
): LiveLint {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let took = 0;
  let fromTools = toolProblems(store.getState().problems);

  const unsubscribe = store.subscribe((state, before) => {
    // A draft that was loaded anew brings its problems along.
    if (state.baseDocument !== before.baseDocument) fromTools = toolProblems(state.problems);
    if (state.document === before.document || !state.checking) return;
    clearTimeout(timer);
    timer = setTimeout(lint, Math.max(PAUSE_MS, took * SHARE));
  });

  function lint(): void {
    const { document } = store.getState();
    const start = now();
    const own = lintStructure(document, catalog, 'submit');
    took = now() - start;
    const known = new Set(document.steps.map(({ id }) => id));
    const rest = fromTools.filter(({ stepId }) => stepId === undefined || known.has(stepId));
    store.setState({ problems: errorsFirst([...own, ...rest]) });
  }

  return {
    answer(problems, document) {
      fromTools = toolProblems(problems);
      if (store.getState().document !== document) return;
      clearTimeout(timer);
      store.setState({ problems, checking: false });
    },
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

function toolProblems(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ code }) => !STRUCTURE_CODES.has(code));
}

function errorsFirst(problems: readonly Problem[]): Problem[] {
  return [
    ...problems.filter(({ severity }) => severity === 'error'),
    ...problems.filter(({ severity }) => severity === 'warning'),
  ];
}
