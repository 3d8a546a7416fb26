import { describe, expect, it } from 'vitest';
import { joinedIn } from '../../src/answers/joined.js';

const textsOf = (text: string) => joinedIn(text).map(({ texts }) => texts);

describe('joinedIn', () => {
  it.each([
    ['Label: sport/food', ['Label: sport', 'Label: food']],
    ['Label: **sport** | food.', ['Label: sport', 'Label: food']],
    ['Label: sport (or maybe food)', ['Label: sport', 'Label: food']],
    ['Label: sport, food or music', ['Label: sport', 'Label: food', 'Label: music']],
    ['Label: sport (13), food (9)', ['Label: sport', 'Label: food']],
    ['标签：动物、体育', ['标签：动物', '标签：体育']],
    ['14-15', ['14', '15']],
    ['75 (or 74 if the last one is not counted)', ['75', '74']],
    ['14–15', ['14', '15']],
    ['They are 8-9 generations apart', ['They are 8', 'They are 9']],
    ['User: 52453 / 77390', ['User: 52453', 'User: 77390']],
    ['It is 6690062 (or 6127946).', ['It is 6690062', 'It is 6127946']],
    ['Date: 2022-01-17 / 2022-01-06', ['Date: 2022-01-17', 'Date: 2022-01-06']],
    ['Date: 17 Jan 2022, 6 Jan 2022', ['Date: 17 Jan 2022', 'Date: 6 Jan 2022']],
    ['a1b2-c3d4 and e5f6-a7b8', ['a1b2-c3d4', 'e5f6-a7b8']],
  ])('%j: %j', (text, texts) => {
    expect(textsOf(text)).toEqual([texts]);
  });

  it.each([
    '',
    'Label: sport',
    'Date: 2021/10/13',
    'Date: October 13, 2021',
    'User: 52453 (5 records)',
    'The records are about sport, food',
    'They are 7 generations apart, with 5 people between them.',
    '先是一代，再是两代，一共三代。',
    '13 (13)',
    '1, 2, 3, 4, 5, 6',
    `${'word '.repeat(100)}14 / 15`,
    'It should be 132, not 123.',
  ])('%j: nothing', (text) => {
    expect(textsOf(text)).toEqual([]);
  });

  it('leaves other lines as they are, and looks at the last ones', () => {
    expect(textsOf('One of them.\n14/15\nDone.')).toEqual([
      ['One of them.\n14\nDone.', 'One of them.\n15\nDone.'],
    ]);
    expect(textsOf(`14/15${'\n.'.repeat(20)}`)).toEqual([]);
  });

  it('tells words that may be one value from those that are not', () => {
    expect(joinedIn('Paris, France')[0]!.isLoose).toBe(true);
    expect(joinedIn('Paris or Rome')[0]!.isLoose).toBe(false);
    expect(joinedIn('14, 15')[0]!.isLoose).toBe(false);
  });
});
