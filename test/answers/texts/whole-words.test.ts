import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spansOf, wordsOf } from '../../../src/answers/texts/whole-words.js';

const found = (text: string, value: string, articles: string[] = []) => {
  const given = new Set(articles);
  return spansOf(wordsOf(text, given), wordsOf(value, given)).map(({ start, end }) =>
    text.slice(start, end),
  );
};

describe('placesOf', () => {
  it.each([
    ['Six weeks, six  Weeks', 'six weeks', ['Six weeks', 'six  Weeks']],
    ['by e-mail', 'email', ['e-mail']],
    ['Röntgen’s', 'röntgen', ['Röntgen']],
    ['forty-six', 'six', []],
    ['Neu-Berlin, Berlin-based', 'Berlin', ['Berlin']],
    ['1 2', '12', []],
    ['312, 12', '12', ['12']],
    ['1,200 and 1200', '1200', ['1,200', '1200']],
    ['1,200', '200', []],
    ['12.5', '12', []],
    ['12,5', '12.5', ['12,5']],
    ['1.2.12', '1.2', []],
    ['12kg', '12', ['12']],
    ['the 1990s', '1990', []],
    ['10-12', '12', []],
    ['10–12', '10', []],
    ['12:30', '30', []],
    ['1829-05-03', '1829', ['1829-05-03'.slice(0, 4)]],
    ['答案是北京。', '北京', ['北京']],
    ['四十六周', '六周', []],
    ['在四月，六周', '六周', ['六周']],
    ['스물여섯 주', '여섯', []],
    ['서울입니다', '서울', ['서울']],
    ['ไปกรุงเทพฯ', 'กรุงเทพ', ['กรุงเทพ']],
    ['', 'a', []],
    ['a', '', []],
  ])('of %j in %j finds %j', (text, value, places) => {
    expect(found(text, value)).toEqual(places);
  });

  it('leaves articles out', () => {
    expect(found('bridge of the lantern', 'the bridge of lantern', ['the'])).toEqual([
      'bridge of the lantern',
    ]);
  });

  it('finds every value in itself, and between spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const plain = value.normalize('NFKC');
        fc.pre(wordsOf(plain).joined !== '');
        expect(found(plain, plain).length).toBeGreaterThan(0);
        expect(found(`so ${plain} it is`, plain).length).toBeGreaterThan(0);
      }),
    );
  });
});
