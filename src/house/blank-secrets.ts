import { isObject } from '../hub/base/is-object.js';

/** Fields and properties whose text is a secret, without regard to case and separators. */
const SECRET_NAME =
  /^(?:key|.*(?:password|passwd|passphrase|token|secret|credential|(?:api|access|private|licen[cs]e)key))$/;

/** Texts that contain a secret. The first group stays. */
const SECRETS_IN_TEXT = [
  /(\b[a-z][\w+.-]*:\/\/[^\s/@:]*:)[^\s/@]+(?=@)/gi,
  /(\bBearer\s+)[^\s"',;]{6,}/gi,
  /(\brh_)\w{6,}/g,
  /(\b)eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  // In the text of a graph: JSON, XML or a query.
  /((?:password|passwd|passphrase|token|secret|api_?key)["']?\s*[:=]\s*["']?)[^\s"',;&<>]+/gi,
];

const BLANK = '…';

/** Blanks secrets in answers, and counts them. */
export class SecretFilter {
  count = 0;

  /** A copy without secrets. */
  filter(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((each) => this.filter(each));
    return isObject(value) ? this.#fields(value) : value;
  }

  #text(text: string): string {
    return SECRETS_IN_TEXT.reduce(
      (filtered, pattern) =>
        filtered.replace(pattern, (found, start: string) => {
          // A resumed recording has blanks that were counted before.
          if (found !== start + BLANK) this.count += 1;
          return start + BLANK;
        }),
      text,
    );
  }

  #fields(row: Readonly<Record<string, unknown>>): object {
    const isSecretProperty = isSecretName(row.DisplayName) || isSecretName(row.PropertyPath);
    // The key of a button presses it.
    const isButton = Object.hasOwn(row, 'label');
    const fields = Object.entries(row).map(([name, value]) => {
      const isSecret = (name === 'Value' && isSecretProperty) || (isSecretName(name) && !isButton);
      if (!isSecret || typeof value !== 'string' || value === '' || value === BLANK) return [name, this.filter(value)];
      this.count += 1;
      return [name, BLANK];
    });
    return Object.fromEntries(fields);
  }
}

/** The last part of a path counts: `Login//ApiKey/0`. */
function isSecretName(name: unknown): boolean {
  if (typeof name !== 'string') return false;
  const words =
    name
      .replace(/(\/\d+)+$/, '')
      .split('/')
      .at(-1) ?? '';
  return SECRET_NAME.test(words.replace(/[\s_.-]/g, '').toLowerCase());
}
