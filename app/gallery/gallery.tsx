'use client';
import { ShellFrame } from '#components/shell/app-shell.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page } from '#components/shell/page.tsx';
import { ApprovalSection } from './approval-section.tsx';
import { CanvasSection } from './canvas-section.tsx';
import { ControlsSection } from './controls-section.tsx';
import { MarksSection } from './marks-section.tsx';
import { RunSection } from './run-section.tsx';
import { SharedStatesSection } from './shared-states-section.tsx';
import { TextSection } from './text-section.tsx';

export function Gallery() {
  useTrail([{ label: 'Gallery' }]);
  return (
    <ShellFrame needsYou={3} user="Ana">
      <Page title="Gallery" meta="Every state of the components, from fixtures" wide>
        <MarksSection />
        <CanvasSection />
        <ApprovalSection />
        <RunSection />
        <SharedStatesSection />
        <ControlsSection />
        <TextSection />
      </Page>
    </ShellFrame>
  );
}
