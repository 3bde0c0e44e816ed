/**
 * The first of these that shows something: a number, or a text that is not blank. '' if none does. Hubs send empty names
 * (docs/interface.md "Seen in the field", Items), and `??` takes an empty text for a name.
 */
export const firstName = (...names: readonly unknown[]): string =>
  names
    .map((name) => (typeof name === 'string' || typeof name === 'number' ? String(name) : ''))
    .find((name) => name.trim() !== '') ?? '';
