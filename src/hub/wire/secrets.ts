import type { HubSettings } from './settings.js';

/** Shorter secrets are not looked for: they would blank ordinary words. */
const SHORTEST = 4;

/** What must never be repeated, as it is and as JSON writes it, the longest first: one may hold another. */
export function secretTexts({ headers, secrets = [] }: Pick<HubSettings, 'headers' | 'secrets'>): readonly string[] {
  const texts = [...Object.values(headers), ...secrets].filter(({ length }) => length >= SHORTEST);
  const inJson = texts.map((text) => JSON.stringify(text).slice(1, -1));
  return [...new Set([...texts, ...inJson])].sort((left, right) => right.length - left.length);
}

/** The text with the secrets blanked. */
export const blanked = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((said, secret) => said.replaceAll(secret, '•••'), text);
