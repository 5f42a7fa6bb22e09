'use client';
import { ChevronDown, ChevronUp, OctagonX, PencilLine, TriangleAlert } from 'lucide-react';
import { useContext } from 'react';
import { useStore } from 'zustand';
import { KeptInputsContext, keepInput, type KeptInputsStore } from '#components/json/kept-inputs.ts';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { useEditorActions } from './editor-actions.ts';
import { useAct } from './editor-env.ts';
import { useEditor } from './editor-store.ts';
import { useEditorUi, useEditorUiStore } from './editor-ui.ts';
import { applyFix } from './intents/apply-fix.ts';
import { fieldName, placeOf, stepIdOf } from './problem-place.ts';
import { stepNumbers } from './step-numbers.ts';

const words = messages.editor.problems;

type Row = {
  key: string;
  kind: 'typed' | 'error' | 'warning';
  place: string;
  message: string;
  fix?: { title: string; run(): void };
};

/** Inputs whose step is still there. */
export function useKeptInputs(): [KeptInputsStore, [place: string, message: string][]] {
  const kept = useContext(KeptInputsContext);
  if (!kept) throw new Error('Bug: an editor control outside an editor');
  const inputs = useStore(kept, (state) => state.inputs);
  const document = useEditor((state) => state.document);
  const ids = new Set(document.steps.map(({ id }) => id));
  return [
    kept,
    [...inputs]
      .filter(([place]) => {
        const id = stepIdOf(place);
        return id === undefined || ids.has(id);
      })
      .map(([place, { message }]) => [place, message]),
  ];
}

/** What stands in the way of saving and what is doubtful: live, each with the way to its field and a mending if there is one. */
export function ProblemsStrip() {
  const problems = useEditor((state) => state.problems);
  const checking = useEditor((state) => state.checking);
  const document = useEditor((state) => state.document);
  const open = useEditorUi((state) => state.problemsOpen);
  const ui = useEditorUiStore();
  const actions = useEditorActions();
  const act = useAct();
  const [kept, typed] = useKeptInputs();
  const numbers = stepNumbers(document);

  const rows: Row[] = [
    ...typed.map(([place, message]): Row => ({
      key: `typed ${place}`,
      kind: 'typed',
      place,
      message,
      fix: { title: words.discard, run: () => keepInput(kept, place, undefined) },
    })),
    ...problems.map((problem, index): Row => {
      const fix = applyFix(problem);
      return {
        key: `${problem.code} ${problem.path} ${index}`,
        kind: problem.severity,
        place: placeOf(problem, document),
        message: problem.message,
        ...(fix
          ? {
              fix: {
                title: fix.label,
                run: () => ui.setState({ refusal: act({ ok: true, intent: fix }) }),
              },
            }
          : {}),
      };
    }),
  ];
  const errors = rows.filter(({ kind }) => kind !== 'warning').length;
  const warnings = rows.length - errors;
  const summary = [errors > 0 ? words.errors(errors) : '', warnings > 0 ? words.warnings(warnings) : '']
    .filter(Boolean)
    .join(', ');
  const where = (place: string) => {
    const id = stepIdOf(place);
    const number = id === undefined ? undefined : numbers.get(id);
    return words.go(number === undefined ? words.plan : words.step(number), fieldName(place));
  };
  return (
    <section
      data-region
      tabIndex={-1}
      aria-label={words.title(rows.length)}
      className="border-t border-border bg-surface outline-none"
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => ui.setState({ problemsOpen: !open })}
        className="flex min-h-9 w-full items-center gap-2 px-3 text-left text-sm -outline-offset-2 hover:bg-hover max-md:min-h-11"
      >
        {errors > 0 ? (
          <OctagonX aria-hidden size={16} className="text-failed" />
        ) : warnings > 0 ? (
          <TriangleAlert aria-hidden size={16} className="text-approval" />
        ) : null}
        <span className="font-semibold">{words.title(rows.length)}</span>
        <span className="text-muted" role="status">
          {rows.length === 0 ? words.none : summary}
          {checking ? ` (${words.checking})` : ''}
        </span>
        <span className="ml-auto text-muted">
          {open ? <ChevronDown aria-hidden size={16} /> : <ChevronUp aria-hidden size={16} />}
        </span>
      </button>
      {open && rows.length > 0 ? (
        <ul className="relative max-h-48 divide-y divide-border overflow-y-auto border-t border-border">
          {rows.map((row) => {
            const Icon = row.kind === 'typed' ? PencilLine : row.kind === 'error' ? OctagonX : TriangleAlert;
            return (
              <li key={row.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 text-sm">
                <Icon
                  aria-hidden
                  size={16}
                  className={`shrink-0 ${row.kind === 'warning' ? 'text-approval' : 'text-failed'}`}
                />
                <span className="font-medium">
                  {row.kind === 'typed'
                    ? words.typed
                    : row.kind === 'error'
                      ? messages.problems.error
                      : messages.problems.warning}
                </span>
                <button
                  type="button"
                  onClick={() => actions.goTo(row.place)}
                  className="min-h-6 rounded-chip text-left underline decoration-border-strong underline-offset-2 hover:decoration-text max-md:min-h-11"
                >
                  {where(row.place)}
                </button>
                <span className="min-w-0 flex-1 basis-60 break-words text-muted">{row.message}</span>
                {row.fix ? (
                  <Button size="sm" onClick={row.fix.run}>
                    {row.fix.title}
                  </Button>
                ) : null}
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}
