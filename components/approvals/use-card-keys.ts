'use client';
import { useRouter } from 'next/navigation';
import { messages } from '#components/ui/messages.ts';
import { useShortcuts } from '#components/ui/shortcuts.ts';
import type { Bar } from './approve-button.tsx';

/** Keys of the card. None of them approves but Ctrl+Enter, and that only when armed (ux 8). */
export function useCardKeys({
  bar,
  isOpen,
  canChange,
  later,
  next,
  previous,
}: {
  bar: Bar;
  isOpen: boolean;
  canChange: boolean;
  later: () => void;
  next: string | undefined;
  previous: string | undefined;
}): void {
  const router = useRouter();
  const { decision, isGroup } = bar;
  const text = messages.approval.keys;
  const act = isOpen && canChange && !decision.busy;
  const go = (approvalId: string | undefined) => () => {
    if (approvalId !== undefined) router.push(`/approvals/${approvalId}`);
  };
  useShortcuts(text.group, [
    { keys: 'mod+Enter', label: text.approve, whileTyping: true, run: () => isOpen && decision.press(bar) },
    { keys: 'x', label: text.reject, run: () => act && decision.chosen > 0 && decision.setOpen('reject') },
    { keys: 'e', label: text.edit, run: () => act && !isGroup && decision.setOpen('edit') },
    { keys: 'h', label: text.later, run: () => act && later() },
    { keys: 'j', label: text.next, run: go(next) },
    { keys: 'k', label: text.previous, run: go(previous) },
  ]);
}
