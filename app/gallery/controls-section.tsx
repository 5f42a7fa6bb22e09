'use client';
import { useState } from 'react';
import { Refused } from '#components/refused.tsx';
import { Panel } from '#components/shell/page.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Checkbox, Field, Radios, Select, TextArea, TextInput } from '#components/ui/field.tsx';
import { Keys } from '#components/ui/keys.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { toast } from '#components/ui/toast.tsx';
import { Row } from './row.tsx';

/** Buttons, fields, tabs, dialogs and toasts in each of their looks. */
export function ControlsSection() {
  const [open, setOpen] = useState(false);
  const [density, setDensity] = useState<'comfortable' | 'compact'>('comfortable');
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
        <Tabs
          label="View"
          look="switch"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'activity', label: 'Graph' },
            { value: 'call', label: 'List' },
            { value: 'checks', label: 'JSON' },
          ]}
        />
        <Radios
          name="density-sample"
          label="Density"
          value={density}
          onChange={setDensity}
          options={[
            { value: 'comfortable', label: 'Comfortable', hint: 'Rows of 40 px' },
            { value: 'compact', label: 'Compact', hint: 'Rows of 32 px' },
          ]}
        />
        <Row>
          <Keys keys="mod+k" />
          <Keys keys="g h" />
          <Keys keys="shift+F6" />
        </Row>
        <Refused error={new Error('fetch failed')} />
      </div>
    </Panel>
  );
}
