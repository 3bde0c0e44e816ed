/** A name of the table as a label that is missing in the catalogue: `setProperty` → `Set property`. */
export function humanise(name: string): string {
  const words = name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
