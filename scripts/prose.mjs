/** The style of texts for users, comments and names of tests: phrases to avoid, long sentences and semicolons. */
import { marked } from 'marked';

const MOST_WORDS = 30;

/** Phrases to avoid, and the usual words instead. */
const AVOIDED = [
  [/\b(tells?|told|telling)\b(?!.* apart)/i, 'show, report, send, list'],
  [/\b(says|said)\b/i, 'show, report, answer'],
  [/\banew\b/i, 'again, restart, re-enter'],
  [/\b(stands(?! for)|lies|(is|are) there|go(es)? out|comes? in)\b/i, 'is, exists, is sent, arrives'],
  [/\b(makes?|made) (\S+ ){1,4}of\b/i, 'turn A into B, convert'],
  [/(?<!there )\b(is|are|was|were) no\b(?! longer)|\b(has|have|had) none\b/i, 'is not a, has no'],
  [/\bso (many|much|few|long)\b|\bas many as\b/i, 'this many, for this long, up to 8'],
  [/\b(is|are) meant\b|\bon purpose\b/i, 'intended'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bholes?\b/i, 'vulnerability'],
  [/\bgrave\b/i, 'critical'],
  [/\bthe like\b/i, 'similar'],
  [/\bin place of\b/i, 'instead of'],
  [/\bof itself\b/i, 'by itself'],
  [/\bbeliev(e|es|ed|ing)\b/i, 'trust'],
  [/\bbrokers? (has |had )?kept\b|\bkept messages?\b/i, 'retained'],
  [/\bwaits? for (its|their) turn\b/i, 'is queued'],
  [/\bdeaf\b/i, 'lockout'],
  [/\bsilence\b/i, 'source timeout'],
  [/\barmed\b|\barm after\b/i, 'one word for each meaning'],
  [/\b(whatever|whoever|wherever)\b/i, 'every value, any user, everywhere'],
  [/\bthat which\b|\bwhat\b(?! (to|happens|happened|you)\b)(?!.*\?)/i, 'the noun: value, command, message'],
  [/^(Of|So many|Those|That|Whether)\b/, 'begin with a noun or a verb'],
  [/;/, 'two sentences'],
];

/** Allowed phrases. Fewer than 20 lines. */
const EXCEPTIONS = [
  // A heading that the code cites.
  'Where to change what',
];

/** Tags that separate two texts. */
const BLOCK = /<\/?(?:p|li|[uod]l|d[td]|table|t(?:head|body|[rdh])|h\d|div|br|hr|blockquote|script)\b[^>]*>/;

/** The texts of a page, one for each paragraph, list item or cell. */
const textsOfHtml = (html) =>
  html
    .replace(/<!--.*?-->|<(pre|code)\b.*?<\/\1>|\{\{[^}]*\}\}/gs, '')
    .split(BLOCK)
    .map((block) => block.replace(/<[^>]+>/g, '').replace(/&#?\w+;/g, '’'));

const textsOfCatalogue = (entry) =>
  typeof entry === 'string' ? entry.split('\n').flatMap(textsOfHtml) : Object.values(entry).flatMap(textsOfCatalogue);

/** The name of a test, or another string or template. */
const STRING =
  /(?:\b(?<test>it|describe|context)(?:\.\w+)?\(\s*)?(?<quote>['"`])(?<name>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>/;
/** Consecutive lines that begin with `//` are one comment. */
const COMMENT = /\/\*(?<block>.*?)\*\/|(?<lines>(?:(?<=\s|^)\/\/[^\n]*\s*)+)/;
/** A regular expression is recognised by the character before it. */
const REGEXP = /(?<=[(,=:[!&|?>]\s*)\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\//;
const LEXEMES = new RegExp([STRING, COMMENT, REGEXP].map(({ source }) => source).join('|'), 'gs');

const DIRECTIVE = /^\s*(biome-ignore|c8 ignore|@ts-)/;

/** The comments and the names of the tests, as Markdown. */
const textsOfCode = (source) =>
  [...source.matchAll(LEXEMES)]
    .map(({ groups: { test, name, block, lines } }) =>
      test ? name.replace(/\$\{[^}]*\}/g, 'x') : (block ?? lines ?? '').replace(/^\s*(\*+|\/\/) ?/gm, ''),
    )
    .filter((text) => !DIRECTIVE.test(text))
    .flatMap((text) => textsOfHtml(marked.parse(text)));

function textsOf(file, source) {
  if (/\.(css|[cm]?[jt]s)$/.test(file)) return textsOfCode(source);
  if (file.endsWith('.json')) return textsOfCatalogue(JSON.parse(source));
  return textsOfHtml(file.endsWith('.md') ? marked.parse(source) : source);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

const sentencesOf = (text) =>
  [...segmenter.segment(text.replace(/\s+/g, ' '))].map(({ segment }) => segment.trim()).filter(Boolean);

function sentenceProblems(sentence) {
  const judged = EXCEPTIONS.reduce((rest, phrase) => rest.replaceAll(phrase, ''), sentence);
  const phrases = AVOIDED.flatMap(([phrase, instead]) => {
    const [found] = phrase.exec(judged) ?? [];
    return found ? [`“${found}”, write: ${instead}`] : [];
  });
  const words = judged.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return words > MOST_WORDS ? [...phrases, `${words} words, at most ${MOST_WORDS}`] : phrases;
}

/** The problems of a Markdown page, a help text, a catalogue or a source file, one line each. */
export const proseProblems = (file, source) =>
  textsOf(file, source)
    .flatMap(sentencesOf)
    .flatMap((sentence) => sentenceProblems(sentence).map((problem) => `${file}: ${problem}: ${sentence}`));
