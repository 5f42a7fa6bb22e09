'use client';
import { useId, useRef, useState, type DragEvent, type RefObject } from 'react';
import { Panel } from '#components/shell/page.tsx';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { Field, TextArea } from '#components/ui/field.tsx';
import { planImport as words } from '#components/ui/messages-import.ts';
import { Notice } from '#components/ui/notice.tsx';
import { decodeText } from './decode-text.ts';
import { bytesOf, fileTooLarge } from './text-size.ts';

/** A text box of more than this answers keys slowly. Characters. */
const EDITABLE = 300_000;

/** The text of the plan: typed, pasted, dropped, or read from a file. A file that cannot be taken leaves the text as it is. */
export function SourcePanel({
  text,
  fileName,
  problem,
  boxRef,
  onText,
}: {
  text: string;
  fileName: string | null;
  /** Why it is not even sent. */
  problem: string | undefined;
  boxRef: RefObject<HTMLTextAreaElement | null>;
  onText(text: string, fileName: string | null): void;
}) {
  const fileId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const take = async (files: readonly File[]) => {
    const [file, another] = files;
    if (!file) return;
    const read = another ? words.oneFile : await textOf(file);
    if (typeof read === 'string') return setRefusal(read);
    setRefusal(undefined);
    onText(read.text, file.name);
  };
  const onDrop = (event: DragEvent) => {
    setIsOver(false);
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    void take([...event.dataTransfer.files]);
  };
  const isLong = text.length > EDITABLE;
  return (
    <Panel title={words.source} bodyClassName="p-0">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is one way of three; the button below does the same */}
      <div
        className={cx(
          'flex flex-col gap-3 rounded-card p-3',
          isOver && 'outline-2 outline-dashed outline-focus',
        )}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
        }}
        onDrop={onDrop}
      >
        {isLong ? (
          <p>{words.longText(fileName ?? words.unnamed, words.size(bytesOf(text)))}</p>
        ) : (
          <Field label={words.text} hint={isOver ? words.drop : words.textHint} error={problem}>
            {(ids) => (
              <TextArea
                {...ids}
                ref={boxRef}
                rows={12}
                spellCheck={false}
                className="max-h-[60dvh] font-mono text-sm"
                placeholder={words.textExample}
                value={text}
                onChange={(event) => {
                  setRefusal(undefined);
                  onText(event.target.value, null);
                }}
              />
            )}
          </Field>
        )}
        {isLong && problem !== undefined ? (
          <p role="alert" className="text-sm font-medium text-danger">
            {problem}
          </p>
        ) : null}
        {refusal === undefined ? null : (
          <div role="alert">
            <Notice look="problem" title={refusal} />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <input
            ref={input}
            id={fileId}
            type="file"
            hidden
            accept=".json,.yaml,.yml,.txt,.md,application/json,text/*"
            aria-label={words.file}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              // The same file may be chosen again after it was mended.
              event.target.value = '';
              void take(files);
            }}
          />
          <Button onClick={() => input.current?.click()}>{words.file}</Button>
          {text === '' ? null : (
            <Button look="quiet" onClick={() => onText('', null)}>
              {words.clear}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** Its text, or one sentence why there is none. */
async function textOf(file: File): Promise<{ text: string } | string> {
  const large = fileTooLarge(file.size);
  if (large !== undefined) return large;
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return words.notRead(file.name);
  const text = decodeText(new Uint8Array(bytes));
  return text === undefined ? words.noText(file.name) : { text };
}
