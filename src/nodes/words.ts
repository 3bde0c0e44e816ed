import type { NodeAPI } from 'node-red';
import { humanise } from '../hub/humanise.js';

const { name: packageName } = require('../../package.json') as { name: string };

/** Words in the user's language from the catalogue that all nodes share. */
export interface Words {
  /** The words of a key with facts put in; a key that the catalogue lacks comes back as it is. */
  (key: string, facts?: Readonly<Record<string, unknown>>): string;
  /** What a person calls an operation. */
  operation(name: string): string;
  /** What a person calls a parameter; one name can point at different things, e.g. `engineId` at a linear engine. */
  parameter(name: string, names?: string): string;
}

export function wordsOf(RED: NodeAPI): Words {
  const prefix = `${packageName}/hub-config:`;
  const words = (key: string, facts: Readonly<Record<string, unknown>> = {}) => {
    const text = RED._(prefix + key, facts as Record<string, string>);
    return text === prefix + key ? key : text;
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
