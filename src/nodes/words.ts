import type { NodeAPI } from 'node-red';
import { humanise } from '../hub/humanise.js';

const { name: packageName } = require('../../package.json') as { name: string };

/** Words in the user's language from the catalogue that all nodes share. */
export interface Words {
  /** The words of a key with facts put in; a key that the catalogue lacks comes back as it is. */
  (key: string, facts?: Readonly<Record<string, unknown>>): string;
  /** What a person calls an operation or a parameter of the table. */
  label(of: 'operations' | 'params', name: string): string;
}

export function wordsOf(RED: NodeAPI): Words {
  const prefix = `${packageName}/hub-config:`;
  const words = (key: string, facts: Readonly<Record<string, unknown>> = {}) => {
    const text = RED._(prefix + key, facts as Record<string, string>);
    return text === prefix + key ? key : text;
  };
  const label = (of: 'operations' | 'params', name: string) => {
    const key = `${of}.${name}`;
    const text = words(key);
    return text === key ? humanise(name) : text;
  };
  return Object.assign(words, { label });
}
