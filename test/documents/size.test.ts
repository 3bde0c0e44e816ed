import should from 'should';
import { proseOf, userPages } from './markdown.js';

/** Limit of all pages for users together, in words. */
const MAX_WORDS = 25_000;

/** Comments, the addresses of links and the marks of tables are not words. */
const wordsOf = (file: string): number =>
  proseOf(file)
    .replace(/<!--[\s\S]*?-->|\]\([^)]*\)/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

describe('the documents for users', () => {
  it(`have at most ${MAX_WORDS.toLocaleString('en-US')} words, with the README`, () => {
    should(userPages.length).be.above(10);
    should(userPages.reduce((sum, file) => sum + wordsOf(file), 0)).be.belowOrEqual(MAX_WORDS);
  });
});
