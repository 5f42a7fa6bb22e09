import { expect, test } from '@playwright/test';
import { clientScripts, routesOfBuild, textOf } from './support/bundle.ts';

/** kB compressed, beside React and Next. Pages with a graph carry React Flow (62 kB), the editor reads expressions too. */
const limits: [RegExp, number][] = [
  [/^\/(plans\/\[planId\]\/edit|drafts\/)/, 350],
  [/^\/(runs\/\[|plans\/\[|gallery)/, 260],
  [/^/, 145],
];
const limitOf = (route: string) => limits.find(([pattern]) => pattern.test(route))?.[1] ?? 0;

/** Words that only these libraries have; a renamed export does not hide them. */
const ELK = /elk\.algorithm|org\.eclipse\.elk/;
const REACT_FLOW = /react-flow__node/;

test('[UF4] no script of a browser holds the layout engine', () => {
  const scripts = clientScripts();
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter(({ text }) => ELK.test(text)).map(({ file }) => file)).toEqual([]);
});

test('[UF4] the card of an approval loads no graph; the check itself finds it on the page of a run', () => {
  const routes = new Map(routesOfBuild().map((each) => [each.route, each]));
  const loadsGraph = (route: string) =>
    (routes.get(route)?.files ?? []).some((file) => REACT_FLOW.test(textOf(file)));
  expect(loadsGraph('/runs/[runId]')).toBe(true);
  for (const route of ['/approvals/[approvalId]', '/approvals', '/']) {
    expect(routes.has(route)).toBe(true);
    expect(loadsGraph(route)).toBe(false);
  }
});

test('[UF4] no page loads more script than its limit', () => {
  const routes = routesOfBuild();
  expect(routes.length).toBeGreaterThan(10);
  const over = routes
    .filter(({ route, kilobytes }) => kilobytes > limitOf(route))
    .map(({ route, kilobytes }) => `${route} ${kilobytes} kB`);
  expect(over).toEqual([]);
});
