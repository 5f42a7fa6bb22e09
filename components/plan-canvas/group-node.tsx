'use client';
import { Handle, Position } from '@xyflow/react';
import { memo, useMemo } from 'react';
import { get } from '#core/run/record.ts';
import { EffectIcon, effectWord } from '#components/marks/risk-mark.tsx';
import { StateIcon } from '#components/marks/state-badge.tsx';
import { stateLooks } from '#components/marks/state-looks.ts';
import { messages } from '#components/ui/messages.ts';
import { partsKey, useCanvas, useCanvasContext } from './canvas-store.ts';
import { partsOf, worstOf } from './groups.ts';
import { PartBar, partsText } from './part-bar.tsx';

/** A closed group of alike steps. Its button opens it; state is that of its worst member. */
export const GroupNode = memo(function GroupNode({ id }: { id: string }) {
  const store = useCanvasContext();
  const group = useCanvas((state) => get(state.groups, id));
  // Text, so that the card renders when a count changed and not with every event.
  const counts = useCanvas((state) => (group ? partsKey(partsOf(group.members, state.marks)) : ''));
  const parts = useMemo(
    () => (group && counts !== '' ? partsOf(group.members, store.getState().marks) : {}),
    [group, counts, store],
  );
  const active = useCanvas((state) => state.active === id);
  const far = useCanvas(
    (state) =>
      state.near !== undefined && !(group?.members.some((member) => state.near?.has(member)) ?? false),
  );
  if (!group) return null;
  const worst = worstOf(parts);
  const look = worst ? stateLooks[worst] : undefined;
  const count = group.members.length;
  const said = counts === '' ? '' : partsText(parts);
  const facts = [
    said ? `${said}.` : group.needsApproval ? `${messages.canvas.asks}.` : '',
    `${effectWord(group.effect)}.`,
  ].filter(Boolean);
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} aria-hidden="true" />
      <button
        type="button"
        className="step-card group-card"
        data-step={id}
        data-group={id}
        data-tone={look?.tone ?? 'neutral'}
        data-shape={look?.shape ?? 'solid'}
        data-bar={look?.bar ?? false}
        data-tint={look?.tint ?? false}
        data-state={worst}
        data-dim={far || undefined}
        tabIndex={active ? 0 : -1}
        aria-expanded={false}
        aria-label={messages.canvas.groupName(group.title, count, group.numbers, facts.join(' '))}
      >
        <span className="step-row step-head">
          {worst ? <StateIcon state={worst} className="step-icon" /> : null}
          <span className="step-title">
            {group.title}
            <span className="group-count">{messages.canvas.groupCount(count)}</span>
          </span>
          <EffectIcon effect={group.effect} size={28} className="step-risk-far" />
        </span>
        {said ? <PartBar parts={parts} /> : <span className="step-row step-tool" data-text={group.does} />}
        <span className="step-row step-foot">
          {said ? <span className="group-parts">{said}</span> : null}
          {!said && group.needsApproval ? <span className="step-asks">{messages.canvas.asks}</span> : null}
          <span className="step-risk" data-effect={group.effect}>
            <EffectIcon effect={group.effect} />
            {effectWord(group.effect)}
          </span>
        </span>
      </button>
      <Handle type="source" position={Position.Right} isConnectable={false} aria-hidden="true" />
    </>
  );
});
