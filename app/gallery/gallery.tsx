'use client';
import { ApprovalCard } from '#components/approvals/approval-card.tsx';
import { ShellFrame } from '#components/shell/app-shell.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page, Panel } from '#components/shell/page.tsx';
import { approvalCards } from './approval-fixtures.ts';
import { CanvasSection } from './canvas-section.tsx';
import { ControlsSection } from './controls-section.tsx';
import { MarksSection } from './marks-section.tsx';
import { SharedStatesSection } from './shared-states-section.tsx';
import { TextSection } from './text-section.tsx';

export function Gallery() {
  useTrail([{ label: 'Gallery' }]);
  return (
    <ShellFrame needsYou={3} user="Ana">
      <Page title="Gallery" meta="Every state of the components, from fixtures" wide>
        <MarksSection />
        <CanvasSection />
        <Panel title="Approval cards" bodyClassName="grid items-start gap-4 p-3 xl:grid-cols-3">
          {approvalCards.map((card) => (
            <ApprovalCard key={card.approvalId} card={card} />
          ))}
        </Panel>
        <SharedStatesSection />
        <ControlsSection />
        <TextSection />
      </Page>
    </ShellFrame>
  );
}
