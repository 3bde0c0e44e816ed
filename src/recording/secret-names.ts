/** `any`: every value below this name is a secret. `text`: only a text is, because the key of a mixer has numbers. */
export type SecretKind = 'any' | 'text';

/** Parts of names, in the languages of users. Spaces and accents do not matter. */
const PARTS = [
  ...['password', 'passwd', 'pwd', 'passphrase', 'passcode', 'passkey', 'credential', 'token', 'bearer', 'cookie'],
  ...['sessionid', 'authorization', 'authcode', 'accesscode', 'securitycode', 'unlockcode', 'activationcode'],
  ...['snmpcommunity', 'communitystring', 'connectionstring', 'webhook', 'secret'],
  ...['passwort', 'kennwort', 'geheim', 'einmalcode', 'sicherheitscode', 'zugangscode', 'zugangsdaten'],
  ...['mot de passe', "code d'accès", 'jeton', 'identifiants', 'contraseña', 'credencial', 'senha', 'credenzial'],
  ...['parola d’ordine', 'wachtwoord', 'toegangscode', 'lösenord', 'passord', 'adgangskode', 'salasana', 'hasło'],
  ...['heslo', 'jelszó', 'lozinka', 'şifre', 'пароль', 'секрет', 'токен', 'ключ api', 'κωδικός', 'סיסמה', 'סיסמא'],
  ...['كلمة المرور', 'كلمة السر', 'رمز عبور', 'पासवर्ड', 'পাসওয়ার্ড', 'รหัสผ่าน', 'mật khẩu', 'kata sandi', 'kata laluan'],
  ...[
    'パスワード',
    'パスフレーズ',
    'パスコード',
    '暗証番号',
    '秘密',
    '合言葉',
    'トークン',
    'シークレット',
    '密码',
    '密碼',
  ],
  ...['口令', '令牌', '密钥', '密鑰', '金鑰', '비밀번호', '암호', '토큰', '비밀', '인증키'],
].map(squashed);

/** Short words, which are parts of many other words. They count at the end of a name, and before *code*. */
const WORDS = new Set(
  [
    [
      'pin',
      'pw',
      'psw',
      'pswd',
      'psk',
      'otp',
      'totp',
      'puk',
      'cvv',
      'cvc',
      'jwt',
      'sid',
      'auth',
      'creds',
      'mdp',
      'clave',
    ],
    ['parol', 'parola', 'geslo', 'tan', 'hmac', 'salt', 'nonce', 'signature', 'sig', 'wpa', 'wep'],
  ].flat(),
);

const AFTER_WORD = new Set([
  'code',
  'codes',
  'number',
  'nummer',
  'no',
  'nr',
  'value',
  'text',
  'string',
  'input',
  'hash',
]);

const PREPOSITIONS = new Set(['de', 'da', 'di', 'du', 'for', 'of', 'fur', 'voor']);

/** Words for a key. */
const KEYS = [
  'key',
  'keys',
  'clé',
  'llave',
  'chiave',
  'chave',
  'anahtar',
  'anahtarı',
  'schlüssel',
  'sleutel',
  'nyckel',
  'ключ',
]
  .concat('キー', '鍵')
  .map(squashed);

/** Languages that write a compound as one word. */
const LONG_KEYS = ['schlüssel', 'anahtarı', 'sleutel', 'nyckel', 'キー', '鍵'].map(squashed);

/** Words before *key* that do not make it a secret: a mixer, a keyboard or a table has such keys. */
const HARMLESS_KEYS = new Set(
  [
    ['chroma', 'luma', 'linear', 'color', 'colour', 'alpha', 'green', 'blue', 'matte', 'down', 'downstream', 'up'],
    [
      'upstream',
      'dsk',
      'usk',
      'pattern',
      'external',
      'internal',
      'self',
      'difference',
      'image',
      'depth',
      'hot',
      'sort',
    ],
    ['primary', 'foreign', 'shortcut', 'button', 'next', 'previous', 'cut', 'take', 'fill', 'front', 'back', 'object'],
    [
      'template',
      'item',
      'field',
      'group',
      'layer',
      'mixer',
      'program',
      'preview',
      'video',
      'label',
      'map',
      'row',
      'clean',
    ],
  ].flat(),
);

/** Words before *key* and *pass* that make a number a secret too. */
const QUALIFIERS = [
  ...[
    'api',
    'access',
    'private',
    'license',
    'licence',
    'stream',
    'streaming',
    'auth',
    'shared',
    'encryption',
    'session',
  ],
  ...['master', 'security', 'signing', 'account', 'product', 'activation', 'serial', 'subscription', 'client', 'ssh'],
  ...[
    'host',
    'user',
    'admin',
    'db',
    'ftp',
    'smtp',
    'mail',
    'root',
    'login',
    'wifi',
    'wlan',
    'proxy',
    'rtmp',
    'rtsp',
    'srt',
  ],
];
const QUALIFIED = new RegExp(`^(?:${QUALIFIERS.join('|')})(?:keys?|pass)$`);

/** Longer names are sentences. Only their end is of interest. */
const MAX_LENGTH = 120;

/** The kinds of names that were asked before, because the rows of a list have the same ones. */
const kinds = new Map<string, SecretKind | undefined>();
const MAX_KINDS = 20_000;

/**
 * The kind of secret that a name or a path is for, without regard to case, accents and separators. Each part of a path
 * counts: `Login//ApiKey/0`, `Password//Value/0`.
 */
export function secretKind(name: unknown): SecretKind | undefined {
  if (typeof name !== 'string') return undefined;
  const end = name.slice(-MAX_LENGTH);
  if (kinds.has(end)) return kinds.get(end);
  const found = end
    .split('/')
    .filter((part) => /\p{L}/u.test(part))
    .map(kindOf);
  const kind = found.includes('any') ? 'any' : found.at(-1);
  if (kinds.size === MAX_KINDS) kinds.clear();
  kinds.set(end, kind);
  return kind;
}

function kindOf(name: string): SecretKind | undefined {
  const words = wordsIn(name);
  const whole = words.join('');
  // A secretary is not a secret.
  if (PARTS.some((part) => whole.replace('secretar', '').includes(part)) || QUALIFIED.test(whole)) return 'any';
  const index = words.length - (AFTER_WORD.has(words.at(-1) ?? '') && words.length > 1 ? 2 : 1);
  const [before, word = ''] = [words[index - 1], words[index]];
  // *PIN de acceso*.
  const isPin = words[0] === 'pin' && PREPOSITIONS.has(words[1] ?? '');
  if (isPin || WORDS.has(word) || WORDS.has(whole)) return 'any';
  const isQualified = before !== undefined && QUALIFIERS.includes(before);
  if (word === 'pass') return before === undefined || isQualified ? 'any' : undefined;
  if (KEYS.includes(word))
    return isQualified ? 'any' : before !== undefined && HARMLESS_KEYS.has(before) ? undefined : 'text';
  // In other languages the key is the first word: *clé de flux*.
  const isFirst = KEYS.includes(words[0] ?? '') && !words[0]?.startsWith('key');
  return isFirst || LONG_KEYS.some((key) => word.endsWith(key)) ? 'text' : undefined;
}

/** The words of a name such as `StreamKey_0`, in the form of `plain`. Numbers are left out. */
const wordsIn = (name: string): string[] =>
  plain(name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2'))
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/** In lower case, and without accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function squashed(text: string): string {
  return plain(text).replace(/[^\p{L}]/gu, '');
}
