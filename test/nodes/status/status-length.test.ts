import { readdirSync, readFileSync } from 'node:fs';
import should from 'should';

/** Node-RED recommends at most this many characters below a node. */
const MAX_CHARS = 20;

/** Failures show their time, e.g. `no answer · 21:25`. */
const FAILURES = [
  ...['BAD_INPUT', 'EXPIRED', 'CLOSED', 'HUB_UNREACHABLE', 'HUB_TIMEOUT', 'HUB_CONNECTION_LOST', 'HUB_FAULT'],
  ...['HUB_BAD_ANSWER', 'HUB_AUTH', 'HUB_FORBIDDEN', 'HUB_NOT_FOUND', 'HUB_REJECTED', 'HUB_WRONG_VALUE', 'LOG_FILE'],
];

/** The longest values of the placeholders. Larger counts are cut. */
const LONGEST_VALUES: Record<string, string> = { __count__: '99999+' };

describe('the status texts of a node', () => {
  for (const locale of readdirSync('locales'))
    it(`are short in ${locale} with the largest numbers`, () => {
      const { status } = JSON.parse(readFileSync(`locales/${locale}/hub-config.json`, 'utf8')) as {
        status: Record<string, string>;
      };
      should(Object.keys(status)).not.be.empty();
      should(status).have.properties(FAILURES);
      for (const [key, text] of Object.entries(status)) {
        const timed = FAILURES.includes(key) ? `${text} · 21:25` : text;
        const filled = timed.replace(/__\w+__/g, (placeholder) => LONGEST_VALUES[placeholder] ?? placeholder);
        should(filled.length).be.belowOrEqual(MAX_CHARS, `${locale}: ${key}: ${filled}`);
      }
    });
});
