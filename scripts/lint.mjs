/** Checks the code with biome, the imports of `src/`, and the style of the texts for users. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import './project.mjs';
import { proseProblems } from './prose.mjs';

/** The pages and catalogues that are checked; of a folder, all. */
const CHECKED = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'bench/README.md',
  'docs',
  'locales/en-US',
];

/** Pages and catalogues. A flow beside a recipe is neither. A test checks the page that the build makes. */
const isText = (file) => /\.(md|html)$|^locales\/.*\.json$/.test(file) && file !== 'docs/operations.md';

const filesAt = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true })
        .map((file) => `${path}/${file.replaceAll('\\', '/')}`)
        .filter(isText)
    : [path];

/** Runs a JavaScript program, and prints its output when it has ended, so that two outputs do not mix. */
async function check(program, ...args) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  process.stdout.write(output);
  process.stderr.write(errors);
  return status === 0;
}

const colours = process.stdout.isTTY ? 'force' : 'off';
const checks = Promise.all([
  check('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', `--colors=${colours}`),
  check('scripts/imports.mjs'),
]);

const problems = CHECKED.flatMap(filesAt).flatMap((file) => proseProblems(file, readFileSync(file, 'utf8')));
if (problems.length > 0) console.error(problems.join('\n'));
if (!(await checks).every(Boolean) || problems.length > 0) process.exit(1);
