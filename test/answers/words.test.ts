import { readdirSync, readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import { anyOf, inAnyCase, readingWords } from '../../src/answers/words.js';
import { once } from '../../src/base/kept.js';
import { alternatives } from '../../src/base/text/literal.js';

it.each<[string[], boolean, string, string | undefined]>([
  [['not'], false, 'It is not here', 'not'],
  [['not'], false, 'another knot', undefined],
  [['not'], false, 'nothing', undefined],
  [['not'], true, 'nothing', 'not'],
  [['not!'], true, 'nothing', undefined],
  [['not!'], true, 'why not?', 'not'],
  [['can', 'can be', 'can be it'], false, 'It can be it', 'can be it'],
  [['can be'], false, 'It can\nbe', 'can\nbe'],
  [['不是', '不'], false, '这不是', '不是'],
  [['not', '不'], false, '这不', '不'],
  [['not', '不'], false, 'knots', undefined],
  [['不'], false, 'not', undefined],
  [['★'], true, '5★', '★'],
  [['답'], true, '정답은', '답'],
  [['3rd'], false, 'the 3rd', '3rd'],
])('anyOf(%j, %s) finds in %j %j', (words, isStem, text, found) => {
  expect(new RegExp(anyOf(words, isStem), 'u').exec(text)?.[0]).toBe(found);
});

it('takes words as whole words where nothing else is said', () => {
  expect(new RegExp(anyOf(['not']), 'u').test('nothing')).toBe(false);
});

it('makes a value once', () => {
  let made = 0;
  const value = once(() => ++made);
  expect([value(), value()]).toEqual([1, 1]);
});

it('reads the words of the data set', () => {
  expect(readingWords().denial).toContain('not');
  expect(readingWords()).toBe(readingWords());
});

it('finds any of some words, the longest first', () => {
  expect(alternatives(['a.', 'a.b'])).toBe('a\\.b|a\\.');
});

it('finds a word in small and capital letters, and leaves escapes as they are', () => {
  const pattern = new RegExp(`^${inAnyCase(`${anyOf(['ответ', 'no'])}|\\s\\p{L}`)}$`, 'u');
  const texts = ['ОТВЕТ', 'No', ' x', ' X', 'sx'];
  expect(texts.filter((text) => pattern.test(text))).toEqual(['ОТВЕТ', 'No', ' x', ' X']);
});

const SOURCES = new URL('../../src/', import.meta.url);

const OTHER_SCRIPTS = /[\p{Script=Han}\p{Script=Cyrillic}\p{Script=Hangul}]/u;

/** Any other source has none in its code either: a letter is written as itself, or as an escape. */
const MAY_HAVE_SOME = new RegExp(`${OTHER_SCRIPTS.source}|\\\\[ux]`, 'u');

it('has no letter of another script in code, where it would be a word to read by', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const found = files.flatMap((file) => {
    const source = readFileSync(new URL(file, SOURCES), 'utf8');
    if (!MAY_HAVE_SOME.test(source)) return [];
    const { code } = transformSync(source, {
      loader: 'ts',
      charset: 'utf8',
      legalComments: 'none',
      minifyWhitespace: true,
    });
    const letters = code.match(new RegExp(`${OTHER_SCRIPTS.source}+`, 'gu')) ?? [];
    return letters.map((word) => `${file}: ${word}`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
