import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Every script runs in the folder of the repository.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The name of the package. Only package.json contains its scope. */
export const { name: packageName } = readJson('package.json');

/** Runs a JavaScript program and shows its output. If it fails, this process ends with the same status. */
export function run(program, ...args) {
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
