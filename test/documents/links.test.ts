import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import should from 'should';
import { codeIn, documents, proseOf } from './markdown.js';

const { repository } = JSON.parse(readFileSync('package.json', 'utf8')) as { repository: { url: string } };
const place = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

/** Addresses of files and pictures of this repository, from every page. */
const READ = `${place}/blob/main/`;
const SHOWN = `${place.replace('https://github.com/', 'https://raw.githubusercontent.com/')}/main/`;

interface Link {
  readonly file: string;
  readonly target: string;
}

const links: readonly Link[] = documents.flatMap((file) =>
  [
    ...proseOf(file)
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g),
  ].map(([, target = '']) => ({ file, target })),
);

/** The anchor of a heading, as on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file: string): string[] =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** The file and the anchor of a link into this repository. Undefined for other links. */
function leadsTo({ file, target }: Link): { path: string; anchor: string } | undefined {
  const own = target.replace(READ, '/').replace(SHOWN, '/');
  if (/^[a-z]+:/.test(own)) return undefined;
  const [path = '', anchor = ''] = own.split('#');
  return {
    path: path === '' ? file : path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file), path),
    anchor,
  };
}

describe('the links of the documents', () => {
  it('lead to files and headings that exist', () => {
    const wrong = links.filter((link) => {
      const { path, anchor } = leadsTo(link) ?? {};
      if (path === undefined) return false;
      return !existsSync(path) || (anchor && !anchorsOf(path).includes(anchor));
    });
    should(links.length).be.above(50);
    should(wrong).be.empty();
  });

  for (const file of documents.filter((each) => /^(docs\/|CONTRIBUTING)/.test(each)))
    it(`of ${file} in code are paths that exist`, () => {
      const paths = codeIn(proseOf(file)).filter((code) =>
        /^(src|test|docs|locales|scripts|icons|examples|bench)\/[\w./-]*$/.test(code),
      );
      should(paths.filter((path) => !/NAME|LANG/.test(path) && !existsSync(path))).be.empty();
    });

  it('need no network, and work at every address of the repository', () => {
    const away = links.filter(({ target }) => target.includes(place));
    should(away.filter(({ target }) => !target.startsWith(`${place}/`))).be.empty();
    should(away.filter((link) => leadsTo(link))).be.empty();
  });

  it('lead from the index to every document', () => {
    const reached = links.filter(({ file }) => file === 'docs/README.md').map((link) => leadsTo(link)?.path);
    const indexed = documents.filter(
      (file) => /^(docs\/(develop\/)?)?[^/]+\.md$/.test(file) && file !== 'docs/README.md',
    );
    should(indexed.filter((file) => !reached.includes(file))).be.empty();
  });
});
