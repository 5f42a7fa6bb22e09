'use client';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { ApprovalCard } from '#components/approvals/approval-card.tsx';
import { Panel } from '#components/shell/page.tsx';
import { Field, Select } from '#components/ui/field.tsx';
import { approvalStates } from './approval-states.ts';

const names = Object.keys(approvalStates);

/** One card at a time: a card takes the focus when it opens and has keys of its own. */
export function ApprovalSection() {
  const [name, setName] = useQueryState('card', parseAsStringLiteral(names));
  const card = name ? approvalStates[name] : undefined;
  return (
    <Panel title="Approval cards" bodyClassName="flex flex-col gap-4 p-3">
      <Field label="Card" className="max-w-80">
        {(ids) => (
          <Select {...ids} value={name ?? ''} onChange={(event) => void setName(event.target.value || null)}>
            <option value="">None</option>
            {names.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        )}
      </Field>
      {card ? (
        <div className="max-w-[640px]">
          <ApprovalCard key={card.approvalId} card={card} />
        </div>
      ) : null}
    </Panel>
  );
}
