import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import should from 'should';
import { blocksOf, codeIn, documents, filesNamed, proseOf } from './markdown.js';

/** Recipes have their own test, and the changelog is about the past. */
const checkedDocuments = documents.filter(
  (file) => !/^(docs\/recipes\/|docs\/develop\/changes|CHANGELOG|\.github\/)/.test(file),
);

const COMMAND = /^(?:[A-Z]+=\S+ )*(?:npm|npx) [\w-]/;

/** Every command in a block or in the prose. A line may contain two. */
const commands = [
  ...new Set(
    checkedDocuments.flatMap((file) => {
      const lines = blocksOf(file)
        .filter(({ language }) => ['', 'sh', 'bash'].includes(language))
        .flatMap(({ code }) => code.split('\n'));
      return [...lines, ...codeIn(proseOf(file))]
        .filter((line) => COMMAND.test(line))
        .flatMap((line) => line.split(' && '));
    }),
  ),
];

const node = (...line: string[]): SpawnSyncReturns<string> => spawnSync(process.execPath, line, { encoding: 'utf8' });

/** The command runs elsewhere: the file, and the evidence for it. */
const runIn = (file: string, evidence: RegExp) => () => {
  should(readFileSync(file, 'utf8')).match(evidence);
};

/**
 * Programs that take minutes run only until they have parsed their options. One more, invalid option ends them with 2.
 */
const understands = (program: string, options: readonly string[], complaint: RegExp) => () => {
  const { status, stderr } = node(program, ...options);
  should(stderr).match(complaint);
  should(status).equal(2);
};

const soak = (...options: string[]) => understands('bench/soak.mjs', ['0', ...options], /up to a day/);

