'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC, type RouterInputs, type RouterOutputs } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Checkbox, Field, Select, TextArea, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { toast } from '#components/ui/toast.tsx';

type Connection = RouterOutputs['connections']['list']['connections'][number];
type Input = Required<RouterInputs['connections']['create']['connection']>;
const text = messages.connection;

const starting: Input = {
  name: '',
  kind: 'postgres',
  environment: 'production',
  credentialRef: null,
  allowList: [],
  readOnly: true,
  dedupe: 'none',
  maxInFlightMs: 60_000,
  keyHeader: null,
  keyRetentionMs: null,
  lookup: null,
  baseUrl: null,
  credentialHeader: null,
  allowPrivate: false,
  path: null,
  commands: null,
};

export function ConnectionDialog({
  connection,
  onClose,
}: {
  connection: Connection | undefined;
  onClose(): void;
}) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [values, setValues] = useState<Input>(() => (connection ? inputOf(connection) : starting));
  const [commandsText, setCommandsText] = useState(() =>
    connection?.commands ? JSON.stringify(connection.commands, null, 2) : '',
  );
  const set = (changes: Partial<Input>) => setValues((before) => ({ ...before, ...changes }));
  const onSuccess = () => {
    toast(connection ? text.savedToast(values.name) : text.createdToast(values.name));
    void queryClient.invalidateQueries({ queryKey: trpc.connections.pathKey() });
    onClose();
  };
  const create = useMutation(trpc.connections.create.mutationOptions({ onSuccess }));
  const update = useMutation(trpc.connections.update.mutationOptions({ onSuccess }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const allowList = values.allowList.map((line) => line.trim()).filter(Boolean);
    const commands = values.kind === 'shell' ? commandsOf(commandsText) : null;
    if (commands === undefined) return;
    const clean = { ...values, allowList, commands };
    if (!connection) return create.mutate({ connection: clean, idempotencyKey: newKey() });
    const { name, kind: _, ...changes } = clean;
    update.mutate({ name, changes, idempotencyKey: newKey() });
  };
  const isHttp = values.kind === 'http';
  const isShell = values.kind === 'shell';
  const hasFolder = values.kind === 'folder' || isShell;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={connection ? text.editTitle(connection.name) : text.createTitle}
      description={text.noSecret}
      footer={
        <>
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button
            type="submit"
            form="connection"
            look="primary"
            disabled={create.isPending || update.isPending}
          >
            {connection ? text.save : text.createSubmit}
          </Button>
        </>
      }
    >
      <form id="connection" onSubmit={submit} className="flex flex-col gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={text.name} hint={text.nameHint}>
            {(ids) => (
              <TextInput
                {...ids}
                required
                disabled={connection !== undefined}
                pattern="[a-z_][a-z0-9_\-]{0,63}"
                className="font-mono"
                value={values.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label={text.kind}>
            {(ids) => (
              <Select
                {...ids}
                disabled={connection !== undefined}
                value={values.kind}
                onChange={(event) => set({ kind: event.target.value as Input['kind'] })}
              >
                <option value="postgres">{text.kinds.postgres}</option>
                <option value="http">{text.kinds.http}</option>
                <option value="folder">{text.kinds.folder}</option>
                <option value="shell">{text.kinds.shell}</option>
              </Select>
            )}
          </Field>
        </div>
        <Field label={text.environment} hint={text.environmentHint}>
          {(ids) => (
            <TextInput
              {...ids}
              required
              maxLength={100}
              value={values.environment}
              onChange={(event) => set({ environment: event.target.value })}
            />
          )}
        </Field>
        {isHttp ? (
          <Field label={text.baseUrl} hint={text.baseUrlHint}>
            {(ids) => (
              <TextInput
                {...ids}
                required
                type="url"
                className="font-mono"
                placeholder="https://api.example.com/"
                value={values.baseUrl ?? ''}
                onChange={(event) => set({ baseUrl: event.target.value || null })}
              />
            )}
          </Field>
        ) : null}
        {hasFolder ? (
          <Field
            label={isShell ? text.workingFolder : text.path}
            hint={isShell ? text.workingFolderHint : text.pathHint}
          >
            {(ids) => (
              <TextInput
                {...ids}
                required
                pattern="/.+"
                className="font-mono"
                placeholder="/srv/shop/config"
                value={values.path ?? ''}
                onChange={(event) => set({ path: event.target.value || null })}
              />
            )}
          </Field>
        ) : (
          <Field label={text.credential} hint={isHttp ? text.credentialHintHttp : text.credentialHint}>
            {(ids) => (
              <TextInput
                {...ids}
                required={!isHttp}
                className="font-mono"
                placeholder="env:SHOP_DATABASE_URL"
                value={values.credentialRef ?? ''}
                onChange={(event) => set({ credentialRef: event.target.value || null })}
              />
            )}
          </Field>
        )}
        {isShell ? (
          <Field
            label={text.commands}
            hint={text.commandsHint}
            error={
              commandsText !== '' && commandsOf(commandsText) === undefined ? text.commandsNoJson : undefined
            }
          >
            {(ids) => (
              <TextArea
                {...ids}
                required
                rows={12}
                spellCheck={false}
                className="font-mono text-sm"
                placeholder={text.commandsExample}
                value={commandsText}
                onChange={(event) => setCommandsText(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        {isHttp ? (
          <>
            <Field label={text.credentialHeader} hint={text.credentialHeaderHint}>
              {(ids) => (
                <TextInput
                  {...ids}
                  className="font-mono"
                  placeholder="Authorization"
                  value={values.credentialHeader ?? ''}
                  onChange={(event) => set({ credentialHeader: event.target.value || null })}
                />
              )}
            </Field>
            <Field label={text.allowList} hint={text.allowListHint}>
              {(ids) => (
                <TextArea
                  {...ids}
                  rows={2}
                  className="font-mono text-sm"
                  value={values.allowList.join('\n')}
                  onChange={(event) =>
                    set({ allowList: event.target.value === '' ? [] : event.target.value.split('\n') })
                  }
                />
              )}
            </Field>
            <Checkbox
              label={text.allowPrivate}
              hint={text.allowPrivateHint}
              checked={values.allowPrivate}
              onChange={(event) => set({ allowPrivate: event.target.checked })}
            />
          </>
        ) : null}
        <Checkbox
          label={text.readOnlyLabel}
          hint={text.readOnlyHint}
          checked={values.readOnly}
          onChange={(event) => set({ readOnly: event.target.checked })}
        />
        {hasFolder ? null : (
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={text.dedupe} hint={text.dedupeHint}>
              {(ids) => (
                <Select
                  {...ids}
                  value={values.dedupe}
                  onChange={(event) => set({ dedupe: event.target.value as Input['dedupe'] })}
                >
                  {(['key', 'lookup', 'none'] as const).map((value) => (
                    <option key={value} value={value}>
                      {text.dedupes[value]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={text.maxInFlight} hint={text.maxInFlightHint}>
              {(ids) => (
                <TextInput
                  {...ids}
                  type="number"
                  min={0}
                  max={86_400}
                  step="any"
                  value={values.maxInFlightMs / 1000}
                  onChange={(event) => set({ maxInFlightMs: Math.round(Number(event.target.value) * 1000) })}
                />
              )}
            </Field>
          </div>
        )}
        {isHttp && values.dedupe === 'key' ? (
          <Field label={text.keyHeader} hint={text.keyHeaderHint}>
            {(ids) => (
              <TextInput
                {...ids}
                className="font-mono"
                placeholder="Idempotency-Key"
                value={values.keyHeader ?? ''}
                onChange={(event) => set({ keyHeader: event.target.value || null })}
              />
            )}
          </Field>
        ) : null}
        {isHttp && values.dedupe === 'lookup' ? (
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={text.lookupPath}>
              {(ids) => (
                <TextInput
                  {...ids}
                  className="font-mono"
                  value={values.lookup?.path ?? ''}
                  onChange={(event) =>
                    set({ lookup: lookupOf(event.target.value, values.lookup?.committedWhen ?? '') })
                  }
                />
              )}
            </Field>
            <Field label={text.committedWhen}>
              {(ids) => (
                <TextInput
                  {...ids}
                  className="font-mono"
                  value={values.lookup?.committedWhen ?? ''}
                  onChange={(event) =>
                    set({ lookup: lookupOf(values.lookup?.path ?? '', event.target.value) })
                  }
                />
              )}
            </Field>
          </div>
        ) : null}
        <Refused error={create.error ?? update.error} />
      </form>
    </Dialog>
  );
}

function lookupOf(path: string, committedWhen: string): Input['lookup'] {
  return path || committedWhen ? { path, committedWhen } : null;
}
/** Undefined: no JSON. What is in it is judged by the server, which names the place. */
function commandsOf(json: string): Input['commands'] | undefined {
  try {
    return JSON.parse(json) as Input['commands'];
  } catch {
    return undefined;
  }
}
function inputOf(connection: Connection): Input {
  const { createdAt: _, createdBy: __, ...input } = connection;
  return input;
}
