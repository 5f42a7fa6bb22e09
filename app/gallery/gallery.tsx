'use client';
import { useState, type ReactNode } from 'react';
import { ApprovalCard } from '#components/approvals/approval-card.tsx';
import { DiffTab } from '#components/marks/diff-tab.tsx';
import { EffectMark } from '#components/marks/risk-mark.tsx';
import { StateBadge } from '#components/marks/state-badge.tsx';
import { stateLooks, type MarkState } from '#components/marks/state-looks.ts';
import { VersionBadge } from '#components/marks/version-badge.tsx';
import { PlanCanvas } from '#components/plan-canvas/plan-canvas.tsx';
import { ShellFrame } from '#components/shell/app-shell.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page, Panel } from '#components/shell/page.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Checkbox, Field, Select, TextArea, TextInput } from '#components/ui/field.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { Empty, Notice } from '#components/ui/notice.tsx';
import { Table, Td, Th } from '#components/ui/table.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { toast } from '#components/ui/toast.tsx';
import { approvalCards } from './approval-fixtures.ts';
import { diffKinds, diffPositions, diffSteps, stateMarks, statePositions, stateSteps } from './fixtures.ts';

export function Gallery() {
  useTrail([{ label: 'Gallery' }]);
  return (
    <ShellFrame needsYou={3} user="Ana">
      <Page title="Gallery" meta="Every state of the components, from fixtures" wide>
        <Panel title="Run states" bodyClassName="h-[460px] p-0">
          <StateCanvas />
        </Panel>
        <Panel title="Diff" bodyClassName="h-[300px] p-0">
          <PlanCanvas
            label="Diff sample"
            steps={diffSteps}
            positions={diffPositions}
            diff={diffKinds}
            edgeKinds={{ 'copy verify': 'added', 'lock verify': 'removed' }}
          />
        </Panel>
        <Words />
        <Panel title="Approval cards" bodyClassName="grid items-start gap-4 p-3 xl:grid-cols-3">
          {approvalCards.map((card) => (
            <ApprovalCard key={card.approvalId} card={card} />
          ))}
        </Panel>
        <Controls />
        <Texts />
      </Page>
    </ShellFrame>
  );
}

function StateCanvas() {
  const [selected, setSelected] = useState<string>();
  return (
    <PlanCanvas
      label="Run states"
      steps={stateSteps}
      positions={statePositions}
      marks={stateMarks}
      selected={selected}
      onSelect={setSelected}
    />
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>;
}

function Words() {
  return (
    <Panel title="State words" bodyClassName="flex flex-col gap-3 p-3">
      <Row>
        {(Object.keys(stateLooks) as MarkState[]).map((state) => (
          <StateBadge
            key={state}
            state={state}
            detail={state === 'retrying' ? '2 of 3' : state === 'dropped' ? 'by v4' : undefined}
          />
        ))}
      </Row>
      <Row>
        <EffectMark effect="read" />
        <EffectMark effect="write" />
        <EffectMark effect="irreversible" />
        <DiffTab kind="added" />
        <DiffTab kind="removed" />
        <DiffTab kind="changed" />
        <DiffTab kind="moved" />
        <VersionBadge state="in review" />
        <VersionBadge state="approved" />
        <VersionBadge state="superseded" />
        <VersionBadge state="rejected" />
        <Badge>production</Badge>
      </Row>
    </Panel>
  );
}

function Controls() {
  const [open, setOpen] = useState(false);
  const [tab, setTab] = useState<'activity' | 'call' | 'checks'>('activity');
  return (
    <Panel title="Controls" bodyClassName="grid gap-4 p-3 md:grid-cols-2">
      <div className="flex flex-col gap-3">
        <Row>
          <Button look="primary">Start run</Button>
          <Button>Reject…</Button>
          <Button look="quiet">Later</Button>
          <Button disabled>Approve this exact call</Button>
          <Button size="sm" onClick={() => setOpen(true)}>
            Open dialog
          </Button>
          <Button size="sm" onClick={() => toast('Run 81 paused. Step 3 still runs.')}>
            Show toast
          </Button>
        </Row>
        <Field label="Goal" hint="What must be true at the end">
          {(ids) => <TextArea {...ids} defaultValue="Give every user a first and a last name" />}
        </Field>
        <Field label="Name" error="Use a-z, 0-9, - and _.">
          {(ids) => <TextInput {...ids} defaultValue="Bad name" />}
        </Field>
        <Field label="Environment">
          {(ids) => (
            <Select {...ids}>
              <option>production</option>
            </Select>
          )}
        </Field>
        <Checkbox label="Read only" hint="The connection refuses writes." />
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title="Start run"
          description="This run acts as Ana on shop."
        >
          <p>Body</p>
        </Dialog>
      </div>
      <div className="flex flex-col gap-3">
        <Tabs
          label="Step"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'activity', label: 'Activity' },
            { value: 'call', label: 'Call' },
            { value: 'checks', label: 'Checks' },
          ]}
        />
        <Notice
          look="attention"
          title="Step 4 needs approval: Switch writes to pg16-a"
          action={<Button size="sm">Review</Button>}
        >
          Expires in 14 min
        </Notice>
        <Notice look="ink" title="Outcome unknown: Send cut-over notice">
          It was sent at 10:41:07 and no answer came.
        </Notice>
        <Notice look="problem" title="Could not reach postgres-a.">
          Nothing was changed. Try again or edit the step.
        </Notice>
        <Notice title="Paused by Ana">Nothing new starts.</Notice>
        <Empty title="No plans yet">Write a goal to make the first one.</Empty>
      </div>
    </Panel>
  );
}

function Texts() {
  return (
    <Panel title="Text and data" bodyClassName="flex flex-col gap-3 p-3">
      <p className="font-mono text-sm">
        <InvisibleText text={'admin\u202Egnp.exe zero\u200Bwidth p\u0430ypal.com'} />
      </p>
      <CodeBlock
        label="sql"
        language="sql"
        text={'alter table shop.users\n  add column first_name text,\n  add column last_name text;'}
      />
      <Table
        label="Sample"
        head={
          <>
            <Th>Name</Th>
            <Th>State</Th>
          </>
        }
      >
        <tr>
          <Td>Split full names</Td>
          <Td>
            <StateBadge state="running" />
          </Td>
        </tr>
      </Table>
    </Panel>
  );
}
