import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { filesIn, read, root } from './package.js';

/** Sources and documents that are committed or new. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|mjs|cjs|js|html|md)$/.test(file) && existsSync(join(root, file)));

const documents = [...filesIn('docs'), ...filesIn('docs/develop')].filter((file) => file.endsWith('.md'));

const sections = new Map(
  documents.map((file) => [file, [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title]) => title)]),
);

/** A text without the marks of its comments, so that a citation can continue on the next line. */
const flat = (text: string): string => text.replace(/\s*\n\s*(\*|\/\/)?\s*/g, ' ');

/** A document, followed by its sections in quotes, such as: , "Engine host" to "Function". */
const CITATION = /\b(docs\/(?:develop\/)?\w+\.md)((?:,?(?: to| and)? "[^"]+")*)/g;

describe('a citation in the code', () => {
  const cited = files.flatMap((file) =>
    [...flat(read(file)).matchAll(CITATION)].flatMap(([, document = '', names = '']) => [
      { file, document, name: undefined },
      ...[...names.matchAll(/"([^"]+)"/g)].map(([, name]) => ({ file, document, name })),
    ]),
  );

  it('names an existing section', () => {
    should(cited.length).be.above(60);
    const wrong = cited.filter(({ document, name }) => {
      const titles = sections.get(document);
      // CONTRIBUTING.md shows an example of a citation.
      return !titles || (name !== undefined && name !== 'Section' && !titles.includes(name));
    });
    should(wrong).be.empty();
  });

  it('names documents of this repository', () => {
    const elsewhere = files.filter((file) => /(?:hub-interface|design)\.md/.test(read(file)));
    should(elsewhere).be.empty();
  });
});

describe('the documents', () => {
  for (const file of [...documents, 'CONTRIBUTING.md'])
    it(`${file} names existing files`, () => {
      const named = [
        ...read(file).matchAll(/`((?:src|test|docs|nodes|locales|scripts|icons|examples|bench)\/[\w./-]*)`/g),
      ];
      const missing = named
        .map(([, path = '']) => path)
        .filter((path) => !/NAME|LANG|Section/.test(path) && !existsSync(join(root, path)));
      should(missing).be.empty();
    });
});
