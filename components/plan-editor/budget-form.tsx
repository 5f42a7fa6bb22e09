'use client';
import type { Budget } from '#core/plan/schema.ts';
import { messages } from '#components/ui/messages-editor.ts';
import { DurationField, NumberField } from './plain-fields.tsx';
import { without } from './work-form.tsx';

const words = messages.editor.step;

export function BudgetForm({
  budget,
  onChange,
  place,
}: {
  budget: Budget | undefined;
  onChange(budget: Budget | undefined): string | undefined;
  place: string;
}) {
  const set = <K extends keyof Budget>(key: K, value: Budget[K] | undefined) => {
    const next = without<Budget, K>(budget ?? {}, key, value);
    return onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="pb-1 text-sm font-medium">{words.budget}</legend>
      <NumberField
        label={words.costUsd}
        place={`${place}/costUsd`}
        min={0}
        max={1_000_000}
        whole={false}
        value={budget?.costUsd}
        onChange={(value) => set('costUsd', value)}
      />
      <NumberField
        label={words.toolCalls}
        place={`${place}/toolCalls`}
        min={0}
        max={1_000_000}
        value={budget?.toolCalls}
        onChange={(value) => set('toolCalls', value)}
      />
      <NumberField
        label={words.tokens}
        place={`${place}/tokens`}
        min={0}
        max={Number.MAX_SAFE_INTEGER}
        value={budget?.tokens}
        onChange={(value) => set('tokens', value)}
      />
      <DurationField
        label={words.duration}
        place={`${place}/durationMs`}
        min={0}
        value={budget?.durationMs}
        onChange={(value) => set('durationMs', value)}
      />
    </fieldset>
  );
}
