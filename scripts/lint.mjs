/** Lints the code with biome, and then the style of the texts for users. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { run } from './project.mjs';
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

const colours = process.stdout.isTTY ? 'force' : 'off';
run('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', `--colors=${colours}`);

const problems = CHECKED.flatMap(filesAt).flatMap((file) => proseProblems(file, readFileSync(file, 'utf8')));
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
