'use client';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { parseAsString, useQueryState } from 'nuqs';
import { useMemo, useRef, useState } from 'react';
import { Problem } from '#core/plan/problem.ts';
import type { ToolContract } from '#core/plan/tool-contract.ts';
import { ReadFailed } from '#components/query-state.tsx';
import { Refused } from '#components/refused.tsx';
import { Panel } from '#components/shell/page.tsx';
import { reasonOf, useTRPC } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox, Field, TextArea, TextInput } from '#components/ui/field.tsx';
import { mapping, planImport as words } from '#components/ui/messages-import.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Loading } from '#components/ui/skeleton.tsx';
import { stepNumbers } from '#components/plan-editor/step-numbers.ts';
import { ImportProblems } from './import-problems.tsx';
import { offsetOf } from './text-place.ts';
import { RenamedIds } from './renamed-ids.tsx';
import { SourcePanel } from './source-panel.tsx';
import { ToolMapping } from './tool-mapping.tsx';
import { useImport, type Preview } from './use-import.ts';

const PreviewGraph = dynamic(() => import('./preview-graph.tsx').then((graph) => graph.PreviewGraph), {
  ssr: false,
  loading: () => <Loading />,
});

/** From a text that was made elsewhere to a plan or a draft: what it is read as, what changes, what has to be decided. */
export function ImportScreen() {
  const trpc = useTRPC();
  const [givenGoal] = useQueryState('goal', parseAsString);
  const importing = useImport(givenGoal);
  const { choices, preview, make, large, isEmpty, isCurrent } = importing;
  const me = useQuery(trpc.session.me.queryOptions());
  const tools = useQuery(trpc.tools.list.queryOptions());
  const [accepted, setAccepted] = useState<string>();
  const box = useRef<HTMLTextAreaElement>(null);
  const showPlace = (at: { line: number; column: number }) => {
    const area = box.current;
    if (!area) return;
    const offset = offsetOf(area.value, at);
    area.focus();
    area.setSelectionRange(offset, offset + 1);
  };

  const shown = isEmpty || large !== undefined || preview.isError ? undefined : preview.data;
  const unread = preview.isError && !isEmpty && large === undefined ? unreadOf(preview.error) : undefined;
  const needsGoal = unread?.some(isMissingGoal) ?? false;
  const lossesKey = JSON.stringify(shown?.losses ?? []);
  const isAccepted = shown !== undefined && (shown.losses.length === 0 || accepted === lossesKey);
  const isAuthor = me.data?.roles.includes('author') ?? true;
  const off = !isAuthor
    ? words.off.role
    : isEmpty
      ? words.off.empty
      : large !== undefined
        ? words.off.large
        : !isCurrent
          ? words.off.reading
          : !shown
            ? words.off.unread
            : !isAccepted
              ? words.off.losses
              : choices.title?.trim() === ''
                ? words.off.name
                : undefined;
  const isBusy = make.isPending || make.isSuccess;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <SourcePanel
          text={choices.text}
          fileName={choices.fileName}
          problem={isEmpty ? undefined : large}
          boxRef={box}
          onText={importing.setText}
        />
        {importing.isKept ? null : <Notice look="attention" title={words.notKept} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <p role="status" className="sr-only">
          {isEmpty || isCurrent ? '' : words.reading}
        </p>
        {unread ? (
          <div role="alert">
            <Panel title={words.unread(unread.length)} bodyClassName="flex flex-col gap-3 p-3">
              <ImportProblems problems={unread} onPlace={showPlace} />
              <p className="text-sm text-muted">{words.safe}</p>
            </Panel>
          </div>
        ) : preview.isError && !isEmpty && large === undefined ? (
          <ReadFailed error={preview.error} retry={() => void preview.refetch()} />
        ) : preview.isLoading ? (
          <Loading rows={3} />
        ) : null}
        {shown || needsGoal || (choices.goal !== null && !isEmpty) ? (
          <Panel title={words.plan} bodyClassName="flex flex-col gap-3 p-3">
            {shown ? <p>{readAs(shown)}</p> : null}
            {shown ? (
              <Field label={words.name}>
                {(ids) => (
                  <TextInput
                    {...ids}
                    maxLength={200}
                    value={choices.title ?? shown.title}
                    onChange={(event) => importing.setTitle(event.target.value)}
                  />
                )}
              </Field>
            ) : null}
            <Field
              label={words.goal}
              hint={words.goalHint}
              error={needsGoal && isCurrent ? words.goalNeeded : undefined}
            >
              {(ids) => (
                <TextArea
                  {...ids}
                  rows={2}
                  maxLength={20_000}
                  className="min-h-14"
                  value={choices.goal ?? shown?.document.objective ?? ''}
                  onChange={(event) => importing.setGoal(event.target.value)}
                />
              )}
            </Field>
          </Panel>
        ) : null}
        {shown ? (
          <Decisions
            preview={shown}
            tools={tools.data?.tools ?? []}
            chosen={choices.tools}
            onChoose={importing.setTool}
            isAccepted={isAccepted}
            onAccept={(is) => setAccepted(is ? lossesKey : undefined)}
          />
        ) : null}
        <div
          data-sticky-bar
          className="flex flex-col items-start gap-2 max-md:sticky max-md:bottom-14 max-md:z-10 max-md:-mx-4 max-md:border-t max-md:border-border max-md:bg-surface max-md:px-4 max-md:py-2"
        >
          {shown ? <p className="text-sm text-muted">{whatItBecomes(shown)}</p> : null}
          <Refused error={make.error} className="w-full" />
          <Button
            look="primary"
            aria-disabled={off !== undefined || isBusy || undefined}
            {...(off === undefined ? {} : { 'aria-describedby': 'import-off' })}
            onClick={() => {
              if (off === undefined && !isBusy)
                importing.start(isAccepted && (shown?.losses.length ?? 0) > 0);
            }}
          >
            {shown?.becomes === 'draft' ? words.asDraft : words.asVersion}
          </Button>
          {off === undefined ? null : (
            <p id="import-off" className="text-xs text-faint">
              {off}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

/** What a person decides or has to know before it is imported. */
function Decisions({
  preview,
  tools,
  chosen,
  onChoose,
  isAccepted,
  onAccept,
}: {
  preview: Preview;
  tools: readonly ToolContract[];
  chosen: Readonly<Record<string, string>>;
  onChoose(tool: string, to: string | undefined): void;
  isAccepted: boolean;
  onAccept(is: boolean): void;
}) {
  const { document, problems, losses, ids, foreignTools } = preview;
  const numbers = useMemo(() => stepNumbers(document), [document]);
  const titles = useMemo(() => new Map(document.steps.map(({ id, title }) => [id, title])), [document]);
  const byName = useMemo(() => Object.fromEntries(tools.map((tool) => [tool.name, tool])), [tools]);
  const elsewhere = new Set([...losses.map(({ code }) => code), 'unknown-tool']);
  const rest = problems.filter(({ code }) => !elsewhere.has(code));
  return (
    <>
      {foreignTools.length > 0 ? (
        <Panel title={words.tools(foreignTools.length)} bodyClassName="flex flex-col gap-3 p-3">
          <p className="text-sm text-muted">{tools.length === 0 ? mapping.none : words.toolsText}</p>
          <ToolMapping
            uses={foreignTools}
            tools={tools}
            chosen={chosen}
            onChoose={onChoose}
            leave={mapping.leave}
            stepName={(id) => mapping.step(numbers.get(id) ?? 0, titles.get(id) ?? id)}
          />
        </Panel>
      ) : null}
      {losses.length > 0 ? (
        <Panel title={words.losses(losses.length)} bodyClassName="flex flex-col gap-2 p-3">
          <ImportProblems problems={losses} />
          <Checkbox
            label={words.accept}
            checked={isAccepted}
            onChange={(event) => onAccept(event.target.checked)}
          />
        </Panel>
      ) : null}
      <Panel title={words.problems(rest.length)}>
        {rest.length === 0 ? (
          <p className="text-muted">{words.noProblems}</p>
        ) : (
          <ImportProblems problems={rest} numbers={numbers} />
        )}
      </Panel>
      <PreviewGraph document={document} problems={problems} tools={byName} />
      <RenamedIds ids={ids} />
    </>
  );
}

/** The problems of a text that is no plan yet; undefined when it was refused for something else. */
function unreadOf(error: unknown): Problem[] | undefined {
  const { code, fields } = reasonOf(error);
  return code === 'plan-unreadable' ? Problem.array().safeParse(fields['problems']).data : undefined;
}

function isMissingGoal({ code, path }: Problem): boolean {
  return code === 'missing-member' && /(?:^|\/)(?:goal|objective)$/.test(path);
}

function readAs({ shape, format, document }: Preview): string {
  return words.read(words.shapes[shape], words.formats[format], document.steps.length);
}

function whatItBecomes({ becomes, unknownTools, problems }: Preview): string {
  if (becomes === 'version') return words.becomesVersion;
  const soft = problems.filter(({ code }) => code === 'missing-success-check').length;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return words.becomesDraft(unknownTools.length, errors + soft);
}
