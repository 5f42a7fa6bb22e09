'use client';
import { useState, type FormEvent } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { withBasePath } from '#components/url.ts';

export function PasswordForm({ next }: { next: string }) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(undefined);
    try {
      const response = await fetch(withBasePath('/api/auth/sign-in/email'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: form.get('email'), password: form.get('password') }),
      });
      if (response.ok) return window.location.assign(withBasePath(next));
      setError(
        response.status === 429
          ? messages.signIn.tooMany
          : response.status >= 500
            ? messages.signIn.unreachable
            : messages.signIn.wrong,
      );
    } catch {
      setError(messages.signIn.unreachable);
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <h1 className="text-lg font-semibold">{messages.signIn.title}</h1>
      <Field label={messages.signIn.email}>
        {(ids) => <TextInput {...ids} name="email" type="email" autoComplete="username" required />}
      </Field>
      <Field label={messages.signIn.password} error={error}>
        {(ids) => (
          <TextInput {...ids} name="password" type="password" autoComplete="current-password" required />
        )}
      </Field>
      <Button type="submit" look="primary" disabled={busy}>
        {messages.signIn.submit}
      </Button>
      <p className="text-xs text-faint">{messages.signIn.firstHint}</p>
    </form>
  );
}
