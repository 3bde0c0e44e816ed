/** Turns documents into HTML pages that Node-RED serves, so that the help works without internet access. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked } from 'marked';
import { packageName, readJson } from './project.mjs';

const OUT = 'resources/docs';

const PAGES = [
  'connect.md',
  'troubleshooting.md',
  'live-control.md',
  'looks.md',
  'cues.md',
  ...readdirSync('docs/recipes')
    .filter((file) => file.endsWith('.md'))
    .map((file) => `recipes/${file}`),
];

/** The files for users that pages link to. */
const FILES = ['recipes/evening-news.json'];

/** The links at the top of each page. */
const MENU = [
  ['troubleshooting.md', 'Troubleshooting'],
  ['live-control.md', 'Live control'],
  ['recipes/README.md', 'Recipes'],
];

const { repository } = readJson('package.json');
const REPOSITORY = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/`;

const pageOf = (document) => document.replace(/\.md$/, '.html');

/** The address of a page, relative to the editor. */
export function documentAddress(name) {
  if (!PAGES.includes(`${name}.md`)) throw new Error(`The help links to the document ${name}, which is not converted`);
  return `resources/${packageName}/docs/${name}.html`;
}

/** The relative path from a document to another place in the same folder tree. */
const from = (document, place) => posix.relative(posix.dirname(document), place);

/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Where a link of a document leads: to another page, or to the file in the repository. */
function addressFrom(document, href) {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [path, ...anchor] = href.split(/(?=#)/);
  const file = posix.join('docs', posix.dirname(document), path);
  const target = posix.relative('docs', file);
  const page = PAGES.includes(target) ? pageOf(target) : FILES.includes(target) ? target : undefined;
  const place = page ? from(document, page) : REPOSITORY + file;
  return place + anchor.join('');
}

function bodyOf(document) {
  const marked = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Pictures are not shipped, so their words are shown.
      image: ({ text }) => `<span class="picture">${text}</span>`,
    },
    walkTokens(token) {
      if (token.type === 'link') token.href = addressFrom(document, token.href);
    },
  });
  const html = marked.parse(readFileSync(`docs/${document}`, 'utf8'));
  // The keyboard can scroll a long line only if the block takes the focus.
  return html.replaceAll('<pre>', '<pre tabindex="0">');
}

function pageText(document) {
  const body = bodyOf(document);
  const [, title] = body.match(/<h1[^>]*>(.*)<\/h1>/);
  const menu = MENU.map(([target, label]) => `<a href="${from(document, pageOf(target))}">${label}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – Graphics hub</title>
<link rel="stylesheet" href="${from(document, 'page.css')}">
</head>
<body>
<nav>${menu.join(' ')}</nav>
<main>
${body}</main>
</body>
</html>
`;
}

/** Writes all pages, and the style sheet that they share. */
export function writeDocuments() {
  mkdirSync(`${OUT}/recipes`, { recursive: true });
  for (const document of PAGES) writeFileSync(`${OUT}/${pageOf(document)}`, pageText(document));
  for (const file of FILES) cpSync(`docs/${file}`, `${OUT}/${file}`);
  cpSync('scripts/page.css', `${OUT}/page.css`);
}
