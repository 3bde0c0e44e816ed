import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Every script works from the repository's folder, wherever it was called from.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The package's name: its scope stands in package.json alone. */
export const { name: packageName } = readJson('package.json');

/** Runs a JavaScript program, shows what it prints, and ends this one with its failure. */
export function run(program, ...args) {
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
