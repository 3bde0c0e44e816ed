/**
 * A text of a hub, a message or a flow, made harmless wherever Node-RED's translator may get at it, as in a status or
 * a label: it follows `$t(…)` as a reference, and with an odd number of escaped quotes in it for ever, which freezes the
 * editor's tab. A space of no width takes that apart.
 */
export const escapeReferences = (text: string): string => text.replaceAll('$t(', '$\u200bt(');

/** The same for what is put into a sentence: the translator reads it again once it stands there. */
export const escapeReferencesIn = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? escapeReferences(value) : value]),
  );
