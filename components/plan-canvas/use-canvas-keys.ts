'use client';
import { useReactFlow } from '@xyflow/react';
import { useCallback, useState, type KeyboardEvent } from 'react';
import { messages } from '#components/ui/messages.ts';
import { useShortcuts } from '#components/ui/shortcuts.ts';
import type { CanvasStore } from './canvas-store.ts';
import type { Groups } from './use-groups.ts';
import { WHOLE } from './use-viewport.ts';
import type { CanvasView } from './view.ts';
import { Walk } from './walk.ts';

type Actions = {
  store: CanvasStore;
  view: CanvasView;
  groups: Groups;
  reveal(id: string, focus: boolean): void;
  onSelect?: ((stepId: string | undefined) => void) | undefined;
  onOpen?: ((stepId: string) => void) | undefined;
};

const { shortcut } = messages.canvas;
/** Listed in the help; the graph handles them itself, while one of its cards has the focus. */
const LISTED = [
  { keys: 'ArrowRight', label: shortcut.right },
  { keys: 'ArrowLeft', label: shortcut.left },
  { keys: 'ArrowUp', label: shortcut.column },
  { keys: 'Home', label: shortcut.first },
  { keys: 'End', label: shortcut.last },
  { keys: '[', label: shortcut.before },
  { keys: ']', label: shortcut.next },
  { keys: 'Enter', label: shortcut.open },
  { keys: '1', label: shortcut.fit },
  { keys: '0', label: shortcut.full },
  { keys: '+', label: shortcut.openGroup },
  { keys: '-', label: shortcut.closeGroup },
  { keys: 'Escape', label: shortcut.leave },
];

/** Keys of the graph, handled once on its wrapper. */
export function useCanvasKeys({ store, view, groups, reveal, onSelect, onOpen }: Actions) {
  const flow = useReactFlow();
  const [walk] = useState(() => new Walk());
  useShortcuts(messages.canvas.shortcuts, LISTED);

  const openGroup = useCallback(
    (groupId: string) => {
      const group = groups.all.find((each) => each.id === groupId);
      const [first] = group?.members ?? [];
      if (!group || first === undefined) return;
      groups.set(groupId, true);
      requestAnimationFrame(() => reveal(first, true));
    },
    [groups, reveal],
  );
  const closeGroup = useCallback(
    (stepId: string) => {
      const group = groups.groupOf(stepId);
      if (!group) return;
      if (group.members.includes(store.getState().selected ?? '')) onSelect?.(undefined);
      groups.set(group.id, false);
      requestAnimationFrame(() => reveal(group.id, true));
    },
    [groups, onSelect, reveal, store],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = (event.target as HTMLElement).dataset?.step;
    if (id === undefined || event.defaultPrevented) return;
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const isGroup = (event.target as HTMLElement).dataset.group !== undefined;
    switch (event.key) {
      case 'Enter':
        done();
        if (isGroup) return openGroup(id);
        onSelect?.(id);
        onOpen?.(id);
        return;
      case '+':
      case '=':
        done();
        return isGroup ? openGroup(id) : undefined;
      case '-':
        done();
        return closeGroup(id);
      case '0':
        done();
        return void flow.zoomTo(1, { duration: 0 }).then(() => reveal(id, false));
      case '1':
        done();
        return void flow.fitView(WHOLE);
      case 'Escape': {
        done();
        const { pointed, selected } = store.getState();
        if (pointed !== undefined && event.currentTarget.parentElement?.querySelector('.canvas-tooltip'))
          return store.setState({ pointed: undefined });
        if (selected !== undefined) return onSelect?.(undefined);
        return event.currentTarget.closest<HTMLElement>('[data-region]')?.focus();
      }
      default: {
        const target = walk.step(view.nodes, view.positions, id, event.key);
        if (target === null) return;
        done();
        if (target !== undefined) reveal(target, true);
      }
    }
  };
  return { onKeyDown, openGroup };
}
