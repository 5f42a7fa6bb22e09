// Exit code 0 when node_modules holds what package-lock.json says, as after `npm ci` or `npm install`.
// Plain JavaScript for Node 20: it runs before the packages, and the Node among them, are there.
import { readFileSync } from 'node:fs';

function versions(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  // Optional packages are for other systems, and the entry '' is this repository itself.
  const needed = Object.entries(packages).filter(([name, { optional }]) => name !== '' && !optional);
  return needed
    .map(([name, { version }]) => `${name} ${version}`)
    .toSorted()
    .join('\n');
}

try {
  process.exitCode = versions('package-lock.json') === versions('node_modules/.package-lock.json') ? 0 : 1;
} catch {
  process.exitCode = 1; // nothing has been installed yet
}
