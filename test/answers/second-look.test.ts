import { describe, expect, it } from 'vitest';
import { doubtOf } from '../../src/answers/second-look.js';

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
