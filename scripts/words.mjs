/** Problems of the texts of the package: missing, unused or untranslated texts, and missing icons. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readJson } from './project.mjs';

const SOURCE = 'en-US';
const SHARED = 'hub-config';

const filesIn = (folder, pattern) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => pattern.test(file))
        .sort()
    : [];

/** A catalogue as one map from `errors.EXPIRED` to its text. */
function flat(catalogue, prefix = '') {
  return Object.entries(catalogue).flatMap(([key, text]) =>
    typeof text === 'object' ? flat(text, `${prefix}${key}.`) : [[prefix + key, text]],
  );
}
const catalogue = (locale, file) => new Map(flat(readJson(`locales/${locale}/${file}`)));

const placeholders = (text) => [...new Set(text.match(/__\w+__/g))].sort().join(' ');

/** Texts that are intentionally the same in another language, as `FILE:KEY` or, for only one, `LOCALE/FILE:KEY`. */
const SAME = new Set(readJson('scripts/same-words.json'));
const isIntended = (locale, text) => SAME.has(text) || SAME.has(`${locale}/${text}`);

/** True for a text with words. Symbols and examples are the same in all languages. */
const hasWords = (text) => /\p{L}{2}/u.test(text.replace(/__\w+__|\$\{\w+\}/g, ''));

/** A text that is still the same as in the source. */
const untranslatedProblems = (locale, file, key, there, here) =>
  here === there && hasWords(there) && !isIntended(locale, `${file}:${key}`)
    ? [`${key}: as in ${SOURCE}; if this is intended, add it to scripts/same-words.json`]
    : [];

/** The paragraphs, cells and terms of a help text. */
const sentences = (html) =>
  html
    .replace(/<(code|pre)\b.*?<\/\1>|\{\{[^}]*\}\}/gs, '')
    .split(/<[^>]+>/)
    .map((text) => text.trim())
    .filter((text) => /\p{L}{3}.*\s.*\p{L}{3}/su.test(text));

/** Sentences of a help text that are still the same as in the source. */
function helpProblems(locale, file) {
  const [there, here] = [SOURCE, locale].map((it) => sentences(readFileSync(`locales/${it}/${file}`, 'utf8')));
  return here
    .filter((text) => there.includes(text) && !isIntended(locale, `${file}:${text}`))
    .map((text) => `locales/${locale}/${file}: still in ${SOURCE}: ${text}`);
}

/** Every locale has the same files and keys as the source, and its own texts. */
function localeProblems(locale) {
  if (locale === SOURCE) return [];
  const there = filesIn(`locales/${SOURCE}`, /./);
  const here = filesIn(`locales/${locale}`, /./);
  const at = `locales/${locale}/`;
  return [
    ...there.filter((file) => !here.includes(file)).map((file) => `${at}${file}: missing`),
    ...here.filter((file) => !there.includes(file)).map((file) => `${at}${file}: not in ${SOURCE}`),
    ...there
      .filter((file) => file.endsWith('.json') && here.includes(file))
      .flatMap((file) =>
        keyProblems(locale, file, catalogue(SOURCE, file), catalogue(locale, file)).map((it) => `${at}${file}: ${it}`),
      ),
    ...there
      .filter((file) => file.endsWith('.html') && here.includes(file))
      .flatMap((file) => helpProblems(locale, file)),
  ];
}

function keyProblems(locale, file, there, here) {
  return [
    ...[...there.keys()].filter((key) => !here.has(key)).map((key) => `${key}: missing`),
    ...[...here.keys()].filter((key) => !there.has(key)).map((key) => `${key}: not in ${SOURCE}`),
    ...[...there.keys()]
      .filter((key) => here.has(key) && placeholders(here.get(key)) !== placeholders(there.get(key)))
      .map((key) => `${key}: needs ${placeholders(there.get(key)) || 'no placeholder'}, as in ${SOURCE}`),
    ...[...there.keys()]
      .filter((key) => here.has(key))
      .flatMap((key) => untranslatedProblems(locale, file, key, there.get(key), here.get(key))),
  ];
}

/**
 * Unused keys. The code can build a key (`errors.${code}`), so a key counts as used if each of its parts occurs
 * somewhere.
 */
function unusedKeyProblems(sources) {
  const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
  const tokens = new Set(code.replaceAll('__', ' ').match(/[\w-]+/g));
  const occurs = (part) =>
    tokens.has(part) || (/\D[_\d]/.test(part) && part.split(/_(?=[^_]+$)|(?<=[a-z])(?=\d+$)/).every(occurs));
  return filesIn(`locales/${SOURCE}`, /\.json$/).flatMap((file) =>
    [...catalogue(SOURCE, file).keys()]
      .filter((key) => !key.split('.').every(occurs))
      .map((key) => `locales/${SOURCE}/${file}: ${key}: not used`),
  );
}

/** `[title]key;key` of an attribute. */
const attributeKeys = (text) =>
  [...text.matchAll(/data-i18n="([^"]+)"/g)].flatMap(([, keys]) =>
    keys.split(';').map((key) => key.replace(/^\[.+\]/, '')),
  );

/** `_('key')` uses the catalogue of the node, `words('key')` the shared one. Both can choose between two keys. */
const calledKeys = (text) =>
  [...text.matchAll(/\b(words|_)\(([^(),]+)[,)]/g)].flatMap(([, call, argument]) =>
    [...argument.matchAll(/(['"`])([\w.:/@{}-]+)\1/g)]
      .filter(([literal, , key]) => key.includes('.') || literal === argument.trim())
      .map(([, , key]) => (call === 'words' ? `${SHARED}:${key}` : key)),
  );

/** Every used key must be in the catalogue of the source. `count` and `context` add a suffix. */
function usedKeyProblems(file) {
  const text = readFileSync(file, 'utf8');
  const own = basename(file).replace(/\.\w+$/, '');
  return [...attributeKeys(text), ...calledKeys(text)].flatMap((used) => {
    const [, namespace = existsSync(`nodes/${own}.html`) ? own : SHARED, key] = used.match(/^(?:.*?([\w-]+):)?(.*)$/);
    if (namespace === 'node-red') return [];
    const keys = existsSync(`locales/${SOURCE}/${namespace}.json`)
      ? [...catalogue(SOURCE, `${namespace}.json`).keys()]
      : [];
    const found = keys.some((it) => it === key || it.startsWith(`${key}_`));
    return found ? [] : [`${file}: ${key} is not in locales/${SOURCE}/${namespace}.json`];
  });
}

/** Every node has its texts, its help and its icon. */
function nodeProblems(name) {
  return [
    ...['json', 'html'].map((kind) => `locales/${SOURCE}/${name}.${kind}`),
    `icons/hub-${name.replace(/^hub-/, '')}.svg`,
  ]
    .filter((needed) => !existsSync(needed))
    .map((needed) => `${needed}: missing`);
}

export function wordProblems() {
  const sources = [
    ...['nodes', 'src/hub', 'src/nodes', 'src/editor'].flatMap((room) =>
      filesIn(room, /\.(ts|html)$/).map((file) => `${room}/${file}`),
    ),
  ];
  return [
    ...readdirSync('locales').flatMap(localeProblems),
    ...sources.flatMap(usedKeyProblems),
    ...unusedKeyProblems(
      ['nodes', 'src', 'scripts'].flatMap((room) =>
        filesIn(room, /\.(ts|mjs|js|html)$/).map((file) => `${room}/${file}`),
      ),
    ),
    ...Object.keys(readJson('package.json')['node-red'].nodes).flatMap(nodeProblems),
  ];
}
