import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import should from 'should';
import { blocksOf, codeIn, documents, filesNamed, proseOf } from './markdown.js';

const COMMAND = /^(?:[A-Z]+=\S+ )*(?:npm|npx) [\w-]/;

/** Every command in a block or in the prose. A line may contain two. Recipes have their own test. */
const commands = [
  ...new Set(
    documents
      .filter((file) => !/^(docs\/recipes\/|CHANGELOG|\.github\/)/.test(file))
      .flatMap((file) => [
        ...blocksOf(file)
          .filter(({ language }) => ['', 'sh', 'bash'].includes(language))
          .flatMap(({ code }) => code.split('\n')),
        ...codeIn(proseOf(file)),
      ])
      .filter((line) => COMMAND.test(line))
      .flatMap((line) => line.split(' && ')),
  ),
];

/** The first group of each command that matches. */
const those = (pattern: RegExp): string[] => commands.flatMap((command) => command.match(pattern)?.[1] ?? []);

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

const run = (...line: string[]) => spawnSync(process.execPath, line, { encoding: 'utf8' });

describe('the commands in the documents', () => {
  it('are scripts of the package, commands of npm, or commands of this package', () => {
    for (const one of ['npm ci', 'npm start', 'npm test', 'npm run bench', 'npm run --silent openapi -- de'])
      should(commands).containEql(one);
    const others = commands.filter((command) => {
      const [, script] = command.match(/^(?:PICTURES=docs )?npm (?:run (?:--silent )?)?([\w:]+)/) ?? [];
      const isOfNpm = ['ci', 'install', 'ls', 'pack', 'publish', 'uninstall', 'version'].includes(script ?? '');
      return !isOfNpm && !scripts[script ?? ''] && !command.startsWith('npx -p @graphics-hub/node-red graphics-hub ');
    });
    should(others).be.empty();
  });

  it('select tests that exist: by words of their titles, by the name of their file', () => {
    const titles = filesNamed('*.test.ts')
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\b(?:describe|it)\(\s*(['"`])(.*?)\1/g)])
      .map(([, , title = '']) => title);
    const words = those(/--grep (.+)$/).map((each) => each.replaceAll('"', ''));
    should(words).containEql('lanes').and.containEql('table');
    should(words.filter((some) => !titles.some((title) => title.includes(some)))).be.empty();
    const files = those(/^npm test -- ([\w/.-]+)$/).filter((name) => !name.startsWith('-') && name !== 'FILE');
    should(files).containEql('hub/queue/lanes');
    should(files.filter((name) => filesNamed(`test/${name.replace(/^test\/|\.test\.ts$/g, '')}.test.ts`).length !== 1))
      .be //
      .empty();
  });

  for (const command of those(/^npx -p \S+ graphics-hub ([^>]+)/))
    it(`graphics-hub ${command}: the command and its options exist`, () => {
      const [name = '', ...args] = command.trim().split(' ');
      const options = [name, ...args].filter((each) => each.startsWith('--'));
      const { stdout, status } = run(
        'lib/commands/graphics-hub.js',
        ...(name.startsWith('--') ? [] : [name]),
        '--help',
      );
      should(status).equal(0);
      for (const option of options.filter((each) => each !== '--help')) should(stdout).containEql(`  ${option} `);
    });

  // They take minutes, so one invalid option more ends them with 2 as soon as the others are read.
  for (const [program, complaint, ...others] of [
    ['scripts/test.mjs', /choose 4, 5 or 4\.0/, '--only', '3'],
    ['scripts/test.mjs', /choose 4, 5 or 4\.0/, '--editor', '--only', '3'],
    ['scripts/test.mjs', /choose 4, 5 or 4\.0/, '--unit', '--only', '3'],
    ['scripts/test.mjs', /There is no test hub\/queue\/日本語/, 'hub/queue/日本語'],
    ['bench/soak.mjs', /up to a day/, '0', '2026', '--folder', 'docs'],
    ['bench/run.mjs', /^There is no nothing; there are steady, /, 'steady', 'fast', 'nothing'],
  ] as const)
    it(`${program} ${others.join(' ')}: the options are read`, () => {
      const { status, stderr } = run(program, ...others);
      should(stderr).match(complaint);
      should(status).equal(2);
    });

  it('print OpenAPI in English and in another language', async () => {
    const { interfaceText } = await import(pathToFileURL(resolve('scripts/reference.mjs')).href);
    for (const [locale, name] of [
      [undefined, 'Set property'],
      ['de', 'Eigenschaft setzen'],
    ]) {
      const { paths } = JSON.parse(interfaceText(locale)) as { paths: Record<string, { patch?: { summary: string } }> };
      should(Object.values(paths)[0]?.patch?.summary).equal(name);
    }
  });
});
