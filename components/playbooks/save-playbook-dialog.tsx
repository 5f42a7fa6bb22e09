'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SuggestedParameter } from '#core/plan/playbook-template.ts';
import { newKey } from '#components/new-key.ts';
import { QueryState } from '#components/query-state.tsx';
import { Refused } from '#components/refused.tsx';
import { reasonOf, useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Checkbox, Field, TextArea, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { toast } from '#components/ui/toast.tsx';
import { chosenParameters, playbookName, type Choices } from './chosen-parameters.ts';

type Version = RouterOutputs['plans']['version'];
const words = messages.playbooks.save;
const VALUE_LETTERS = 80;

/** Name, words, and which values of the version are asked for when somebody uses it. */
export function SavePlaybookDialog({
  version,
  runId,
  onClose,
}: {
  version: Version;
  runId: string | undefined;
  onClose(): void;
}) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useId();
  const [title, setTitle] = useState(version.title);
  const [written, setName] = useState<string>();
  const [description, setDescription] = useState('');
  const [choices, setChoices] = useState<Choices>({});
  const name = written ?? playbookName(title);
  const source = { planId: version.planId, version: version.version };
  const suggestions = useQuery(trpc.playbooks.suggest.queryOptions(source));
  const save = useMutation(
    trpc.playbooks.save.mutationOptions({
      onSuccess: (saved) => {
        toast(words.done(saved.name, saved.version));
        void queryClient.invalidateQueries({ queryKey: trpc.playbooks.pathKey() });
        onClose();
      },
    }),
  );
  const newest = newestOf(save.error, save.variables?.name === name);
  const submit = () =>
    save.mutate({
      ...source,
      ...(runId === undefined ? {} : { runId }),
      name,
      title,
      description,
      parameters: chosenParameters(suggestions.data?.suggestions ?? [], choices),
      replaces: newest ?? null,
      idempotencyKey: newKey(),
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title(version.version)}
      description={runId === undefined ? words.text : `${words.fromRun(version.version)} ${words.text}`}
      wide
      full
      footer={
        <>
          <span className="mr-auto text-sm text-muted" role="status">
            {words.chosen(Object.keys(choices).length)}
          </span>
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button look="primary" type="submit" form={form} disabled={save.isPending || !suggestions.data}>
            {newest === undefined ? words.submit : words.submitNext(newest + 1)}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Refused error={save.error} />
        <div className="grid gap-3 md:grid-cols-2">
          <Field label={words.titleLabel}>
            {(ids) => (
              <TextInput
                {...ids}
                required
                maxLength={200}
                value={title}
                onChange={(event) => setTitle(event.target.value)}
              />
            )}
          </Field>
          <Field label={words.name} hint={words.nameHint}>
            {(ids) => (
              <TextInput
                {...ids}
                required
                pattern="[a-z][a-z0-9\-]{1,62}"
                spellCheck={false}
                className="font-mono"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Field label={words.description} hint={words.descriptionHint}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={2}
              maxLength={2_000}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <QueryState query={suggestions}>
          {({ suggestions: found }) => (
            <Values
              suggestions={found}
              choices={choices}
              onChange={setChoices}
              titleOf={(stepId) => version.document.steps.find(({ id }) => id === stepId)?.title ?? stepId}
            />
          )}
        </QueryState>
      </form>
    </Dialog>
  );
}

/** The version that stands in the way of the name as it is written now. */
function newestOf(error: unknown, sameName: boolean): number | undefined {
  if (!error || !sameName) return undefined;
  const { code, fields } = reasonOf(error);
  return code === 'playbook-exists' && typeof fields['newest'] === 'number' && fields['newest'] > 0
    ? fields['newest']
    : undefined;
}

function Values({
  suggestions,
  choices,
  onChange,
  titleOf,
}: {
  suggestions: readonly SuggestedParameter[];
  choices: Choices;
  onChange(choices: Choices): void;
  titleOf(stepId: string): string;
}) {
  if (suggestions.length === 0) return <p className="text-sm text-muted">{words.noValues}</p>;
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{words.values}</legend>
      <p className="mb-1 text-xs text-faint">{words.valuesHint}</p>
      <ul className="divide-y divide-border rounded-card border border-border">
        {suggestions.map((suggestion, index) => {
          const choice = choices[index];
          const { name, label, value, at, stepIds } = suggestion;
          return (
            <li key={at[0]} className="px-3 py-1.5 wrap-anywhere">
              <Checkbox
                label={words.valueLabel(label, shortened(String(value)))}
                hint={words.inSteps(stepIds.map(titleOf))}
                checked={choice !== undefined}
                onChange={(event) => {
                  const { [index]: _, ...others } = choices;
                  onChange(event.target.checked ? { ...others, [index]: { name, label } } : others);
                }}
              />
              {choice ? (
                <div className="grid gap-2 pb-1.5 md:grid-cols-2 md:pl-6">
                  <Field label={words.label}>
                    {(ids) => (
                      <TextInput
                        {...ids}
                        required
                        maxLength={100}
                        value={choice.label}
                        onChange={(event) =>
                          onChange({ ...choices, [index]: { ...choice, label: event.target.value } })
                        }
                      />
                    )}
                  </Field>
                  <Field label={words.parameter}>
                    {(ids) => (
                      <TextInput
                        {...ids}
                        required
                        pattern="[a-z][a-z0-9_\-]{0,63}"
                        spellCheck={false}
                        className="font-mono"
                        value={choice.name}
                        onChange={(event) =>
                          onChange({ ...choices, [index]: { ...choice, name: event.target.value } })
                        }
                      />
                    )}
                  </Field>
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function shortened(text: string): string {
  return text.length > VALUE_LETTERS ? `${text.slice(0, VALUE_LETTERS)}…` : text;
}
