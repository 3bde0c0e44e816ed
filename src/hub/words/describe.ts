import type { Allowed } from '../table/allowed.js';

/** The text of a catalogue's key, with facts. */
type GetText = (key: string, facts?: Readonly<Record<string, unknown>>) => string;

/** The allowed values of a field as text, for the error, the dialog and the help. */
export function describeAllowed(words: GetText, allowed: Allowed): string {
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
