import { describe, expect, it } from 'vitest';
import { isAsserted } from '../../../src/answers/texts/asserted.js';

const filler = (sentences: number) => 'The owl went on. '.repeat(sentences);

describe('an answer stands by', () => {
  it.each([
    ['If I am not mistaken it was 1829', /1829/g],
    ['It was blue', /1829/g],
    ['It was not 1830 but 1829', /1829/g],
    ['It was not 1830 - it was 1829', /1829/g],
    ['It was not 7 but 9', /9/g],
    ['Not 1828; 1829 or thereabouts', /1829/g],
    ['a kazoo or 2 mouth flutes', /kazoo/g],
    [`${filler(150)}I am not sure who came.${filler(150)} A kazoo or flute.`, /kazoo/g],
  ])('%j', (text, wanted) => {
    expect(isAsserted(text, wanted)).toBe(true);
  });
});

describe('an answer does not stand by', () => {
  it.each([
    [`It was not 1829. ${filler(20)}`, /1829/g],
    ['Apollo 11 or 12', /Apollo 11/g],
    ['3 owls or 4 owls', /3 owls/g],
    ['A kazoo or a flute, I am not sure.', /kazoo/g],
    [`I am not sure. A kazoo or a flute. ${filler(300)}`, /kazoo/g],
    [`${filler(300)} A kazoo or a flute, but I am not sure.`, /kazoo/g],
    ['Either a flute or a kazoo.', /kazoo/g],
    ['It was not 1829. '.repeat(60), /1829/g],
  ])('%j', (text, wanted) => {
    expect(isAsserted(text, wanted)).toBe(false);
  });
});
