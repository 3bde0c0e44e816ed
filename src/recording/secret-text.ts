import { secretKind } from './secret-names.js';

type Found = readonly (string | undefined)[];

/** Texts that contain a secret. `secret` returns the part to blank. Lengths are limited, so that no text takes long. */
const FORMS: readonly { readonly form: RegExp; readonly isSecret?: (found: Found) => boolean }[] = [
  // A password in an address may contain `@` and `/`, so the last `@` ends it. A user without a password can be a token.
  { form: /(?<![\w+.-])([a-z][\w+.-]{0,20}:(?:\\?\/){2}(?:[^\s/:@"'<>]{0,100}:)?)([^\s"'<>]{1,200})(?=@)/gi },
  // The same without a protocol: `admin:1234@camera`.
  {
    form: /(?<![\w+.%-])([\w+.%-]{1,64}:)(?!\/\/|\\\/)([^\s"'<>]{1,200})(?=@[\w[])/g,
    isSecret: ([, user]) => user !== 'mailto:',
  },
  { form: /(\brtmp\w?:\/\/[^\s"'<>/]{1,200}\/[^\s"'<>]{1,200}\/)([^\s"'<>/?]+)/gi },
  // The value of a header may have quoted parts: `Digest username="admin", response="…"`.
  {
    form: /(\b(?:Proxy-)?Authorization\b["'\\]*\s{0,3}[:=]\s{0,3}["'\\]*(?:[A-Za-z]+[ \t]+(?=\S))?)((?:="[^"\r\n]*"|[^\r\n"'\\])+)/gi,
  },
  { form: /(\b(?:Set-)?Cookie["'\\]*\s{0,3}[:=]\s{0,3}["'\\]*)((?:="[^"\r\n]*"|[^\r\n"'\\])+)/gi },
  { form: /(\b(?:Digest|Token|OAuth)\s+)(\w+=[^\r\n]+)/gi },
  {
    form: /(\b(?:Bearer|Digest|Negotiate|NTLM|ApiKey|Token|OAuth)\s+)([\w+/=.~:-]{6,})/gi,
    isSecret: ([, , value = '']) => isRandom(value),
  },
  { form: /(\bBearer\s+)([^\s"',;]{6,})/gi },
  { form: /(\bBasic\s+)([\w+/=-]{4,})/gi, isSecret: ([, , value = '']) => isLogin(value) },
  { form: /(-----BEGIN [A-Z ]*PRIVATE KEY-----)([^-]+)/g },
  {
    form: /(\b(?:rh_|sk[-_]|pk_live_|gh[opsu]_|github_pat_|glpat-|xox[a-z]-|npm_|hf_|AKIA|AIza|ya29\.|SG\.))([\w.-]{6,})/g,
  },
  { form: /(\b)(eyJ[\w-]{8,2000}\.[\w-]{8,5000}\.[\w-]*)/g },
  { form: /(\$2[abxy]?\$\d\d\$)([\w./]{20,})/g },
  { form: /(hooks\.slack\.com\/services\/|webhooks?\/)([\w/-]{16,})/gi },
  // A licence key, and the stream key of a video platform.
  { form: /((?<![\w-]))((?=[\w-]*\d)[A-Z\d]{5}(?:-[A-Z\d]{5}){3,})(?![\w-])/g },
  { form: /((?<![\w-]))((?=[\w-]*\d)[a-z\d]{4}(?:-[a-z\d]{4}){3,})(?![\w-])/g },
  { form: /(\s-u\s+[^\s:]{1,64}:)(\S+)/g },
  { form: /(\bsshpass\s+-p\s*)(\S+)/g },
];

/** Between a name and its value, also inside a string of JSON. A space is enough before a text with digits. */
const ASSIGNMENT = /["'\\]{0,8}\s{0,3}(?:=>|[:=：＝]|\b(?:is|ist|lautet|est|es)\b|\s(?=\S{4})(?=\S{0,40}\d))\s{0,3}/gu;
const NAME = /[\p{L}\p{M}\p{N}_.\- ]{1,60}$/u;
const OPTION = /(?<![\w-])(--?[A-Za-z][\w-]{2,40}[ \t]+)(?!-)([^\s"']+|"[^"\n]*"|'[^'\n]*')/g;

/** Words that are not a secret, and values that are blanked already. */
const NO_VALUE = /^(?:true|false|null|none|undefined|[a-z]+ …|)$/i;

/** The nested texts of a text are decoded up to this depth. */
const MAX_DEPTH = 5;

/** A text without secrets: in addresses, headers, XML, and assignments such as `PIN = 1234`. */
export function blankText(text: string, blank: Blank, depth = 0): string {
  if (text.length < 4) return text;
  const inner = depth < MAX_DEPTH ? decodedParts(text, (part) => blankText(part, blank, depth + 1)) : text;
  const shaped = FORMS.reduce(
    (filtered, { form, isSecret }) =>
      filtered.replace(form, (...found: string[]) =>
        !isSecret || isSecret(found) ? `${found[1]}${blank(found[2] ?? '')}` : (found[0] ?? ''),
      ),
    blankMarkup(inner, blank),
  );
  const assigned = blankAssignments(shaped, blank);
  return assigned.replace(OPTION, (whole, option: string, value: string) =>
    secretKind(option.trim()) === 'any' ? option + blank(value) : whole,
  );
}

/** Parts in the encoding of XML or of an address, which can hide signs: `&lt;Password&gt;`, `%22password%22`. */
function decodedParts(text: string, filter: (part: string) => string): string {
  const inMarkup = !text.includes('&')
    ? text
    : text.replace(/[^<>"']+/g, (part) => {
        const decoded = part.replace(ENTITY, decodedEntity);
        const filtered = decoded === part ? part : filter(decoded);
        return filtered === decoded ? part : encodedEntities(filtered);
      });
  if (!inMarkup.includes('%')) return inMarkup;
  return inMarkup.replace(/[^\s"'<>?&;]+/g, (part) => {
    const decoded = part.includes('%') ? decodedAddress(part) : part;
    const filtered = decoded === part ? part : filter(decoded);
    return filtered === decoded ? part : encodeURI(filtered).replaceAll(encodeURI('…'), '…');
  });
}

const ENTITY = /&(?:lt|gt|quot|apos|amp|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decodedEntity(entity: string, decimal: string | undefined, hex: string | undefined): string {
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  if (Number.isNaN(code)) return ENTITIES[entity.slice(1, -1).toLowerCase()] ?? entity;
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

const encodedEntities = (text: string): string =>
  text.replace(/[<>"'&]/g, (sign) => `&${Object.keys(ENTITIES).find((name) => ENTITIES[name] === sign)};`);

/** The part itself if it is not in this encoding. */
function decodedAddress(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function blankAssignments(text: string, blank: Blank): string {
  let result = '';
  let end = 0;
  for (const { 0: sign, index } of text.matchAll(ASSIGNMENT)) {
    if (index < end) continue;
    const name = NAME.exec(text.slice(Math.max(end, index - 60), index))?.[0] ?? '';
    const isQuery = /[?&]$/.test(text.slice(0, index - name.length).slice(-1));
    const kind = secretKind(name);
    if (kind !== 'any' && !(kind && isQuery)) continue;
    const start = index + sign.length;
    const value = valueAt(text, start, sign);
    if (NO_VALUE.test(value.trim())) continue;
    result += text.slice(end, start) + blank(value);
    end = start + value.length;
  }
  return result + text.slice(end);
}

/** The value after an assignment, without its quotes. */
function valueAt(text: string, start: number, sign: string): string {
  const rest = text.slice(start, start + MAX_VALUE);
  const quote = /^\\*["']/.exec(rest)?.[0];
  if (quote !== undefined) return rest.slice(0, quotedEnd(rest, quote));
  if (/^[{[]/.test(rest)) return rest.slice(0, bracketEnd(rest));
  if (/["']/.test(sign)) return /^[^,}\]\s]*/.exec(rest)?.[0] ?? '';
  return (/^=$/.test(sign) ? /^[^\s;&"'<>]*/ : /^[^\r\n;"'<>]*/).exec(rest)?.[0] ?? '';
}

const MAX_VALUE = 10_000;

/** The end of a quoted text, with its quotes. An escaped quote does not end it. */
function quotedEnd(rest: string, quote: string): number {
  for (let at = quote.length; at < rest.length; at += 1) {
    if (rest.startsWith(quote, at)) return at + quote.length;
    if (rest[at] === '\\') at += 1;
  }
  return rest.length;
}

function bracketEnd(rest: string): number {
  let depth = 0;
  for (let at = 0; at < rest.length; at += 1) {
    if (/[{[]/.test(rest[at] ?? '')) depth += 1;
    if (/[}\]]/.test(rest[at] ?? '')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return rest.length;
}

/** A text with digits or signs, unlike the words of a name. */
const isRandom = (value: string): boolean => /[\d+/=_]/.test(value);

/** The base64 of a user and a password. */
const isLogin = (value: string): boolean =>
  /^[^:]*:./s.test(Buffer.from(value, 'base64').toString('latin1')) && isRandomOrMixed(value);

const isRandomOrMixed = (value: string): boolean => isRandom(value) || /[a-z][A-Z]/.test(value);

/** Blanks a value, and counts it. */
export type Blank = (value: string) => string;

/** A tag with its name and attributes. In XML, `<` is never inside an attribute. */
const TAG = /<(\/?)([^\s<>/"'=]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g;
const ATTRIBUTE = /([^\s=<>"'/]+)(\s*=\s*)("[^"<]*"|'[^'<]*')/g;

/**
 * Blanks the secrets of an XML text. The name of the element, an attribute (`<Property Name="PIN" Value="1234"/>`) or
 * the element before it (`<key>PIN</key><string>1234</string>`) names the secret.
 */
function blankMarkup(text: string, blank: Blank): string {
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
