import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseEnv, SettingProblem } from './env.ts';

describe('settings', () => {
  test('have a default when nothing is set, or set to nothing', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: '' })).toEqual({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: path.resolve('.data'),
      DATABASE_URL: undefined,
      DATABASE_DIRECT_URL: undefined,
      ROLE: 'all',
      BASE_PATH: '',
      PUBLIC_URL: undefined,
      LOG_LEVEL: 'info',
      SAMPLES: 'on',
      SAMPLES_URL: undefined,
      SAMPLES_SEED: 1,
      SHELL_TOOLS: 'off',
      PG_FAST: false,
      BEAT_MS: 1000,
      DEAD_AFTER_MS: 15_000,
      SESSION_GONE_MS: 3000,
      SWEEP_MS: 1000,
      METRICS_MS: 10_000,
      METRICS_TOKEN: undefined,
    });
  });

  test.each([
    [{ PORT: '65536' }, 'PORT is "65536": it must be a whole number from 0 to 65535.'],
    [{ PORT: '80.5' }, 'PORT is "80.5": it must be a whole number from 0 to 65535.'],
    [{ ROLE: 'boss' }, 'ROLE is "boss": it must be one of all, web, worker.'],
    [{ SHELL_TOOLS: 'yes' }, 'SHELL_TOOLS is "yes": it must be one of on, off.'],
    [{ BASE_PATH: 'x/' }, 'BASE_PATH is "x/": it must be empty, or a path such as /tools/countersign.'],
    [{ PUBLIC_URL: 'example.org' }, 'PUBLIC_URL is "example.org": it must be an http or https address.'],
  ])('%j is refused in one sentence that names variable, value and what is allowed', (source, message) => {
    expect(() => parseEnv(source)).toThrow(new SettingProblem(Object.keys(source)[0] ?? '', message));
  });

  test.each(['mysql://me:s3kret@host/x', 's3kret', 'postgres://'])(
    '%s is refused without being repeated',
    (url) => {
      expect(() => parseEnv({ DATABASE_URL: url })).toThrow(
        /^DATABASE_URL (?!.*s3kret).*postgres:\/\/user:password@host/,
      );
    },
  );
});
