/** One part per line, and a line break after the last one. */
export const indented = (parts: readonly string[], indent: number): string =>
  parts.length === 0
    ? ''
    : `${parts.map((part) => `\n${' '.repeat(indent)}${part}`).join(',')}\n${' '.repeat(indent - 1)}`;
