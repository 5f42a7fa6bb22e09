'use client';
import { useCallback, useMemo, useState } from 'react';
import type { CanvasStep } from './canvas-step.ts';
import { findGroups, GROUPS_CLOSED_OVER, type StepGroup } from './groups.ts';

export type Groups = {
  all: readonly StepGroup[];
  closed: readonly StepGroup[];
  groupOf(stepId: string): StepGroup | undefined;
  set(groupId: string, isOpen: boolean): void;
  setAll(isOpen: boolean): void;
};

/** Which groups are closed. `selected` is a step the page shows: its group opens. */
export function useGroups(
  steps: readonly CanvasStep[],
  enabled: boolean,
  selected: string | undefined,
): Groups {
  const all = useMemo(() => (enabled ? findGroups(steps) : []), [steps, enabled]);
  const byMember = useMemo(
    () => new Map(all.flatMap((group) => group.members.map((member) => [member, group]))),
    [all],
  );
  const startsOpen = steps.length <= GROUPS_CLOSED_OVER;
  /** Groups that are not as the plan's size alone would have them. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const shown = selected === undefined ? undefined : byMember.get(selected);
  const [revealed, setRevealed] = useState<string>();
  if (selected !== revealed) {
    setRevealed(selected);
    if (shown && turned.has(shown.id) === startsOpen) setTurned(toggled(turned, shown.id));
  }
  const closed = useMemo(
    () => all.filter((group) => turned.has(group.id) === startsOpen),
    [all, turned, startsOpen],
  );
  const groupOf = useCallback((stepId: string) => byMember.get(stepId), [byMember]);
  const set = useCallback(
    (groupId: string, isOpen: boolean) =>
      setTurned((now) => (now.has(groupId) === (isOpen !== startsOpen) ? now : toggled(now, groupId))),
    [startsOpen],
  );
  const setAll = useCallback(
    (isOpen: boolean) => setTurned(new Set(isOpen === startsOpen ? [] : all.map((group) => group.id))),
    [all, startsOpen],
  );
  return { all, closed, groupOf, set, setAll };
}

function toggled(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
