import should from 'should';
import { documents, proseOf } from './markdown.js';

/** Limit of all pages for users together, in words. */
const MAX_WORDS = 29_000;

/** The pages that are not for users, or that the build writes. */
const OTHERS = /^docs\/(?:develop\/|operations\.md)/;

/** Comments, the addresses of links and the marks of tables are not words. */
const wordsOf = (file: string): number =>
  proseOf(file)
    .replace(/<!--[\s\S]*?-->|\]\([^)]*\)/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

describe('the documents for users', () => {
  it(`have at most ${MAX_WORDS.toLocaleString('en-US')} words, with the README`, () => {
    const pages = documents.filter((file) => file === 'README.md' || (/^docs\//.test(file) && !OTHERS.test(file)));
    should(pages.length).be.above(10);
    should(pages.reduce((sum, file) => sum + wordsOf(file), 0)).be.belowOrEqual(MAX_WORDS);
  });
});
