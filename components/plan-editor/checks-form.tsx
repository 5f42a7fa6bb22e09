'use client';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useContext } from 'react';
import type { Check } from '#core/plan/schema.ts';
import { PlaceContext } from '#components/json/kept-inputs.ts';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { ToolArguments } from './args-form.tsx';
import { CelField } from './cel-field.tsx';
import { withProbe, type CelScope } from './cel-scope.ts';
import { toolOf, useEditorEnv } from './editor-env.ts';
import { defaultStep } from './intents/default-step.ts';
import { ChoiceField, TextField } from './plain-fields.tsx';
import { freeStepId } from './step-id.ts';
import { without } from './work-form.tsx';

const words = messages.editor.step;

/** A list of checks: each an expression, what is said otherwise, and a fresh read it may rest on. */
export function ChecksForm({
  label,
  checks,
  onChange,
  scope,
  place,
  newId = 'check',
}: {
  label: string;
  checks: readonly Check[];
  onChange(checks: Check[]): string | undefined;
  scope: CelScope;
  place: string;
  newId?: string;
}) {
  const key = useContext(PlaceContext) + place;
  const swap = (from: number, to: number) => {
    const [a, b] = [checks[from], checks[to]];
    if (a && b) onChange([...checks].with(from, b).with(to, a));
  };
  return (
    <fieldset className="flex flex-col gap-3" data-place={key} tabIndex={-1}>
      <legend className="text-sm font-medium">{label}</legend>
      {checks.length === 0 ? <p className="text-sm text-muted">{messages.common.none}</p> : null}
      {checks.map((check, index) => (
        <div key={index} className="flex flex-col gap-2 rounded-control border border-border p-3">
          <div className="flex items-center justify-between gap-1">
            <h4 className="text-sm font-medium">{words.check(index + 1)}</h4>
            <span className="flex">
              <Button
                look="quiet"
                size="iconSm"
                aria-label={words.moveUp(index + 1)}
                disabled={index === 0}
                onClick={() => swap(index, index - 1)}
              >
                <ArrowUp aria-hidden size={14} />
              </Button>
              <Button
                look="quiet"
                size="iconSm"
                aria-label={words.moveDown(index + 1)}
                disabled={index === checks.length - 1}
                onClick={() => swap(index, index + 1)}
              >
                <ArrowDown aria-hidden size={14} />
              </Button>
              <Button
                look="quiet"
                size="iconSm"
                aria-label={words.removeCheck(index + 1)}
                onClick={() => onChange(checks.toSpliced(index, 1))}
              >
                <Trash2 aria-hidden size={14} />
              </Button>
            </span>
          </div>
          <CheckForm
            check={check}
            taken={checks.filter((_, other) => other !== index).map(({ id }) => id)}
            onChange={(next) => onChange(checks.with(index, next))}
            scope={scope}
            place={`${place}/${index}`}
          />
        </div>
      ))}
      <Button
        size="sm"
        className="self-start"
        onClick={() =>
          onChange([...checks, newCheck(freeStepId(newId, new Set(checks.map(({ id }) => id))))])
        }
      >
        <Plus aria-hidden size={14} />
        {words.addCheck}
      </Button>
    </fieldset>
  );
}

export function newCheck(id: string): Check {
  return { id, expr: 'true', message: words.newCheckMessage };
}

export function CheckForm({
  check,
  taken,
  onChange,
  scope,
  place,
}: {
  check: Check;
  taken: readonly string[];
  onChange(check: Check): string | undefined;
  scope: CelScope;
  place: string;
}) {
  const { tools, connections } = useEditorEnv();
  const probeTools = Object.values(tools)
    .filter((tool) => tool.effect === 'read')
    .map(({ name }) => name)
    .sort();
  const { probe } = check;
  const names = probe && !probeTools.includes(probe.tool) ? [probe.tool, ...probeTools] : probeTools;
  const setProbe = (name: string) => {
    if (name === '') return void onChange(without(check, 'probe', undefined));
    const tool = toolOf(tools, name);
    const work = tool && defaultStep({ tool, connections }, new Set()).work;
    onChange({
      ...check,
      probe: { tool: name, args: { ...(work?.kind === 'tool' ? work.args : {}), ...probe?.args } },
    });
  };
  return (
    <>
      <CelField
        label={words.checkExpr}
        hint={messages.editor.cel.hint}
        expr={check.expr}
        place={`${place}/expr`}
        scope={probe ? withProbe(scope, toolOf(tools, probe.tool)) : scope}
        onChange={(expr) => (expr === '' ? messages.editor.cel.empty : onChange({ ...check, expr }))}
      />
      <TextField
        label={words.checkMessage}
        place={`${place}/message`}
        value={check.message}
        onChange={(message) => onChange({ ...check, message: message ?? '' })}
      />
      <ChoiceField
        label={words.probe}
        hint={words.probeHint}
        place={`${place}/probe/tool`}
        value={probe?.tool ?? ''}
        choices={[{ value: '', label: words.noProbe }, ...names.map((value) => ({ value, label: value }))]}
        onChange={setProbe}
      />
      {probe ? (
        <ToolArguments
          tool={probe.tool}
          args={probe.args}
          onChange={(args) => onChange({ ...check, probe: { ...probe, args } })}
          scope={scope}
          place={`${place}/probe/args`}
        />
      ) : null}
      <TextField
        label={words.checkId}
        place={`${place}/id`}
        className="font-mono text-sm"
        needed={words.idHint}
        value={check.id}
        onChange={(id) => {
          if (id === undefined) return undefined;
          return taken.includes(id) ? words.checkTaken(id) : onChange({ ...check, id });
        }}
      />
    </>
  );
}
