import { readFileSync } from 'node:fs';
import { findOperation } from '../../../dist/hub/table/operations.js';
import type { HubError } from '../../../dist/hub/wire/errors.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { failureSentence } from '../../../dist/hub/words/sentence.js';
import { targetNames } from '../../../dist/hub/words/target-names.js';

type Catalogue = { readonly [key: string]: string | Catalogue };

/** The words of a language, from its catalogue. */
export function wordsOf(locale: string) {
  const catalogue = JSON.parse(readFileSync(`locales/${locale}/hub-config.json`, 'utf8')) as Catalogue;
  const find = (key: string) => key.split('.').reduce<unknown>((part, name) => (part as Catalogue)?.[name], catalogue);
  const words = (key: string, facts: Readonly<Record<string, unknown>> = {}) =>
    // Node-RED leaves a placeholder without a value as it is.
    String(find(key) ?? key).replace(/__(\w+?)__/g, (raw, fact) => (fact in facts ? String(facts[fact] ?? '') : raw));
  return Object.assign(words, {
    operation: (name: string) => words(`operations.${name}`),
    parameter: (name: string, names?: string) =>
      String(find(`params.${name}_${names}`) ?? find(`params.${name}`) ?? name),
  });
}

/** The English sentence of a failed call with these parameters. */
export function sentenceOf(name: string, params: Params, error: HubError): string {
  const operation = findOperation(name);
  if (!operation) throw new Error(`No operation ${name}`);
  const failure = error.with({ called: targetNames(operation, params) });
  return failureSentence(wordsOf('en-US'), failure, { operation, hub: 'Studio' });
}
