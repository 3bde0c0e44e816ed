/** Checks the code with biome, the imports of `src/`, and the style of texts, comments and names of tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import './project.mjs';
import { proseProblems } from './prose.mjs';

/** The pages, catalogues and sources that are checked, and folders of them. */
const CHECKED = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'bench/README.md',
  'docs',
  'locales/en-US',
  'src',
  'test',
  'scripts',
  'bench',
  'knip.config.ts',
];

/** No flow or data. A test checks the page of the operations, which the build writes. */
const isText = (file) =>
  /\.(md|css|[cm]?[jt]s)$|^locales\/.*\.(json|html)$/.test(file) && file !== 'docs/operations.md';

/** The texts in a folder, or a file itself. Dependencies are left out before their 17,000 files are listed. */
const filesAt = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name !== 'node_modules')
        .flatMap((name) => filesAt(`${path}/${name}`))
    : [path].filter(isText);

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
  check('node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'src', '--config', '--output-type', 'err'),
]);

const problems = CHECKED.flatMap(filesAt).flatMap((file) => proseProblems(file, readFileSync(file, 'utf8')));
if (problems.length > 0) console.error(problems.join('\n'));
if (!(await checks).every(Boolean) || problems.length > 0) process.exit(1);