/** Some of the tests, selected by words of a title. */
const SOME =
  /^(?:PICTURES=docs )?npm (?:test|run test:editor) -- (?:--only (?:4\.0|[45]))?(?: ?--grep ("[^"]+"|[\w-]+))?$/;

/** The titles of all tests. */
const titles = filesNamed('*.test.ts')
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\b(?:describe|it)\(\s*(['"`])(.*?)\1/g)])
  .map(([, , title = '']) => title);

/** Commands that a person runs: for a release, and those that need a registry with this package. */
const BY_HAND =
  /^npm (?:version|publish|uninstall)\b|^npm install(?:$| --(?:offline|cache) | @graphics-hub\/node-red@VERSION$)/;

/** The test of each command. A command without an entry is never run. */
const RUN: Readonly<Record<string, () => void | Promise<void>>> = {
  'npm install @graphics-hub/node-red': runIn('test/package/library.test.ts', /npm\('install'/),
  'npx -p @graphics-hub/node-red graphics-hub simulate --help': runIn(
    'test/package/library.test.ts',
    /'--package', pkg\.name, '--', 'graphics-hub', 'simulate', '--help'/,
  ),
  'npx -p @graphics-hub/node-red graphics-hub --help': runIn(
    'test/package/library.test.ts',
    /'--package', pkg\.name, '--', 'graphics-hub', '--help'/,
  ),
  'npx -p @graphics-hub/node-red graphics-hub check http://hub:8080': runIn('test/commands/check.test.ts', /'check'/),
  'npx -p @graphics-hub/node-red graphics-hub record http://hub:8080 recording.json': runIn(
    'test/commands/record.test.ts',
    /'record'/,
  ),
  'npx -p @graphics-hub/node-red graphics-hub diff recording.json http://hub:8080': runIn(
    'test/commands/diff.test.ts',
    /'diff'/,
  ),
  'npx -p @graphics-hub/node-red graphics-hub diff --flows flows.json http://hub:8080': runIn(
    'test/commands/diff.test.ts',
    /'diff', '--flows'/,
  ),
  'npx -p @graphics-hub/node-red graphics-hub as-run as-run.jsonl --from 18:00 --to 18:30 > as-run.csv': runIn(
    'test/commands/as-run.test.ts',
    /'as-run', .*'--from'|'--from', '18:00', '--to', '18:30'/,
  ),
  'npx -p @graphics-hub/node-red graphics-hub simulate': runIn('test/commands/simulate.test.ts', /'simulate'/),
  'npx -p @graphics-hub/node-red graphics-hub simulate --dialect 2 --key rh_practice': runIn(
    'test/commands/simulate.test.ts',
    /'--dialect', '2', .*'--key'/,
  ),
  'npm pack': runIn('test/package/packed.ts', /'pack'/),
  'npm start -- --fresh': runIn('test/package/start.test.ts', /'--fresh'/),
  'npm start -- --recording FILE': runIn('test/package/start.test.ts', /'--recording'/),
  'npm ci': runIn('.ci/run', /^npm ci$/m),
  'npm start': runIn('test/package/start.test.ts', /'scripts\/start\.mjs'/),
  'npm test': runIn('package.json', /"test": "node scripts\/test\.mjs"/),
  'npm test -- --all': runIn('.ci/run', /^npm test -- --all$/m),
  'npm run test:editor': understands('scripts/test.mjs', ['--editor', '--only', '3'], /choose 4, 5 or 4\.0/),
  'npm run build': runIn('scripts/test.mjs', /'scripts\/build\.mjs'/),
  'npm run soak': soak(),
  'npm run soak -- 1 2026 --folder docs': soak('2026', '--folder', 'docs'),
  'npm run soak -- 30 2026 --folder docs': soak('2026', '--folder', 'docs'),
  'npm run bench': understands('bench/run.mjs', ['nothing'], /^There is no nothing; there are steady, /),
  'npm run bench -- steady fast': understands('bench/run.mjs', ['steady', 'fast', 'nothing'], /^There is no nothing;/),
  'npm run --silent openapi': () => openapi(undefined, 'Set property'),
  'npm run --silent openapi -- de': () => openapi('de', 'Eigenschaft setzen'),
  'npm run lint': runIn('scripts/build.mjs', /succeeds\('scripts\/lint\.mjs'\)/),
  'npm run typecheck': runIn('package.json', /"typecheck": ".*tsc --build && .*tsc -p test --noEmit"/),
  'npm run test:unit': understands('scripts/test.mjs', ['--unit', '--only', '3'], /choose 4, 5 or 4\.0/),
  'npm run coverage': runIn('package.json', /"coverage": "c8 node scripts\/test\.mjs"/),
  'npm run mutate -- hub/queue': runIn('package.json', /"mutate": ".* node scripts\/mutate\.mjs"/),
  'npm run format': runIn('package.json', /"format": "biome check --write"/),
  'npm run dev': runIn('package.json', /"dev": "node scripts\/dev\.mjs"/),
};

async function openapi(locale: string | undefined, name: string): Promise<void> {
  should(readFileSync('scripts/openapi.mjs', 'utf8')).containEql('console.log(interfaceText(process.argv[2]))');
  const { interfaceText } = await import(pathToFileURL(resolve('scripts/reference.mjs')).href);
  const { paths } = JSON.parse(interfaceText(locale)) as { paths: Record<string, Record<string, { summary: string }>> };
  should(Object.values(paths)[0]?.patch?.summary).equal(name);
}

describe('the commands in the documents', () => {
  it('exist', () => {
    const simulator = 'npx -p @graphics-hub/node-red graphics-hub simulate';
    for (const one of ['npm ci', 'npm start', 'npm test', simulator, 'npm run bench']) should(commands).containEql(one);
  });

  it('are all tested, and no other commands are', () => {
    const others = commands.filter((command) => !SOME.test(command) && !BY_HAND.test(command));
    should(others.sort()).eql(Object.keys(RUN).sort());
  });

  it('select existing tests', () => {
    const some = commands.flatMap((command) => command.match(SOME)?.[1]?.replaceAll('"', '') ?? []);
    should(some).containEql('lanes').and.containEql('a hub that');
    should(some.filter((words) => !titles.some((title) => title.includes(words)))).be.empty();
  });

  it('are scripts of the package if npm runs them', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = commands.flatMap((command) => command.match(/npm run (?:--silent )?([\w:]+)/)?.[1] ?? []);
    should(named.filter((name) => !scripts[name])).be.empty();
  });

  it('select an existing Node-RED', understands('scripts/test.mjs', ['--only', '3'], /choose 4, 5 or 4\.0/));

  for (const [command, run] of Object.entries(RUN)) it(command, async () => await run());

  it('and the program of the library page for CommonJS has the described result', () => {
    const programs = blocksOf('docs/develop/library.md').filter(({ language }) => language === 'js');
    should(programs.map(({ code }) => node('-e', code).stdout)).eql(['false\n']);
  });
});
