import { ApprovalInbox } from '#components/approvals/approval-inbox.tsx';

export default function Route() {
  return <ApprovalInbox />;
}
