'use client';
import { useReactFlow } from '@xyflow/react';
import {
  LayoutGrid,
  Maximize,
  Minimize2,
  UnfoldHorizontal,
  ZoomIn,
  ZoomOut,
  type LucideIcon,
} from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import type { Groups } from './use-groups.ts';
import { WHOLE } from './use-viewport.ts';

export function CanvasControls({ groups, onTidy }: { groups: Groups; onTidy?: (() => void) | undefined }) {
  const flow = useReactFlow();
  const allOpen = groups.closed.length === 0;
  return (
    <div className="canvas-controls">
      {groups.all.length > 0 ? (
        <Control
          icon={allOpen ? Minimize2 : UnfoldHorizontal}
          label={allOpen ? messages.canvas.closeGroups : messages.canvas.openGroups}
          onClick={() => groups.setAll(!allOpen)}
        />
      ) : null}
      {onTidy ? <Control icon={LayoutGrid} label={messages.canvas.tidyHint} onClick={onTidy} /> : null}
      <Control
        icon={ZoomOut}
        label={messages.canvas.zoomOut}
        onClick={() => void flow.zoomOut({ duration: 0 })}
      />
      <Control
        icon={ZoomIn}
        label={messages.canvas.zoomIn}
        onClick={() => void flow.zoomIn({ duration: 0 })}
      />
      <Button
        look="quiet"
        size="sm"
        className="px-1 text-xs"
        aria-label={messages.canvas.zoomTo100}
        title={messages.canvas.zoomTo100}
        onClick={() => void flow.zoomTo(1, { duration: 0 })}
      >
        {messages.canvas.full}
      </Button>
      <Control icon={Maximize} label={messages.canvas.fit} onClick={() => void flow.fitView(WHOLE)} />
    </div>
  );
}

function Control({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick(): void }) {
  return (
    <Button look="quiet" size="iconSm" aria-label={label} title={label} onClick={onClick}>
      <Icon aria-hidden size={16} />
    </Button>
  );
}
