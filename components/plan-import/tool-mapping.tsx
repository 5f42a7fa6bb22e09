'use client';
import type { ToolUse } from '#core/plan/import/map-tools.ts';
import type { ToolContract } from '#core/plan/tool-contract.ts';
import { EffectMark, effectWord } from '#components/marks/risk-mark.tsx';
import { Field, Select } from '#components/ui/field.tsx';
import { mapping as words } from '#components/ui/messages-import.ts';
import { likelyTools } from './likely-tools.ts';

export type MappableTool = Pick<ToolContract, 'name' | 'description' | 'effect'>;
/** Steps that one row names. */
const NAMED = 3;

/** For each tool that this installation lacks: which steps use it, and the tool that is to do its work here. */
export function ToolMapping({
  uses,
  tools,
  chosen,
  onChoose,
  leave,
  stepName,
}: {
  uses: readonly ToolUse[];
  tools: readonly MappableTool[];
  chosen: Readonly<Record<string, string>>;
  onChoose(tool: string, to: string | undefined): void;
  /** What it means to choose nothing. */
  leave: string;
  stepName(stepId: string): string;
}) {
  return (
    <ul className="flex flex-col divide-y divide-border">
      {uses.map(({ tool, steps }) => {
        const to = Object.hasOwn(chosen, tool) ? chosen[tool] : undefined;
        const target = tools.find(({ name }) => name === to);
        const named = steps.slice(0, NAMED).map(stepName);
        const more = steps.length - named.length;
        return (
          <li key={tool} className="flex flex-col gap-1 py-2 first:pt-0 last:pb-0">
            <Field
              label={<span className="wrap-anywhere">{words.instead(tool)}</span>}
              hint={words.usedBy(more > 0 ? [...named, words.more(more)] : named)}
            >
              {(ids) => (
                <Select
                  {...ids}
                  value={target?.name ?? ''}
                  onChange={(event) => onChoose(tool, event.target.value || undefined)}
                >
                  <option value="">{leave}</option>
                  <Options label={words.likely} tools={likelyTools(tool, tools)} />
                  <Options label={words.all} tools={tools} />
                </Select>
              )}
            </Field>
            {target ? (
              <p className="text-sm text-muted">
                <EffectMark effect={target.effect} /> {target.description}
              </p>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function Options({ label, tools }: { label: string; tools: readonly MappableTool[] }) {
  if (tools.length === 0) return null;
  return (
    <optgroup label={label}>
      {tools.map(({ name, effect }) => (
        <option key={name} value={name}>
          {words.option(name, effectWord(effect))}
        </option>
      ))}
    </optgroup>
  );
}
