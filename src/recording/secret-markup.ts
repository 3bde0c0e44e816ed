import { secretKind } from './secret-names.js';

/** Blanks a value, and counts it. */
export type Blank = (value: string) => string;

/** A tag with its name and attributes. In XML, `<` is never inside an attribute. */
const TAG = /<(\/?)([^\s<>/"'=]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g;
const ATTRIBUTE = /([^\s=<>"'/]+)(\s*=\s*)("[^"<]*"|'[^'<]*')/g;

/**
 * Blanks the secrets of an XML text. The name of the element, an attribute (`<Property Name="PIN" Value="1234"/>`) or
 * the element before it (`<key>PIN</key><string>1234</string>`) names the secret.
 */
export function blankMarkup(text: string, blank: Blank): string {
  if (!text.includes('<')) return text;
  let result = '';
  let end = 0;
  let isNamed = false;
  /** Elements that are not closed after this place. They are not searched again. */
  const unclosed = new Set<string>();
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of text.matchAll(TAG)) {
    if (index < end) continue;
    const content = text.slice(end, index);
    result += content;
    end = index + tag.length;
    if (slash) {
      // The element with this content names the value of the next one.
      if (content.trim() !== '' && content.length < 100) isNamed = secretKind(content.trim()) === 'any';
      result += tag;
      continue;
    }
    const isSecret = isNamed || secretKind(localName(name)) === 'any' || namesSecret(attributes);
    isNamed = false;
    if (!isSecret) {
      result += tag;
      continue;
    }
    result += `<${name}${blankAttributes(attributes, blank)}>`;
    if (attributes.trimEnd().endsWith('/')) continue;
    const close = unclosed.has(name) ? -1 : text.indexOf(`</${name}`, end);
    if (close === -1) unclosed.add(name);
    const next = close === -1 ? text.indexOf('<', end) : close;
    const secret = text.slice(end, next === -1 ? text.length : next);
    result += secret.trim() === '' ? secret : blank(secret);
    end += secret.length;
  }
  return result + text.slice(end);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const unquoted = (quoted: string): string => quoted.slice(1, -1);

const namesSecret = (attributes: string): boolean =>
  [...attributes.matchAll(ATTRIBUTE)].some(([, , , value = '']) => secretKind(unquoted(value)) === 'any');

/** The attribute that names the secret stays. */
const blankAttributes = (attributes: string, blank: Blank): string =>
  attributes.replace(ATTRIBUTE, (whole, name: string, equals: string, value: string) =>
    secretKind(unquoted(value)) === 'any' || unquoted(value) === ''
      ? whole
      : `${name}${equals}${value[0]}${blank(unquoted(value))}${value[0]}`,
  );
