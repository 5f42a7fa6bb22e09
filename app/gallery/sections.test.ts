import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createApiClient, TRPCProvider } from '#components/trpc.tsx';
import { TooltipProvider } from '#components/ui/tooltip.tsx';
import { ApprovalSection } from './approval-section.tsx';
import { approvalStates } from './approval-states.ts';
import { CanvasSection } from './canvas-section.tsx';
import { ControlsSection } from './controls-section.tsx';
import { RunSection, waits } from './run-section.tsx';
import { SharedStatesSection } from './shared-states-section.tsx';

const nothing = () => undefined;
const router = {
  back: nothing,
  forward: nothing,
  refresh: nothing,
  push: nothing,
  replace: nothing,
  prefetch: nothing,
} as never;

function render(section: () => React.ReactNode, search = ''): string {
  const queryClient = new QueryClient();
  const trpcClient = createApiClient();
  const page = h(AppRouterContext, { value: router }, h(TooltipProvider, null, h(section)));
  const withApi = h(TRPCProvider, { trpcClient, queryClient, children: page });
  const withQueries = h(QueryClientProvider, { client: queryClient }, withApi);
  return renderToString(h(NuqsTestingAdapter, { searchParams: search, children: withQueries }));
}

test.each([CanvasSection, ControlsSection, SharedStatesSection])('$name draws its fixtures', (section) => {
  expect(render(section)).toContain('<section');
});
test('every reason to wait is in the gallery', () => {
  const html = render(RunSection);
  for (const code of Object.keys(waits)) expect(html).toContain(`data-wait="${code}"`);
});
test.each(Object.keys(approvalStates))('the approval card is drawn: %s', (name) => {
  expect(render(ApprovalSection, `?card=${encodeURIComponent(name)}`)).toContain(
    'data-testid="approval-card"',
  );
});
