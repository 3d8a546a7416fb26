import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascending, mean, sum } from '../../../src/base/numbers.js';
import { byCodeUnits, counted, quoted } from '../../../src/base/text/texts.js';

describe('byCodeUnits', () => {
  it('orders as sort does by itself, whatever the language of the machine', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        expect([...texts].sort(byCodeUnits)).toEqual([...texts].sort());
      }),
    );
    expect(['ä', 'z', 'Z'].sort(byCodeUnits)).toEqual(['Z', 'z', 'ä']);
  });
});

describe('counted', () => {
  it.each([
    [0, '0 seeds'],
    [1, '1 seed'],
    [2, '2 seeds'],
  ])('%d is %s', (count, text) => {
    expect(counted(count, 'seed')).toBe(text);
  });
});

describe('numbers', () => {
  it('have a sum, a mean and an order', () => {
    expect([sum([]), sum(new Set([1, 2]))]).toEqual([0, 3]);
    expect([mean([]), mean([1, 2])]).toEqual([0, 1.5]);
    expect(ascending([10, 9, 10])).toEqual([9, 10]);
  });
});

it('quoted is the start of an answer in one line', () => {
  expect(quoted(' a\n\n b ')).toBe('"a b"');
  expect(quoted('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
  expect(quoted('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`);
  expect(quoted(`a${' '.repeat(200)}b`)).toBe('"a"');
});
