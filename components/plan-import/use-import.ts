'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useMemo, useRef, useState } from 'react';
import { newKey } from '#components/new-key.ts';
import { useTRPC, useTRPCClient, type RouterInputs, type RouterOutputs } from '#components/trpc.tsx';
import { planImport as words } from '#components/ui/messages-import.ts';
import { toast } from '#components/ui/toast.tsx';
import { useSettled } from '#components/ui/use-settled.ts';
import { forgetImport, type ImportChoices, keepImport, keptImport, tabStorage } from './kept-import.ts';
import { tooLarge } from './text-size.ts';

export type Preview = RouterOutputs['plans']['previewImport'];
type Source = Pick<ImportChoices, 'text' | 'fileName'> & {
  /** Names the text, which may be long. */ id: string;
};

/** What is to be imported, what the server says of it, and the import itself. */
export function useImport(givenGoal: string | null) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const [start] = useState(() => keptImport(tabStorage()));
  const [source, setSource] = useState<Source>(() => ({ ...start, id: newKey() }));
  const [title, setTitle] = useState(start.title);
  const [goal, setGoal] = useState(start.goal ?? givenGoal);
  const [tools, setTools] = useState(start.tools);
  const choices = useMemo(
    (): ImportChoices => ({ text: source.text, fileName: source.fileName, title, goal, tools }),
    [source, title, goal, tools],
  );

  const request = useMemo(() => ({ source, goal: goal?.trim() ?? '', tools }), [source, goal, tools]);
  const settled = useSettled(request, 300);
  const large = useMemo(() => tooLarge(settled.source.text), [settled.source]);
  const isEmpty = settled.source.text.trim() === '';
  const preview = useQuery({
    queryKey: ['plan-import', 'preview', settled.source.id, settled.goal, settled.tools],
    queryFn: () => client.plans.previewImport.mutate(inputOf(settled)),
    enabled: !isEmpty && large === undefined,
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  });

  const { isKept, forget } = useKept(choices);
  const make = useMutation(
    trpc.plans.import.mutationOptions({
      onSuccess: (made) => {
        forget();
        toast(made.made === 'version' ? words.done : words.doneDraft);
        router.push(
          made.made === 'version' ? `/plans/${made.planId}/v/${made.version}` : `/drafts/${made.draftId}`,
        );
      },
    }),
  );
  const sent = useRef({ about: '', idempotencyKey: '' });
  const { reset } = make;
  return {
    choices,
    preview,
    make,
    large,
    isEmpty,
    isKept,
    /** What is on the screen is about what is in the boxes. */
    isCurrent: settled === request && !preview.isFetching,
    setText(text: string, fileName: string | null) {
      setSource({ text, fileName, id: newKey() });
      reset();
    },
    setTitle(text: string) {
      setTitle(text);
      reset();
    },
    setGoal(text: string) {
      setGoal(text);
      reset();
    },
    setTool(tool: string, to: string | undefined) {
      const { [tool]: _, ...rest } = tools;
      setTools(to === undefined ? rest : { ...rest, [tool]: to });
      reset();
    },
    /** A press that is repeated after a lost answer has the same key, so that nothing is made twice. */
    start(acceptLosses: boolean) {
      const about = JSON.stringify([source.id, title, request.goal, tools, acceptLosses]);
      if (sent.current.about !== about) sent.current = { about, idempotencyKey: newKey() };
      make.mutate({
        ...inputOf(request),
        ...(title?.trim() ? { title: title.trim() } : {}),
        acceptLosses,
        idempotencyKey: sent.current.idempotencyKey,
      });
    },
  };
}

function inputOf({
  source,
  goal,
  tools,
}: {
  source: Source;
  goal: string;
  tools: Record<string, string>;
}): RouterInputs['plans']['previewImport'] {
  return {
    text: source.text,
    ...(goal === '' ? {} : { goal }),
    ...(Object.keys(tools).length > 0 ? { tools } : {}),
  };
}

/** Writes the choices down when they have settled and when the page is left. */
function useKept(choices: ImportChoices): { isKept: boolean; forget(): void } {
  const latest = useRef<ImportChoices | undefined>(choices);
  const [isKept, setIsKept] = useState(true);
  const settled = useSettled(choices, 300);
  useEffect(() => {
    latest.current = choices;
  }, [choices]);
  useEffect(() => {
    if (latest.current) setIsKept(keepImport(tabStorage(), settled));
  }, [settled]);
  useEffect(() => {
    const write = () => {
      if (latest.current) keepImport(tabStorage(), latest.current);
    };
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, []);
  return {
    isKept,
    forget() {
      latest.current = undefined;
      forgetImport(tabStorage());
    },
  };
}
