import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import should from 'should';

describe('the style of the texts', () => {
  let proseProblems: (file: string, source: string) => string[];

  before(async () => {
    ({ proseProblems } = await import(pathToFileURL(resolve('scripts/prose.mjs')).href));
  });

  const LONG = `The node ${'sends a value and '.repeat(8)}stops.`;

  for (const [found, source] of [
    ['“told”', 'The hub is told the value.'],
    ['“;”', 'Press it; it plays.'],
    ['“;”', '| a | b |\n|---|---|\n| one; two | three |'],
    ['“stands”', '- first\n- it stands there'],
    ['“is no”', 'This is no\nhub.'],
    ['“What”', '**What** waits is dropped.'],
    ['35 words, at most 30', LONG],
  ] as const)
    it(`is wrong in a page with ${found}: ${JSON.stringify(source.slice(0, 30))}`, () => {
      const problems = proseProblems('page.md', source);
      should(problems).have.length(1);
      should(problems[0]).startWith(`page.md: ${found}`);
    });

  for (const source of [
    'Restart Node-RED. It sends `a; b` & <b>more</b>.',
    '```\nWhat was told; anew\n```\n',
    '<!-- told; anew -->',
    `Nodes ${'send a value and '.repeat(7)}stop.`,
    'A fader and a button, told apart.',
    'There is no hub. What happens?',
    'See "Where to change what".',
  ])
    it(`is right in a page: ${JSON.stringify(source.slice(0, 30))}`, () => {
      should(proseProblems('page.md', source)).be.empty();
    });

  it('is judged in a help text without its code, one paragraph or term at a time', () => {
    const help =
      '<dl><dt>Name <code>a; told</code></dt>\n<dd>Sends &amp; reads {{part told}}</dd>\n<dd>mend it</dd></dl>';
    should(proseProblems('help.html', help)).eql(['help.html: “mend”, write: fix: mend it']);
  });

  it('is judged in each value of a catalogue, never in its keys', () => {
    const catalogue = { told: { whatever: 'Choose a hub.', armed: 'anew' } };
    should(proseProblems('words.json', JSON.stringify(catalogue))).eql([
      'words.json: “anew”, write: again, restart, re-enter: anew',
    ]);
  });

  it('is judged in the comments and the names of tests, never in strings or expressions', () => {
    const source = [
      '/** Whether it plays. */',
      "const told = 'told'; // It lies",
      'const two = / /g; // in two lines.',
      "it('sends `told`; done', () => /'; \\/* told */.test(`told ${'told'}; // told`));",
      '// biome-ignore lint/what: anew',
      '',
      '/* A hub is `told`. */ // anew',
    ].join('\n');
    should(proseProblems('src/a.ts', source)).eql([
      'src/a.ts: “Whether”, write: begin with a noun or a verb: Whether it plays.',
      'src/a.ts: “lies”, write: is, exists, is sent, arrives: It lies',
      'src/a.ts: “;”, write: two sentences: sends ; done',
      'src/a.ts: “anew”, write: again, restart, re-enter: anew',
    ]);
  });

  it('is right in the reference that the build writes', () => {
    should(proseProblems('docs/operations.md', readFileSync('docs/operations.md', 'utf8'))).be.empty();
  });
});
