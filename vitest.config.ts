import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const postgres = {
  globalSetup: [here('./db/testing/global-setup.ts')],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};
const outside = ['node_modules/**', 'dist/**', '.next/**', 'e2e/**'];

/** The kind of a test is the suffix of its file; kinds run one after the other, lightest first. */
const project = (
  name: string,
  groupOrder: number,
  include: string[],
  exclude: string[],
  more: object = {},
) => ({
  extends: true as const,
  test: { name, include, exclude: [...outside, ...exclude], sequence: { groupOrder }, ...more },
});

export default defineConfig({
  resolve: { alias: { 'server-only': here('./server/testing/server-only.ts') } },
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    env: { LOG_LEVEL: 'silent' },
    projects: [
      project('unit', 0, ['**/*.test.{ts,tsx}'], ['**/*.{pg,sim,proc}.test.{ts,tsx}']),
      project('pg', 1, ['**/*.pg.test.ts'], [], postgres),
      project('sim', 2, ['**/*.sim.test.ts'], [], postgres),
      project('proc', 3, ['**/*.proc.test.ts'], [], { ...postgres, testTimeout: 60_000 }),
    ],
  },
});
