import { readdirSync, readFileSync } from 'node:fs';
import should from 'should';

/** Node-RED asks for no more than this many characters below a node. */
const LONGEST = 20;

/** What may stand in a status at worst; a count is cut by then. */
const WORST: Record<string, string> = { __count__: '99999+', __time__: '18:59:03' };

describe('the words below a node', () => {
  for (const locale of readdirSync('locales'))
    it(`are short in ${locale}, whatever they count`, () => {
      const { status } = JSON.parse(readFileSync(`locales/${locale}/hub-config.json`, 'utf8')) as {
        status: Record<string, string>;
      };
      should(Object.keys(status)).not.be.empty();
      for (const [key, text] of Object.entries(status)) {
        const shown = text.replace(/__\w+__/g, (placeholder) => WORST[placeholder] ?? placeholder);
        should(shown.length).be.belowOrEqual(LONGEST, `${locale}: ${key}: ${shown}`);
      }
    });
});
