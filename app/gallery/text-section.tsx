import { StateBadge } from '#components/marks/state-badge.tsx';
import { Panel } from '#components/shell/page.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { Table, Td, Th } from '#components/ui/table.tsx';

/** Text that may hide something, code and tables. */
export function TextSection() {
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
