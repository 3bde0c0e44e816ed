import type { NodeAPI } from 'node-red';
import { escapeReferences, escapeReferencesIn } from '../../hub/words/escape-references.js';
import { humanise } from '../../hub/words/humanise.js';
import type { Words } from '../../hub/words/words.js';

const { name: packageName } = require('../../../package.json') as { name: string };

/** Texts in the language of Node-RED (docs/architecture.md "Message out"). All values in them are escaped. */
export function wordsOf(RED: NodeAPI): Words {
  const prefix = `${packageName}/hub-config:`;
  const words = (key: string, facts: Readonly<Record<string, unknown>> = {}) => {
    const fullKey = prefix + escapeReferences(key);
    const text = RED._(fullKey, escapeReferencesIn(facts) as Record<string, string>);
    return text === fullKey ? key : text;
  };
  const find = (key: string) => {
    const text = words(key);
    return text === key ? undefined : text;
  };
  return Object.assign(words, {
    operation: (name: string) => find(`operations.${name}`) ?? humanise(name),
    parameter: (name: string, names = '') =>
      find(`params.${name}_${names}`) ?? find(`params.${name}`) ?? humanise(name),
  });
}
