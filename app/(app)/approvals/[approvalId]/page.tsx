import { ApprovalPage } from '#components/approvals/approval-page.tsx';

export default async function Route({ params }: { params: Promise<{ approvalId: string }> }) {
  return <ApprovalPage approvalId={(await params).approvalId} />;
}
