import { readdirSync, readFileSync } from 'node:fs';
import should from 'should';

const LANGUAGES = ['en-US', 'de', 'fr', 'es', 'ja', 'tr'];

/** Maximum number of words before the first fold, in English. */
const MAX_WORDS = 250;

const nodes = readdirSync('lib/nodes')
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.replace('.html', ''));

/** The help of a node as Node-RED loads it. */
const helpOf = (node: string, language: string) =>
  readFileSync(`lib/nodes/locales/${language}/${node}.html`, 'utf8').match(
    /data-help-name="[^"]*">([\s\S]*)<\/script>/,
  )?.[1] ?? '';

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').trim();

describe('the help of a node', () => {
  for (const node of nodes)
    it(`begins with at most ${MAX_WORDS} words before its first fold, and keeps its text: ${node}`, () => {
      const start = helpOf(node, 'en-US').split('<details')[0] ?? '';
      should(textOf(start).split(/\s+/).length).be.belowOrEqual(MAX_WORDS);
      const folds = (language: string) => helpOf(node, language).match(/<details/g)?.length ?? 0;
      for (const language of LANGUAGES) {
        should(folds(language)).equal(folds('en-US'));
        const source = readFileSync(`locales/${language}/${node}.html`, 'utf8');
        const titles = (html: string) =>
          html.match(/(?<=<(h[34]|summary)>).*?(?=<\/(h[34]|summary)>)|<dt[^>]*>/g) ?? [];
        should(titles(helpOf(node, language))).containDeepOrdered(titles(source));
      }
    });
});
