'use client';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Json, JsonObject } from '#core/json.ts';
import type { Address } from '#core/run/address.ts';
import type { StoredValue } from '#core/run/events.ts';
import { ArgumentRows } from '#components/json/argument-rows.tsx';
import { fieldsOf, missingFields, startingValues } from '#components/json/schema-field.ts';
import { SchemaForm } from '#components/json/schema-form.tsx';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';

const plainForm: JsonObject = {
  type: 'object',
  properties: { answer: { type: 'string', maxLength: 20_000, title: messages.person.answer } },
  required: ['answer'],
};

/** A step that a person does: the question, what it rests on, and a form for the answer. */
export function PersonForm({
  runId,
  address,
  prompt,
  inputs,
  form,
  canOperate,
}: {
  runId: string;
  address: Address;
  prompt: string;
  inputs?: StoredValue | undefined;
  form?: JsonObject | undefined;
  canOperate: boolean;
}) {
  const trpc = useTRPC();
  const fields = fieldsOf(form ?? plainForm);
  const [values, setValues] = useState<JsonObject>(() => startingValues(fields));
  const [missing, setMissing] = useState<string[]>([]);
  const answer = useMutation(trpc.runs.answerPerson.mutationOptions());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = missingFields(fields, values);
    setMissing(empty);
    if (empty.length === 0)
      answer.mutate({ runId, address, output: values as Json, idempotencyKey: newKey() });
  };
  const shown =
    inputs &&
    'inline' in inputs &&
    inputs.inline !== null &&
    typeof inputs.inline === 'object' &&
    !Array.isArray(inputs.inline)
      ? inputs.inline
      : undefined;
  return (
    <Notice look="attention" title={messages.person.title}>
      <form onSubmit={submit} className="flex flex-col gap-3 py-1">
        <p className="whitespace-pre-wrap">
          <InvisibleText text={prompt} />
        </p>
        {shown ? <ArgumentRows args={shown} /> : null}
        <SchemaForm fields={fields} values={values} onChange={setValues} />
        {missing.length > 0 ? (
          <p role="alert" className="text-sm font-medium text-danger">
            {messages.newPlan.missing(missing)}
          </p>
        ) : null}
        <Refused error={answer.error} />
        <Button
          type="submit"
          look="primary"
          disabled={!canOperate || answer.isPending || answer.isSuccess}
          className="self-start"
        >
          {messages.person.submit}
        </Button>
      </form>
    </Notice>
  );
}
