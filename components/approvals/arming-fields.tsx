'use client';
import { Field, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import type { Card } from './card.ts';
import type { Decision } from './use-decision.ts';

/** Row 12 for Critical: the resource typed by hand, and why. */
export function ArmingFields({ card, decision }: { card: Card; decision: Decision }) {
  if (card.arming.kind !== 'typed') return null;
  return (
    <div className="flex flex-col gap-3 border-t border-border pt-4">
      {card.arming.type === null ? null : (
        <Field
          label={
            <>
              {messages.approval.typeLabel}{' '}
              <span className="font-mono font-semibold break-all select-all">{card.arming.type}</span>{' '}
              {messages.approval.typeLabelEnd}
            </>
          }
        >
          {(ids) => (
            <TextInput
              {...ids}
              data-arm="arm-typed"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className="font-mono"
              value={decision.typed}
              onChange={(event) => decision.setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
      {card.arming.reasonMinLength > 0 ? (
        <Field label={messages.approval.reasonLabel(card.arming.reasonMinLength)}>
          {(ids) => (
            <TextInput
              {...ids}
              data-arm="arm-reason"
              maxLength={2_000}
              value={decision.reason}
              onChange={(event) => decision.setReason(event.target.value)}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}
