'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { JsonObject } from '#core/json.ts';
import { parseJsonText } from '#core/plan/json-text.ts';
import { validateJson } from '#core/plan/json-schema.ts';
import { changedPaths } from '#core/run/edited-arguments.ts';
import { createKeptInputs, KeptInputsContext } from '#components/json/kept-inputs.ts';
import { fieldsOf, missingFields } from '#components/json/schema-field.ts';
import { SchemaForm, type Authoring } from '#components/json/schema-form.tsx';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { announceNow } from '#components/ui/announcer.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field, TextArea, TextInput } from '#components/ui/field.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Tabs } from '#components/ui/tabs.tsx';
import { callDifference } from './call-difference.ts';
import type { Card } from './card.ts';

type View = 'form' | 'json';

/** As in the editor, but for one call that is made as it stands: values only, no expressions. */
const valuesOnly: Authoring = {
  expression: () => null,
  toExpression: () => null,
  problemOf: (schema, value) => validateJson(schema, value)[0]?.message,
};

/** A6: the same call with other arguments, typed as its schema says. It ends in a new card, never in an approval. */
export function EditArguments({ card, onClose }: { card: Card; onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const before = card.args as JsonObject;
  const [args, setArgs] = useState(before);
  const [text, setText] = useState(() => JSON.stringify(before, null, 2));
  const [view, setView] = useState<View>(card.argsSchema === null ? 'json' : 'form');
  const [reason, setReason] = useState('');
  const [kept] = useState(createKeptInputs);
  const unread = useStore(kept, (state) => state.inputs.size > 0);
  const edit = useMutation(
    trpc.approvals.edit.mutationOptions({
      onSuccess: () => {
        announceNow(messages.approval.edited);
        onClose();
        // The top says that the card is void and leads to the new one; this was opened from its end.
        requestAnimationFrame(() =>
          document.querySelector('[data-testid="approval-card"]')?.scrollIntoView({ block: 'start' }),
        );
      },
      onSettled: () => void queryClient.invalidateQueries({ queryKey: trpc.approvals.pathKey() }),
    }),
  );
  const fields = card.argsSchema === null ? [] : fieldsOf(card.argsSchema as JsonObject, card.codeArgs);
  const written = view === 'json' ? argumentsOf(text) : { args };
  const now = 'args' in written ? written.args : args;
  const missing = view === 'form' ? missingFields(fields, args) : [];
  const problem =
    'problem' in written
      ? written.problem
      : view === 'form' && unread
        ? messages.approval.editUnread
        : missing.length > 0
          ? messages.approval.editMissing(missing)
          : changedPaths(before, now).length === 0
            ? messages.approval.editNothing
            : findingOf(card.argsSchema as JsonObject | null, now);
  const show = (next: View) => {
    if (next === 'json') setText(JSON.stringify(args, null, 2));
    else if ('args' in written) setArgs(written.args);
    if (next === 'json' || 'args' in written) setView(next);
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={messages.approval.editTitle(card.summary)}
      description={
        card.notEditor
          ? messages.approval.editBars(card.mayDecide.map(({ name }) => name))
          : messages.approval.editText
      }
      footer={
        <>
          <span role="status" className="mr-auto text-xs text-muted">
            {problem}
          </span>
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button
            look="primary"
            disabled={problem !== undefined || edit.isPending}
            onClick={() =>
              edit.mutate({
                approvalId: card.approvalId,
                seal: card.seal,
                planVersion: card.planVersion,
                policyRevision: card.policyRevision,
                args: now,
                ...(reason.trim() ? { reason: reason.trim() } : {}),
                idempotencyKey: newKey(),
              })
            }
          >
            {messages.approval.editSubmit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {card.argsSchema === null ? null : (
          <Tabs
            label={messages.approval.editAs}
            look="switch"
            value={view}
            onChange={(next) => show(next)}
            items={[
              { value: 'form', label: messages.approval.editForm },
              { value: 'json', label: messages.approval.editJson },
            ]}
          />
        )}
        {view === 'form' ? (
          <KeptInputsContext value={kept}>
            <SchemaForm fields={fields} values={args} onChange={setArgs} authoring={valuesOnly} />
          </KeptInputsContext>
        ) : (
          <Field
            label={messages.approval.editJsonLabel}
            error={'problem' in written ? written.problem : undefined}
          >
            {(ids) => (
              <TextArea
                {...ids}
                rows={Math.min(20, text.split('\n').length + 1)}
                spellCheck={false}
                className="font-mono text-sm"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label={messages.approval.editReason}>
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={2_000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <Changes before={before} after={now} />
        <Refused error={edit.error} />
      </div>
    </Dialog>
  );
}

function Changes({ before, after }: { before: JsonObject; after: JsonObject }) {
  const differences = callDifference(JSON.stringify(before), JSON.stringify(after));
  if (differences.length === 0) return null;
  return (
    <section>
      <h2 className="text-sm font-semibold">{messages.approval.changedHeading}</h2>
      <ul className="font-mono text-sm" data-testid="edit-changes">
        {differences.map(({ label, from, to }) => (
          <li key={label} className="break-all">
            <span className="font-sans text-muted">{label}</span>{' '}
            <del>
              <InvisibleText text={from} />
            </del>{' '}
            →{' '}
            <strong>
              <InvisibleText text={to} />
            </strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the tool's schema would refuse, by where it stands. The server judges again. */
function findingOf(schema: JsonObject | null, args: JsonObject): string | undefined {
  const [finding] = schema === null ? [] : validateJson(schema, args);
  return finding && `${finding.path.slice(1) || messages.approval.editJsonLabel}: ${finding.message}`;
}

/** Strict: a duplicate key or an integer that would be rounded is refused, never repaired. */
function argumentsOf(text: string): { args: JsonObject } | { problem: string } {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return { problem: parsed.message };
  const { value } = parsed;
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? { args: value }
    : { problem: messages.approval.editNoObject };
}
