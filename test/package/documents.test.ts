import { existsSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { proseOf } from '../documents/markdown.js';
import { linkPackage } from '../link-package.js';
import { FEW_NODES, type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { filesIn, nodes, pkg, root } from './package.js';
import { ownFolder } from './packed.js';

const REPOSITORY = 'https://github.com/graphics-hub/node-red/blob/main/';

/** Documents that a technician needs during a show, listed by hand. */
const DOCUMENTS = [
  'connect',
  'troubleshooting',
  'live-control',
  'looks',
  ...filesIn('docs/recipes')
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice('docs/'.length, -'.md'.length)),
];

const LOCALES = filesIn('locales').map((folder) => folder.slice('locales/'.length));

const unescaped = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name as 'amp'] ?? "'",
  );

/** The documents in a studio without internet access. The editor has its own root, as behind a proxy. */
describe('the documents that Node-RED serves', function () {
  this.timeout(240_000);
  let nodeRed: RealNodeRed;
  let editor: string;
  let places: Record<string, URL>;

  before(async () => {
    const userDir = ownFolder();
    linkPackage(userDir);
    nodeRed = await startNodeRed(userDir, { ...FEW_NODES, httpAdminRoot: '/admin' });
    editor = `${nodeRed.url}/admin/`;
    places = Object.fromEntries(
      DOCUMENTS.map((name) => [name, new URL(`resources/${pkg.name}/docs/${name}.html`, editor)]),
    );
  });
  after(() => nodeRed?.stop());

  const pages = new Map<string, Promise<string>>();
  const load = async (url: string) => {
    const response = await fetch(url);
    should(response.status).equal(200, url);
    return response.text();
  };
  const get = ({ origin, pathname }: URL) => {
    const url = origin + pathname;
    pages.set(url, pages.get(url) ?? load(url));
    return pages.get(url) as Promise<string>;
  };
  const linksIn = (html: string, base: URL | string) =>
    [...html.matchAll(/<(?:a|link)\b[^>]*\bhref="([^"]*)"/g)].map(([, href = '']) => new URL(unescaped(href), base));

  /** Throws if a link is broken. */
  async function follow(link: URL): Promise<void> {
    if (link.href.startsWith(REPOSITORY)) {
      const file = link.href.slice(REPOSITORY.length).replace(/#.*/, '');
      should(existsSync(join(root, file))).be.true(link.href);
    } else {
      should(link.origin).equal(nodeRed.url, link.href);
      const target = await get(link);
      if (link.hash) should(target).containEql(` id="${decodeURIComponent(link.hash.slice(1))}"`);
    }
  }

  it('have a title and a character set, the words of each picture, and no pictures or scripts', async () => {
    for (const [name, place] of Object.entries(places)) {
      const html = await get(place);
      should(html).match(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">/);
      should(html).match(/<title>[^<]{3,} – Graphics hub<\/title>/, name);
      should(html).not.match(/<img|<p><\/p>|<script/);
      for (const [, words = ''] of proseOf(join(root, `docs/${name}.md`)).matchAll(/!\[([^\]]+)\]/g))
        should(unescaped(html)).containEql(`<span class="picture">${words}</span>`);
    }
  });

  it('link only to pages, headings and files that exist', async () => {
    for (const place of Object.values(places)) {
      const links = linksIn(await get(place), place);
      should(links.length).be.above(3);
      for (const link of links) await follow(link);
    }
  });

  for (const locale of LOCALES)
    it(`are reached from the help of each node: ${locale}`, async () => {
      const response = await fetch(`${editor}nodes`, { headers: { accept: 'text/html', 'accept-language': locale } });
      const html = await response.text();
      for (const { type } of nodes) {
        const [, help = ''] = html.match(new RegExp(`data-help-name="${type}">([\\s\\S]*?)</script>`)) ?? [];
        const links = linksIn(help, editor);
        for (const name of ['connect', 'troubleshooting', 'live-control', 'looks', 'recipes/README'])
          should(links.map(String)).containEql(String(places[name]));
        for (const link of links) await follow(link);
        should(help.match(/<a /g)?.length).equal(help.match(/ target="_blank"/g)?.length, type);
      }
    });
});
