import { openSql } from '#db/connect.ts';
import { createFirstSignInLink } from '../auth/first-link.ts';
import { publicBaseUrl } from '../auth/link-address.ts';
import type { Env } from '../env.ts';
import { prepareSamples } from '../samples/prepare.ts';
import type { WebAddress } from './address.ts';
import type { RunningDatabase } from './database.ts';
import { errorText } from './problem.ts';

/** Makes the sample database where there is a place for it. The product works without, so a failure is only told. */
export async function makeSamples(
  env: Env,
  database: RunningDatabase,
  say: (line: string) => void,
): Promise<void> {
  if (env.SAMPLES === 'off') return;
  try {
    await prepareSamples({
      adminUrl: database.isEmbedded ? database.directUrl : undefined,
      samplesUrl: env.SAMPLES_URL,
      dataDir: env.DATA_DIR,
      seed: env.SAMPLES_SEED,
    });
  } catch (error) {
    say(`The samples could not be made, everything else works: ${errorText(error)}.`);
  }
}

/** The link that makes the first account, while there is none. */
export async function firstSignInLink(
  env: Env,
  database: RunningDatabase,
  address: WebAddress,
): Promise<string | undefined> {
  const sql = openSql(database.directUrl, { max: 1 });
  try {
    return await createFirstSignInLink(sql, env.PUBLIC_URL ? publicBaseUrl(env) : address.url);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
