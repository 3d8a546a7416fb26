import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentenceBoundaries } from '../../src/haystack/sentences.js';
import { expectLinear } from '../growth.js';
import { hostileSentences, hostileText } from './hostile-text.js';

/** The sentences of a text, each with the white space in front of it. */
function sentences(text: string): string[] {
  const boundaries = sentenceBoundaries(text);
  return boundaries.slice(1).map((end, i) => text.slice(boundaries[i], end));
}

describe('a sentence ends', () => {
  it.each<[string, string[]]>([
    ['One. Two! Three? Four… Five', ['One.', ' Two!', ' Three?', ' Four…', ' Five']],
    ['What?! Really!!! Well...  Yes.', ['What?!', ' Really!!!', ' Well...', '  Yes.']],
    ['“Stop!” “Why?” “Because.” Silence.', ['“Stop!”', ' “Why?”', ' “Because.”', ' Silence.']],
    ['He left (at last.) She stayed.', ['He left (at last.)', ' She stayed.']],
    ["'Go.' 'No.' \"So.\" End.", ["'Go.'", " 'No.'", ' "So."', ' End.']],
    ['It is I. You know me.', ['It is I.', ' You know me.']],
    ['In 1851. Then 12 more.', ['In 1851.', ' Then 12 more.']],
    ['_Never._ *Always.* Perhaps.', ['_Never._', ' *Always.*', ' Perhaps.']],
    ['Он ушёл. Она осталась.', ['Он ушёл.', ' Она осталась.']],
  ])('%j', (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });
});

describe('a sentence goes on behind', () => {
  it.each([
    'Mr. and Mrs. Starbuck met Dr. Bunger at St. George.',
    'See Fig. 3, Vol. 2, Ch. 7, pp. 12, etc. (and more) there.',
    'J. R. R. Tolkien and H. Melville never met.',
    '“Will he come?” she asked, “or not?”',
    '"Never!" cried the captain.',
    'He waited … and waited... and slept.',
    'At 3.14 or version 1.2.3 of node.js, e.g. today',
    'Write to a.b@c.org or www.example.com/index.html now',
    'Встретимся на ул. Ленина в г. Москве',
  ])('%j', (text) => {
    expect(sentences(text)).toEqual([text]);
  });
});

describe('Chinese', () => {
  it.each<[string, string[]]>([
    ['天黑了。他走了！为什么？', ['天黑了。', '他走了！', '为什么？']],
    ['他说：“走吧。”她点头。', ['他说：“走吧。”', '她点头。']],
    ['「去？！」『好。』（完。）他笑了。', ['「去？！」', '『好。』', '（完。）', '他笑了。']],
    [
      '逗号，分号；顿号、破折号——省略号……都不断句。',
      ['逗号，分号；顿号、破折号——省略号……都不断句。'],
    ],
    ['第一段。\n　　第二段。', ['第一段。', '\n　　第二段。']],
    ['中文。English here. 又是中文。', ['中文。', 'English here.', ' 又是中文。']],
  ])('%j', (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });
});

describe('lines', () => {
  it('a blank line ends a heading', () => {
    expect(sentences('CHAPTER 1\n\nLoomings\n \t\nCall me Ishmael.')).toEqual([
      ...['CHAPTER 1', '\n\nLoomings', '\n \t\nCall me Ishmael.'],
    ]);
  });

  it('a line end does not end a sentence', () => {
    expect(sentences('Call me\nIshmael. Some\nyears ago')).toEqual([
      ...['Call me\nIshmael.', ' Some\nyears ago'],
    ]);
  });

  it('Windows line ends are white space like any other', () => {
    const unix = 'Title\n\nOne\nsentence. Two.\n\nThree';
    const windows = unix.replaceAll('\n', '\r\n');
    expect(sentences(windows)).toEqual(
      sentences(unix).map((text) => text.replaceAll('\n', '\r\n')),
    );
  });

  it('a long list without punctuation is cut at every line end', () => {
    const list = Array.from({ length: 100 }, (_, i) => `item number ${i}`);
    expect(sentences(list.join('\n')).map((line) => line.trim())).toEqual(list);
  });

  it('a short one is one sentence', () => {
    expect(sentences('milk\nbread\neggs')).toEqual(['milk\nbread\neggs']);
  });

  it('white space at the end of a text belongs to its last sentence', () => {
    expect(sentences('One. Two. \n\n ')).toEqual(['One.', ' Two. \n\n ']);
  });

  it.each(['', ' ', '\n\n\n', '\u3000'])('%j has no sentence', (text) => {
    expect(sentences(text).join('').trim()).toBe('');
    expect(sentences(text).length).toBeLessThanOrEqual(1);
  });
});

const anyText = fc.oneof(
  hostileText(60),
  hostileSentences(20),
  fc.string({ unit: 'binary', maxLength: 80 }),
  hostileText(10).map((text) => text.repeat(60)),
);

describe('for any text', () => {
  it('boundaries ascend from 0 to its length', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const boundaries = sentenceBoundaries(text);
        expect(boundaries[0]).toBe(0);
        if (text.trim() !== '') expect(boundaries.at(-1)).toBe(text.length);
        for (let i = 1; i < boundaries.length; i++) {
          expect(boundaries[i]).toBeGreaterThan(boundaries[i - 1]!);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('its sentences make the text again, and none is blank', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const all = sentences(text);
        if (text.trim() !== '') expect(all.join('')).toBe(text);
        for (const sentence of all) expect(sentence.trim()).not.toBe('');
      }),
      { numRuns: 3000 },
    );
  });

  it('nothing is cut inside a word, a number or a surrogate pair', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const boundary of sentenceBoundaries(text).slice(1, -1)) {
          const around = text.slice(boundary - 1, boundary + 1);
          expect(around).not.toMatch(/^[\p{L}\p{N}\p{M}]{2}$/u);
          expect(around).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('a boundary stands right behind the last character of a sentence', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const sentence of sentences(text).slice(0, -1)) {
          expect(sentence).toBe(sentence.trimEnd());
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('time grows with the length of the text, not with its square, for', () => {
  it.each<[string, string]>([
    ['ordinary sentences', 'He went home. She stayed! '],
    ['full stops', '.'],
    ['full stops in rows', '..........................................x'],
    ['spaced full stops', '. '],
    ['closing quotes', '"'],
    ['a full stop and closing quotes', `.${'"'.repeat(50)}x`],
    ['Chinese full stops', '。'],
    ['spaces', ' '],
    ['line ends', '\n'],
    ['blank lines', '\n \n'],
    ['Windows line ends', '\r\n'],
    ['letters', 'a'],
    ['lines without punctuation', 'a line of a log file\n'],
    ['opening quotes behind a full stop', `. ${'“'.repeat(50)}`],
    ['ellipses', '…'],
  ])('%s', (_, unit) => {
    const long = (length: number) => unit.repeat(Math.ceil(length / unit.length));
    expectLinear([3000, 48_000], long, sentenceBoundaries);
  });
});
