/** Checks the imports of `src/`, here or in another folder, by the table in `.dependency-cruiser.mjs`. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import config from '../.dependency-cruiser.mjs';
import './project.mjs';

const baseDir = resolve(process.argv[2] ?? '.');
const { forbidden, options } = config;
const { output } = await cruise(['src'], { ...options, baseDir, validate: true, ruleSet: { forbidden } });

const problems = output.summary.violations.map(({ from, to, cycle, rule }) => {
  const imported = cycle?.map(({ name }) => name) ?? [to];
  return `${[from, ...imported].join(' → ')}: ${rule.name}`;
});

// Without its parser, dependency-cruiser skips every .ts file and finds nothing wrong.
const isSource = (file) => file.endsWith('.ts');
const files = readdirSync(`${baseDir}/src`, { recursive: true }).filter(isSource).length;
const read = output.modules.filter(({ source }) => source.startsWith('src/') && isSource(source)).length;
if (read === 0 || read < files) problems.push(`The check of the imports read ${read} of ${files} files in src`);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
