import { readdirSync, readFileSync } from 'node:fs';
import should from 'should';

/** Node-RED recommends at most this many characters below a node. */
const MAX_CHARS = 20;

/** The longest values of the placeholders. Larger counts are cut. */
const LONGEST_VALUES: Record<string, string> = { __count__: '99999+', __time__: '18:59:03' };

describe('the status texts of a node', () => {
  for (const locale of readdirSync('locales'))
    it(`are short in ${locale} with the largest numbers`, () => {
      const { status } = JSON.parse(readFileSync(`locales/${locale}/hub-config.json`, 'utf8')) as {
        status: Record<string, string>;
      };
      should(Object.keys(status)).not.be.empty();
      for (const [key, text] of Object.entries(status)) {
        const filled = text.replace(/__\w+__/g, (placeholder) => LONGEST_VALUES[placeholder] ?? placeholder);
        should(filled.length).be.belowOrEqual(MAX_CHARS, `${locale}: ${key}: ${filled}`);
      }
    });
});
