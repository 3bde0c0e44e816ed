import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Every script runs in the folder of the repository.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The name of the package. Only package.json contains its scope. */
export const { name: packageName } = readJson('package.json');

/** A text of HTML with its shared parts, which are in this folder. */
export const withParts = (html, folder) =>
  html.replace(/\{\{part (\w+)\}\}/g, (_, name) => readFileSync(`${folder}/${name}.html`, 'utf8').trimEnd());

/** Runs a JavaScript program and shows its output. Resolves with true if it succeeds. */
export async function succeeds(program, ...args) {
  const [status] = await once(spawn(process.execPath, [program, ...args], { stdio: 'inherit' }), 'exit');
  return status === 0;
}
