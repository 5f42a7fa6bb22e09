'use client';
import type { Json } from '#core/json.ts';
import { ArgumentRows } from '#components/json/argument-rows.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { messages } from '#components/ui/messages.ts';
import type { Found, Intent } from './use-run-event.ts';

/** The arguments of a call as the journal recorded them before it was sent. */
export function SentArguments({ intent }: { intent: Found<Intent> }) {
  if (intent === 'loading') return <p className="text-sm text-muted">{messages.call.loading}</p>;
  if (!intent) return <p className="text-sm text-muted">{messages.call.notLoaded}</p>;
  const { args } = intent.data;
  if ('ref' in args) return <CodeBlock label={messages.call.large(args.ref.bytes)} text={args.ref.preview} />;
  const shown: Json = args.inline;
  return shown !== null && typeof shown === 'object' && !Array.isArray(shown) ? (
    <ArgumentRows args={shown} />
  ) : (
    <CodeBlock label={messages.step.arguments} text={JSON.stringify(shown, null, 2)} />
  );
}
