import { readdirSync, readFileSync } from 'node:fs';
import should from 'should';

const LANGUAGES = ['en-US', 'de', 'fr', 'es', 'ja', 'tr'];

const nodes = readdirSync('lib/nodes')
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.replace('.html', ''));

/** The help of a node as Node-RED loads it. */
const helpOf = (node: string, language: string) =>
  readFileSync(`lib/nodes/locales/${language}/${node}.html`, 'utf8').match(
    /data-help-name="[^"]*">([\s\S]*)<\/script>/,
  )?.[1] ?? '';

const foldsOf = (html: string) => html.match(/<details/g)?.length ?? 0;
const titlesOf = (html: string) => html.match(/(?<=<(h[34]|summary)>).*?(?=<\/(h[34]|summary)>)|<dt[^>]*>/g) ?? [];

describe('the help of a node', () => {
  it('folds its long sections', () => {
    should(foldsOf(helpOf('control', 'en-US'))).be.above(0);
  });

  for (const node of nodes)
    it(`folds the same sections in all languages, and keeps its titles and terms: ${node}`, () => {
      for (const language of LANGUAGES) {
        const help = helpOf(node, language);
        should(foldsOf(help)).equal(foldsOf(helpOf(node, 'en-US')));
        const source = readFileSync(`locales/${language}/${node}.html`, 'utf8');
        should(titlesOf(help)).containDeepOrdered(titlesOf(source));
      }
    });
});
