'use client';
import { Download } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { messages } from '#components/ui/messages.ts';
import { withBasePath } from '#components/url.ts';

const formats = ['json', 'yaml', 'mermaid', 'svg'] as const;

/** The version as a file. The browser downloads it; nothing leaves the server by another way. */
export function ExportMenu({ planId, version }: { planId: string; version: number }) {
  return (
    <Menu
      trigger={
        <Button aria-label={messages.plan.exportLabel}>
          <Download aria-hidden size={16} />
          <span className="max-xl:hidden">{messages.plan.export}</span>
        </Button>
      }
    >
      {formats.map((format) => (
        <MenuItem key={format} asChild>
          <a
            href={withBasePath(`/api/plans/${encodeURIComponent(planId)}/v/${version}/export/${format}`)}
            download
          >
            <span className="font-medium">{messages.plan.formats[format]}</span>
            <span className="text-sm text-muted">{messages.plan.formatHints[format]}</span>
          </a>
        </MenuItem>
      ))}
    </Menu>
  );
}
