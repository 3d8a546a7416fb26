import { describe, expect, it } from 'vitest';
import { lookedFor } from '../../../../src/extras/stretch/asking/looked-for.js';

const namesOf = (assert: object[], vars: Record<string, unknown> = {}) =>
  lookedFor([{ assert, vars }]).map(({ name }) => name);

describe('lookedFor', () => {
  it.each<[string, unknown, string[]]>([
    ['contains', 'Ahoy', ['Ahoy']],
    ['not-icontains', 'sorry', ['sorry']],
    ['equals', 42, ['42']],
    ['starts-with', ' Yes', ['Yes']],
    ['contains-any', ['a key', 'a lock'], ['a key', 'a lock']],
    ['icontains-all', 'red, green,"blue"', ['red', 'green', 'blue']],
    ['equals', { answer: 'Paris', sure: true }, ['Paris']],
    ['regex', '\\d+ euros?', ['/\\d+ euros?/']],
    ['javascript', "output.includes('matey') && output.split(' ').length > 2", ['matey']],
    ['python', '"arr, " in output', ['arr,']],
  ])('takes what %s %j looks for', (type, value, names) => {
    expect(namesOf([{ type, value }])).toEqual(names);
  });

  it.each<[string, unknown]>([
    ['llm-rubric', 'speaks like a pirate'],
    ['similar', 'Ahoy'],
    ['latency', 500],
    ['contains', '  '],
    ['regex', '(unclosed'],
    ['is-json', { required: ['color'] }],
  ])('takes nothing of %s %j', (type, value) => {
    expect(namesOf([{ type, value }])).toEqual([]);
  });

  it('fills in variables, each value of a list, and keeps what is around an unknown one', () => {
    const assert = [{ type: 'contains', value: 'in {{ city | upper }}' }];
    expect(namesOf(assert, { city: ['Oslo', 'Rome'] })).toEqual(['in Oslo', 'in Rome']);
    expect(
      namesOf([{ type: 'equals', value: '{{place.name}}' }], { place: { name: 'Bonn' } }),
    ).toEqual(['Bonn']);
    expect(namesOf([{ type: 'contains', value: 'Dr {{nobody}} Who' }])).toEqual(['Dr', 'Who']);
  });

  it('looks into sets, and names each text once', () => {
    const inner = { type: 'contains', value: 'Ahoy' };
    expect(
      namesOf([inner, { type: 'assert-set', assert: [inner, { type: 'equals', value: 'no' }] }]),
    ).toEqual(['Ahoy', 'no']);
  });

  it('finds texts in any case, and a regular expression as it is', () => {
    const [text, regex] = lookedFor([
      {
        assert: [
          { type: 'contains', value: 'Ahoy' },
          { type: 'regex', value: '^Mar' },
        ],
        vars: {},
      },
    ]);
    expect(text!.isIn('an AHOYA')).toBe(true);
    expect(regex!.isIn('old Marta')).toBe(false);
    expect(regex!.isIn('Marta')).toBe(true);
  });
});
