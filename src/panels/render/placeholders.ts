/** Replaces placeholders such as `{{state}}` in a text. A name without a value stays as it is. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (as, name) => (Object.hasOwn(values, name) ? String(values[name]) : as));
