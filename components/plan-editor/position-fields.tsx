'use client';
import { messages } from '#components/ui/messages-editor.ts';
import { useAct } from './editor-env.ts';
import { useEditor } from './editor-store.ts';
import { placeCards } from './intents/move-cards.ts';
import { NumberField } from './plain-fields.tsx';
import { positionOf } from './positions.ts';

const words = messages.editor.step;

/** Moves the card without dragging (WCAG 2.5.7). */
export function PositionFields({ stepId }: { stepId: string }) {
  const at = useEditor((state) => positionOf(state.positions, stepId)) ?? { x: 0, y: 0 };
  const act = useAct();
  const set = (next: { x: number; y: number }) => act(placeCards(Object.fromEntries([[stepId, next]])));
  return (
    <div className="grid grid-cols-2 gap-2">
      <NumberField
        label={words.column}
        place="/x"
        min={-100_000}
        max={1_000_000}
        value={at.x}
        onChange={(x) => set({ ...at, x: x ?? 0 })}
      />
      <NumberField
        label={words.row}
        place="/y"
        min={-100_000}
        max={1_000_000}
        value={at.y}
        onChange={(y) => set({ ...at, y: y ?? 0 })}
      />
    </div>
  );
}
