import { BookMarked, House, Inbox, Play, Plug, Settings, Workflow, type LucideIcon } from 'lucide-react';
import { messages } from '#components/ui/messages.ts';

export type Place = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Shows how many approvals wait. */
  counts?: true;
  /** Has a place in the bar of phones. */
  phone: boolean;
  /** The second key of `G …`. */
  key?: string;
};

/** Navigation shows only what exists. */
export const places: readonly Place[] = [
  { href: '/', label: messages.nav.home, icon: House, phone: true, key: 'h' },
  { href: '/plans', label: messages.nav.plans, icon: Workflow, phone: true, key: 'p' },
  { href: '/runs', label: messages.nav.runs, icon: Play, phone: true, key: 'r' },
  { href: '/approvals', label: messages.nav.approvals, icon: Inbox, counts: true, phone: true, key: 'a' },
  { href: '/playbooks', label: messages.nav.playbooks, icon: BookMarked, phone: false },
  { href: '/connections', label: messages.nav.connections, icon: Plug, phone: false },
  { href: '/settings', label: messages.nav.settings, icon: Settings, phone: false },
];
