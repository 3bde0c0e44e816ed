import type { NodeAPI } from 'node-red';
import { escapeReferences, escapeReferencesIn } from '../../hub/words/escape-references.js';
import { humanise } from '../../hub/words/humanise.js';
import type { Words } from '../../hub/words/words.js';

const { name: packageName } = require('../../../package.json') as { name: string };

/** Words in the language of Node-RED itself (docs/architecture.md "Message out"); no text in them can harm an editor. */
export function wordsOf(RED: NodeAPI): Words {
  const prefix = `${packageName}/hub-config:`;
  const words = (key: string, facts: Readonly<Record<string, unknown>> = {}) => {
    const asked = prefix + escapeReferences(key);
    const text = RED._(asked, escapeReferencesIn(facts) as Record<string, string>);
    return text === asked ? key : text;
  };
  const known = (key: string) => {
    const text = words(key);
    return text === key ? undefined : text;
  };
  return Object.assign(words, {
    operation: (name: string) => known(`operations.${name}`) ?? humanise(name),
    parameter: (name: string, names = '') =>
      known(`params.${name}_${names}`) ?? known(`params.${name}`) ?? humanise(name),
  });
}
