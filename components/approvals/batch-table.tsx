'use client';
import type { JsonObject } from '#core/json.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Table, Td, Th } from '#components/ui/table.tsx';
import { batchColumns, cellOf } from './batch.ts';

export type BatchCall = {
  approvalId: string;
  seal: string;
  item: number | undefined;
  summary: string;
  args: JsonObject;
};

/** Every call of a forEach, one row each; what is the same in all is said once. None is checked at the start. */
export function BatchTable({
  calls,
  checked,
  onChange,
  disabled,
}: {
  calls: readonly BatchCall[];
  checked: ReadonlySet<string>;
  onChange(checked: ReadonlySet<string>): void;
  disabled: boolean;
}) {
  const { constant, varying } = batchColumns(calls.map((call) => call.args));
  const toggle = (approvalId: string) => {
    const next = new Set(checked);
    if (!next.delete(approvalId)) next.add(approvalId);
    onChange(next);
  };
  const all = checked.size === calls.length;
  return (
    <div className="flex flex-col gap-2">
      {constant.length > 0 ? (
        <dl className="divide-y divide-border rounded-control border border-border text-sm">
          {constant.map(({ label, text }) => (
            <div key={label} className="grid gap-x-3 px-3 py-1 sm:grid-cols-[minmax(6rem,10rem)_1fr]">
              <dt className="break-all text-muted">{label}</dt>
              <dd className="max-h-40 overflow-auto font-mono break-all">
                <InvisibleText text={text} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <Table
        label={messages.approval.batchLabel(calls.length)}
        head={
          <>
            <Th className="w-10">
              <input
                type="checkbox"
                className="size-4 accent-(--accent) max-md:size-5"
                aria-label={messages.approval.checkAll(calls.length)}
                checked={all}
                disabled={disabled}
                onChange={() => onChange(all ? new Set() : new Set(calls.map((call) => call.approvalId)))}
              />
            </Th>
            <Th>
              {calls.every(({ item }) => item === undefined)
                ? messages.approval.call
                : messages.approval.part}
            </Th>
            {varying.map((label) => (
              <Th key={label} className="font-mono">
                {label}
              </Th>
            ))}
          </>
        }
      >
        {calls.map((call, index) => (
          <tr key={call.approvalId}>
            <Td>
              <input
                type="checkbox"
                className="size-4 accent-(--accent) max-md:size-5"
                aria-label={messages.approval.checkOne(call.summary)}
                checked={checked.has(call.approvalId)}
                disabled={disabled}
                onChange={() => toggle(call.approvalId)}
              />
            </Td>
            <Td className="whitespace-nowrap text-muted">{nameOf(call, index)}</Td>
            {varying.map((label) => (
              <Td key={label} className="max-w-60 font-mono text-sm break-all">
                <InvisibleText text={cellOf(call.args, label)} />
              </Td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}

/** A part of one step by its place in the list; calls of several steps are counted. */
function nameOf({ item }: BatchCall, index: number): string {
  return item === undefined ? messages.approval.callNumber(index + 1) : messages.step.partNumber(item);
}
