import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentWords, holdsAnswer, normaliseAnswer } from '../../../src/benchmarks/documents.js';

const english = documentWords('en').normalise;
const chinese = documentWords('zh').normalise;

/** The definition of SQuAD once more, one character after the other and without patterns of ours. */
function bySquad(text: string): string {
  const punctuation = new Set('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');
  const bare = [...text.toLowerCase()].filter((character) => !punctuation.has(character));
  const pieces: string[] = [];
  let word = '';
  for (const character of [...bare, ' ']) {
    if (/[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u.test(character)) word += character;
    else {
      pieces.push(['a', 'an', 'the'].includes(word) ? ' ' : word, character);
      word = '';
    }
  }
  const isSpace = (character: string) => {
    const code = character.codePointAt(0)!;
    if (code === 0xfeff) return false;
    return /\s/.test(character) || (code >= 0x1c && code <= 0x1f) || code === 0x85;
  };
  const words: string[] = [''];
  for (const character of pieces.join('')) {
    if (isSpace(character)) words.push('');
    else words[words.length - 1] += character;
  }
  return words.filter((one) => one !== '').join(' ');
}

const bits = [
  ...[
    'a',
    'an',
    'the',
    'The',
    'AN',
    'A',
    'than',
    'bat',
    'Wilhelm Röntgen',
    '1901',
    'é',
    'ß',
    'İ',
    'Σ',
  ],
  ...[' ', '  ', '\n', '\t', '\u00a0', '\u3000', '\u001f', '\u0085', '\ufeff', '\u200d'],
  ...[
    '-',
    "'",
    '.',
    ',',
    '_',
    '"',
    '–',
    '’',
    '¿',
    '‿',
    '_a',
    '中文',
    'の',
    '\u0301',
    '😀',
    '²',
    '½',
  ],
];
const texts = fc.oneof(
  fc.array(fc.constantFrom(...bits), { maxLength: 25 }).map((list) => list.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 30 }),
);

describe('normaliseAnswer', () => {
  it.each([
    ['The  "Lantern-Bridge", 1537.', 'lanternbridge 1537'],
    ['An apple a day', 'apple day'],
    ["the band's a-side", 'bands aside'],
    ['Wilhelm Conrad RÖNTGEN', 'wilhelm conrad röntgen'],
    ['café a la the', 'café la'],
    ['an', ''],
  ])('in English: %j is %j', (text, normal) => {
    expect(normaliseAnswer(text, english)).toBe(normal);
  });

  it.each([
    ['《听风录》 8卷。', '听风录8卷'],
    ['１９３７ 年', '1937年'],
    ['“海榴号”！', '海榴号'],
    ['a the 灯', 'athe灯'],
    ['a \u0301', 'á'],
  ])('in Chinese: %j is %j', (text, normal) => {
    expect(normaliseAnswer(text, chinese)).toBe(normal);
  });

  it('is what the published definition says, for 20,000 texts', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(normaliseAnswer(text, english)).toBe(bySquad(text));
      }),
      { numRuns: 20_000 },
    );
  });

  it('removes all punctuation and white space in Chinese, and changes nothing twice', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const normal = normaliseAnswer(text, chinese);
        expect(normal).not.toMatch(/[\p{P}\p{White_Space}]/u);
        expect(normal).toBe(normaliseAnswer(normal, chinese));
      }),
      { numRuns: 20_000 },
    );
  });

  it('takes linear time', () => {
    for (const text of ['a '.repeat(500_000), 'the'.repeat(300_000), '-'.repeat(1_000_000)]) {
      expect(normaliseAnswer(text, english).length).toBeLessThanOrEqual(text.length);
    }
  });
});

describe('holdsAnswer', () => {
  it('finds any accepted answer, and none of which nothing is left', () => {
    expect(holdsAnswer('it was 1537', ['1600', 'The 1537!'], english)).toBe(true);
    expect(holdsAnswer('it was 1537', ['1538'], english)).toBe(false);
    expect(holdsAnswer('anything', ['The', '***'], english)).toBe(false);
  });
});
