/** The style of texts, comments and names of tests: phrases to avoid, long sentences and semicolons. */
import { marked } from 'marked';

const MOST_WORDS = 30;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Phrases with a usual word instead. Some are right in one place: `tell A and B apart`, `what to do`, the node *What went wrong*. */
const AVOIDED = [
  /\b(?:tells?|told|telling)\b(?!.* apart)|\b(?:says|said|anew|mend(?:s|ed|ing)?|holes?|grave|deaf|silence|armed)\b/i,
  /\b(?:stands(?! for)|lies|(?:is|are) there|go(?:es)? out|comes? in|believ(?:e|es|ed|ing)|waits? for (?:its|their) turn)\b/i,
  /\b(?:makes?|made) (?:\S+ ){1,4}of\b|\b(?:on purpose|the like|in place of|of itself|arm after|as many as|that which)\b/i,
  /(?<!there )\b(?:is|are|was|were) (?:no\b(?! longer)|meant\b)|\b(?:has|have|had) none\b|\bso (?:many|much|few|long)\b/i,
  /\bbrokers? (?:has |had )?kept\b|\bkept messages?\b|\b(?:whatever|whoever|wherever)\b/i,
  /(?<!Where to change )\bwhat\b(?! (?:to|happens|happened|you|went wrong)\b)(?!.*\?)/i,
  /^(?:Of|So many|Those|That|Whether)\b|;/,
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

/** A name of a test or another string, a comment (consecutive lines are one), or a regular expression. */
const LEXEMES =
  /(?:\b(?<test>it|describe|context)(?:\.\w+)?\(\s*)?(?<quote>['"`])(?<name>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>|\/\*(?<block>.*?)\*\/|(?<lines>(?:(?<=\s|^)\/\/[^\n]*\s*)+)|(?<=[(,=:[!&|?>]\s*)\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\//gs;

/** The comments and the names of the tests, as Markdown. */
const textsOfCode = (source) =>
  [...source.matchAll(LEXEMES)]
    .map(({ groups: { test, name, block, lines } }) =>
      test ? name.replace(/\$\{[^}]*\}/g, 'x') : (block ?? lines ?? '').replace(/^\s*(\*+|\/\/) ?/gm, ''),
    )
    .filter((text) => !/^\s*(biome-ignore|c8 ignore|@ts-)/.test(text))
    .flatMap((text) => textsOfHtml(marked.parse(text)));

function textsOf(file, source) {
  if (/\.(css|[cm]?[jt]s)$/.test(file)) return textsOfCode(source);
  return file.endsWith('.json') ? textsOfCatalogue(JSON.parse(source)) : textsOfHtml(marked.parse(source));
}

function problemsIn(sentence) {
  const phrases = AVOIDED.flatMap((phrase) => phrase.exec(sentence)?.[0] ?? []).map((phrase) => `avoid “${phrase}”`);
  const words = sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return words > MOST_WORDS ? [...phrases, `${words} words, at most ${MOST_WORDS}`] : phrases;
}

/** The problems of a Markdown page, a help text, a catalogue or a source file, one line each. */
export function proseProblems(file, source) {
  return textsOf(file, source)
    .flatMap((text) => [...SENTENCES.segment(text.replace(/\s+/g, ' ').trim())])
    .flatMap(({ segment }) => problemsIn(segment).map((problem) => `${file}: ${problem}: ${segment}`));
}
