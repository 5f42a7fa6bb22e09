'use client';
import type { ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';

/** Widths are remembered in this browser; a private window forgets them. */
const storage = {
  getItem(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // A full or forbidden storage: the width lasts as long as the page.
    }
  },
};

type Side = { content: ReactNode; width: number; min: number; max: number; handle: string };

/** A middle between two side panels whose width can be set, with the pointer or with the arrow keys on the line. */
export function ThreePanels({
  id,
  left,
  right,
  middleMin,
  children,
}: {
  id: string;
  left: Side;
  right: Side;
  middleMin: number;
  children: ReactNode;
}) {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id,
    panelIds: ['left', 'middle', 'right'],
    storage,
    onlySaveAfterUserInteractions: true,
  });
  return (
    <Group
      id={id}
      orientation="horizontal"
      className="min-h-0 flex-1"
      {...(defaultLayout ? { defaultLayout } : {})}
      onLayoutChanged={onLayoutChanged}
    >
      <Panel
        id="left"
        defaultSize={left.width}
        minSize={left.min}
        maxSize={left.max}
        groupResizeBehavior="preserve-pixel-size"
        className="flex min-h-0 flex-col"
      >
        {left.content}
      </Panel>
      <Handle label={left.handle} />
      <Panel id="middle" minSize={middleMin} className="flex min-h-0 flex-col">
        {children}
      </Panel>
      <Handle label={right.handle} />
      <Panel
        id="right"
        defaultSize={right.width}
        minSize={right.min}
        maxSize={right.max}
        groupResizeBehavior="preserve-pixel-size"
        className="flex min-h-0 flex-col"
      >
        {right.content}
      </Panel>
    </Group>
  );
}

/** A line of 1 px; 24 px can be grabbed. */
function Handle({ label }: { label: string }) {
  return (
    <Separator
      aria-label={label}
      className="relative my-1.5 w-px bg-border after:absolute after:-inset-y-1.5 after:-left-1 after:z-10 after:w-[9px] hover:after:bg-accent/30 focus-visible:after:bg-focus data-[separator=active]:after:bg-accent/50"
    />
  );
}
