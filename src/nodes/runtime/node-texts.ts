import type { NodeAPI } from 'node-red';
import { escapeReferences, escapeReferencesIn } from '../../base/display.js';
import type { Words } from '../../hub/words/texts.js';
import { humanise } from '../../hub/words/texts.js';

const { name: packageName } = require('../../../package.json') as { name: string };

/** The texts for nodes. */
export interface RuntimeWords extends Words {
  /** The label of a type of node, e.g. `hub lamp`. */
  node(type: string): string;
}

/** Texts in the language of Node-RED (docs/develop/rules.md "Message out"). All values in them are escaped. */
export function wordsOf(RED: NodeAPI): RuntimeWords {
  const prefix = `${packageName}/hub-config:`;
  /** Texts without values. A restart shows two statuses of each node, and Node-RED takes long to find a text. */
  const plainTexts = new Map<string, string>();
  const words = (key: string, facts?: Readonly<Record<string, unknown>>) => {
    const plain = facts ? undefined : plainTexts.get(key);
    if (plain !== undefined) return plain;
    const fullKey = prefix + escapeReferences(key);
    const text = RED._(fullKey, escapeReferencesIn(facts ?? {}) as Record<string, string>);
    if (text === fullKey) return key;
    if (!facts) plainTexts.set(key, text);
    return text;
  };
  const find = (key: string) => {
    const text = words(key);
    return text === key ? undefined : text;
  };
  return Object.assign(words, {
    node: (type: string) => RED._(`${packageName}/${type.replace(/^hub-/, '')}:label`, { defaultValue: type }),
    operation: (name: string) => find(`operations.${name}`) ?? humanise(name),
    parameter: (name: string, names = '') =>
      find(`params.${name}_${names}`) ?? find(`params.${name}`) ?? humanise(name),
  });
}
