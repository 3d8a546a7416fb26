/**
 * A page for users is read in ten minutes: it has at most 900 words. Words are what a person reads, in sentences and in
 * cells of tables; blocks of code, comments and the targets of links are not counted. Evidence and definitions
 * have pages of their own in docs/method, with a limit for all of them together.
 */
import { describe, expect, it } from 'vitest';
import { PAGES, textOf } from './pages.js';

const MOST_WORDS = 900;
const MOST_WORDS_OF_METHOD = 15_000;

/** Reference: tables of every option. */
const REFERENCE = ['docs/options.md'];

function wordsOf(page: string): number {
  const read = textOf(page)
    .replace(/^ *```[\s\S]*?^ *```$/gm, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/\]\([^)]*\)/g, ']');
  return read.split(/[\s|]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const GUIDES = PAGES.filter((page) => /^docs\/[^/]+$/.test(page) && !REFERENCE.includes(page));

describe('a guide', () => {
  it.each(GUIDES)('%s has at most 900 words', (page) => {
    expect(wordsOf(page)).toBeLessThanOrEqual(MOST_WORDS);
  });
});

describe('the pages of docs/method', () => {
  it(`have at most ${MOST_WORDS_OF_METHOD} words in all`, () => {
    const counts = PAGES.filter((page) => page.startsWith('docs/method/')).map(wordsOf);
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_WORDS_OF_METHOD);
  });
});
