'use client';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { withBasePath } from '#components/url.ts';

/** The first account of a workspace, or the account of an invited person. The link works once. */
export function JoinForm({
  token,
  kind,
  workspace,
  email,
}: {
  token: string;
  kind: 'first' | 'invitation';
  workspace: string | null;
  email: string | null;
}) {
  const trpc = useTRPC();
  const [idempotencyKey] = useState(newKey);
  const join = useMutation(
    trpc.session.join.mutationOptions({ onSuccess: () => window.location.assign(withBasePath('/')) }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    join.mutate({
      token,
      name: text('name'),
      email: text('email'),
      password: text('password'),
      idempotencyKey,
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div>
        <h1 className="text-lg font-semibold">
          {kind === 'first'
            ? messages.signIn.firstTitle
            : messages.signIn.invitationTitle(workspace ?? messages.common.product)}
        </h1>
        <p className="mt-1 text-sm text-muted">
          {kind === 'first' ? messages.signIn.firstText : messages.signIn.invitationText}
        </p>
      </div>
      <Field label={messages.signIn.name}>
        {(ids) => <TextInput {...ids} name="name" autoComplete="name" required maxLength={200} />}
      </Field>
      <Field label={messages.signIn.email}>
        {(ids) => (
          <TextInput
            {...ids}
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={email ?? ''}
            readOnly={email !== null}
          />
        )}
      </Field>
      <Field label={messages.signIn.password} hint={messages.signIn.passwordHint}>
        {(ids) => (
          <TextInput
            {...ids}
            name="password"
            type="password"
            autoComplete="new-password"
            required
            minLength={12}
            maxLength={200}
          />
        )}
      </Field>
      <Refused error={join.error} />
      <Button type="submit" look="primary" disabled={join.isPending || join.isSuccess}>
        {kind === 'first' ? messages.signIn.firstSubmit : messages.signIn.invitationSubmit}
      </Button>
    </form>
  );
}
