import { describe, expect, it } from 'vitest';
import {
  behindCorrection,
  doubtOf,
  isAsserted,
  standingParts,
} from '../../src/answers/standing.js';

/** Why an answer with "food" may not stand by it: what of it is left has no "food". */
const doubts = (text: string) =>
  standingParts(text)
    .filter(({ texts }) => {
      const lost = texts.filter((part) => !part.includes('food'));
      return lost.length > 0 && (texts.length === 1 || lost.length < texts.length);
    })
    .map(({ why }) => why);

describe('standingParts', () => {
  it.each([
    ['It is not food.', 'not asserted'],
    ['NOT {"label": ["food"]}', 'not asserted'],
    ['The labels are NOT sport: weather\nfood: travel', 'not asserted'],
    ['It is not:\n- food', 'not asserted'],
    ['不是food。', 'not asserted'],
    ['Это не food', 'not asserted'],
    ['food은(는) 아닙니다.', 'not asserted'],
    ['food is wrong.', 'not asserted'],
    ['I cannot say whether it is, all in all, Label: food.', 'not asserted'],
    ['Is it food?', 'asked'],
    ['food or weather', 'one of two'],
    ['Label: weather or Label: food', 'one of two'],
    ['[food, bread] or [weather, rain]', 'one of two'],
    ['weather, or food.', 'one of two'],
    ['food或weather', 'one of two'],
    ['Label: food\n\nNo, that is wrong.', 'corrected'],
    ['Label: food\n\nCorrection: weather', 'corrected'],
    ['Label: food. 更正：weather', 'corrected'],
  ])('%j: %s', (text, why) => {
    expect(doubts(text)).toEqual([why]);
  });

  it.each([
    'Label: food',
    'It is not weather but food.',
    'It is not weather, it is food.',
    'Not weather. Food is wrong here? No: food.',
    'I did not count what other labels there are, so it is food',
    'There is not a single other label in it: food',
    'Not only food.',
    'Correction: I missed one label. food',
    'food, or more of it',
    'food. Let me know if you want more or less.',
    'OR-3690: food',
    'Which is it? food',
    'Label: weather\n\nCorrection: food',
    '- (not found)\n- food',
    '1. Not stated.\n2. food',
    '1. not in the text\n2. food',
  ])('%j: none', (text) => {
    expect(doubts(text)).toEqual([]);
  });

  it('leaves an answer alone that denies and offers nothing', () => {
    expect(standingParts('Label: food')).toEqual([]);
  });
});

describe('behindCorrection', () => {
  it('is what follows the last one', () => {
    expect(behindCorrection('A. That is wrong. Correction: B. I made a mistake: **C**')).toBe(
      'C**',
    );
    expect(behindCorrection('A')).toBe('A');
  });
});

describe('doubtOf', () => {
  it.each([
    ['Label: food or weather', 'one of two'],
    ['Label: weather or food', 'one of two'],
    ['Label: food, or weather.', 'one of two'],
    ['Label: **food** or **weather**', 'one of two'],
    ['food oder Wetter', 'one of two'],
    ['food 或 weather', 'one of two'],
    ['food 또는 weather', 'one of two'],
    ['food или weather', 'one of two'],
    ['Either food or a flute', 'one of two'],
    ['weather or food — I am not sure.', 'one of two'],
    ['food或weather，我不确定。', 'one of two'],
    ['Label: not food', 'not asserted'],
    ["It isn't food", 'not asserted'],
    ['It isn’t food', 'not asserted'],
    ['food is not the answer', 'not asserted'],
    ['nicht food', 'not asserted'],
    ['不是food', 'not asserted'],
    ['не food', 'not asserted'],
    ['Is it food?', 'asked'],
    ['not food; not food', 'not asserted'],
  ])('%j: %s', (text, doubt) => {
    expect(doubtOf(text, /food/g)).toBe(doubt);
  });

  it.each([
    'Label: food',
    'food, ahead of weather',
    'food or more',
    'Whether or not it rains, it is food.',
    'not weather but food',
    'Is it food? Yes: food.',
    'weather',
  ])('%j: none', (text) => {
    expect(doubtOf(text, /food/g)).toBeUndefined();
  });

  it('finds no doubt where the other one is right as well', () => {
    expect(
      doubtOf('food or weather', /food/g, (other) => other.includes('weather')),
    ).toBeUndefined();
  });

  it('looks at the first 50 places', () => {
    expect(doubtOf(`${'not food. '.repeat(50)}food.`, /food/g)).toBe('not asserted');
    expect(doubtOf(`${'not food. '.repeat(49)}food.`, /food/g)).toBeUndefined();
  });
});

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
    ['It is not allowed', /not allowed/g],
  ])('%j', (text, wanted) => {
    expect(isAsserted(text, wanted)).toBe(true);
  });
});

describe('an answer does not stand by', () => {
  it.each([
    [`It was not 1829. ${filler(20)}`, /1829/g],
    ['It was not 1829. '.repeat(60), /1829/g],
  ])('%j', (text, wanted) => {
    expect(isAsserted(text, wanted)).toBe(false);
  });
});
