'use client';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { Button } from './button.tsx';
import { messages } from './messages.ts';

/** Results of my own action only: never a failure of a run, never an approval (ux 9). At most three, 6 s at least. */
export type ToastAction = { label: string; run(): void };
type Toast = { id: number; text: string; action: ToastAction | undefined };
const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));
let nextId = 1;

export function toast(text: string, action?: ToastAction): void {
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { id: nextId++, text, action }].slice(-3) }));
}
function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
}

export function Toaster() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div
      role="status"
      className="pointer-events-none fixed right-4 bottom-16 z-60 flex flex-col items-end gap-2 max-md:inset-x-4 md:bottom-4"
    >
      {toasts.map((each) => (
        <Item key={each.id} toast={each} />
      ))}
    </div>
  );
}
function Item({ toast: { id, text, action } }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), 6_000);
    return () => clearTimeout(timer);
  }, [id, held]);
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex max-w-96 items-center gap-2 rounded-card border border-border-strong bg-surface py-1 pr-1 pl-3 shadow-layer"
    >
      <span className="min-w-0 flex-1">{text}</span>
      {action ? (
        <Button
          size="sm"
          onClick={() => {
            action.run();
            dismiss(id);
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <Button look="quiet" size="iconSm" aria-label={messages.common.dismiss} onClick={() => dismiss(id)}>
        <X aria-hidden size={14} />
      </Button>
    </div>
  );
}
