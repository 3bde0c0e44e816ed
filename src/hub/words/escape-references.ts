/**
 * A text of a hub, a message or a flow, for a status or a label. Node-RED's translator follows `$t(…)` as a reference.
 * With an odd number of escaped quotes it never ends, and the editor's tab freezes. A zero-width space prevents this.
 */
export const escapeReferences = (text: string): string => text.replaceAll('$t(', '$\u200bt(');

/** The same for the values of a sentence, because the translator also reads the finished sentence. */
export const escapeReferencesIn = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? escapeReferences(value) : value]),
  );
