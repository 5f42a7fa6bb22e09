import { existsSync } from 'node:fs';
import { runStep } from '../run-step.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const hasBrowser = () => existsSync(process.env.CHROMIUM ?? '') || PLACES.some((place) => existsSync(place));

/** Makes sure that there is a browser for the journeys. Returns why there is none, or undefined. */
export async function requireBrowser(): Promise<string | undefined> {
  if (hasBrowser()) return undefined;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the journeys (apt-get) ...');
    const apt = { DEBIAN_FRONTEND: 'noninteractive' };
    await runStep('apt-get', ['update', '-qq'], apt);
    await runStep(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
      apt,
    );
  }
  if (hasBrowser()) return undefined;
  return 'The journeys need Chromium: install it (Debian: apt-get install chromium fonts-dejavu-core), or set CHROMIUM to its path.';
}
