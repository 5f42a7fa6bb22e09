'use client';
import type { ReactNode } from 'react';
import { ReadFailed } from '#components/query-state.tsx';
import { LinkWord } from '#components/shell/link-word.tsx';
import { Panel } from '#components/shell/page.tsx';
import { Button } from '#components/ui/button.tsx';
import { Empty, Notice, Part } from '#components/ui/notice.tsx';
import { LoadingRows } from '#components/ui/skeleton.tsx';
import { Row } from './row.tsx';

const at = Date.UTC(2026, 10, 29, 10, 44, 12);
const nothing = () => undefined;
const unreachable = new Error('fetch failed');

/** What every screen shows while it loads, when there is nothing, when something failed, and when it is a part. */
export function SharedStatesSection() {
  return (
    <Panel title="Shared states" bodyClassName="grid gap-4 p-3 lg:grid-cols-2">
      <State name="loading">
        <LoadingRows rows={3} />
      </State>
      <State name="loading long">
        <LoadingRows rows={2} seconds={5} retry={nothing} />
      </State>
      <State name="empty">
        <Empty title="No plans yet" action={<Button look="primary">Write a goal</Button>}>
          Write a goal to make the first one.
        </Empty>
      </State>
      <State name="filtered to nothing">
        <Empty title='No step matches "mail".' action={<Button>Clear filter</Button>} />
      </State>
      <State name="error">
        <ReadFailed error={unreachable} retry={nothing} />
      </State>
      <State name="error over old data">
        <ReadFailed error={unreachable} retry={nothing} asOf={at} />
      </State>
      <State name="partial">
        <Part shown={10_000} total={48_211} what="lines" action={<Button size="sm">Download all</Button>} />
      </State>
      <State name="no permission">
        <Notice look="problem" title='This needs the role "approver".'>
          Ana Ruiz and Ada Lovelace have it.
        </Notice>
      </State>
      <State name="strips">
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
      </State>
      <State name="connection">
        <Row>
          <LinkWord link="live" lastAt={at} />
          <LinkWord link="connecting" lastAt={0} />
          <LinkWord link="reconnecting" lastAt={at} />
        </Row>
      </State>
    </Panel>
  );
}

function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div data-shared-state={name} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium text-muted">{name}</h3>
      {children}
    </div>
  );
}
