'use client';
import { ChevronDown } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { copyText } from '#components/ui/code-block.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { messages } from '#components/ui/messages.ts';
import { toast } from '#components/ui/toast.tsx';
import type { Comparison } from './changes.ts';
import { comparisonMarkdown } from './diff-markdown.ts';

export function ExportMenu({ data }: { data: Comparison }) {
  return (
    <Menu
      trigger={
        <Button>
          {messages.compare.exportMenu}
          <ChevronDown aria-hidden size={14} />
        </Button>
      }
    >
      <MenuItem
        onSelect={() =>
          void copyText(comparisonMarkdown(data)).then(() => toast(messages.compare.copiedMarkdown))
        }
      >
        {messages.compare.copyMarkdown}
      </MenuItem>
      <MenuItem onSelect={() => download(data)}>{messages.compare.downloadMarkdown}</MenuItem>
    </Menu>
  );
}

function download(data: Comparison): void {
  const url = URL.createObjectURL(
    new Blob([comparisonMarkdown(data)], { type: 'text/markdown;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = messages.compare.fileName(data.from.version, data.to.version);
  link.click();
  URL.revokeObjectURL(url);
}
