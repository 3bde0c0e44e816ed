import type { Allowed } from '../table/allowed.js';

/** Words of a catalogue's key, with facts put in. */
type Words = (key: string, facts?: Readonly<Record<string, unknown>>) => string;

/** What a field may hold, in words: for the error, the dialog and the help alike. */
export function describeAllowed(words: Words, allowed: Allowed): string {
  switch (allowed.key) {
    case 'integer':
    case 'number':
      return allowed.minimum === undefined
        ? words(`allowed.${allowed.key}`)
        : words(`allowed.${allowed.key}_from`, { minimum: allowed.minimum });
    case 'choice':
      return words('allowed.choice', { options: (allowed.words ?? allowed.options).join(', ') });
    case 'nullable':
      return words('allowed.nullable', { of: describeAllowed(words, allowed.of) });
    default:
      return words(`allowed.${allowed.key}`);
  }
}
