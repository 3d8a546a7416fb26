import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readList } from '../../src/assertions/read-answer.js';

const read = (output: unknown) => readList(output, 'little_penguin');

describe('readList', () => {
  it.each([
    ['JSON', '{"little_penguin": [3, 5, 9]}', 'json'],
    ['JSON with another key', '{"penguin": [3, 5, 9]}', 'json'],
    ['a bare array', '[3, 5, 9]', 'json'],
    ['numbers as strings', '{"little_penguin": ["3", "5 ★", "9"]}', 'json'],
    ['fenced JSON', '```json\n{"little_penguin": [3, 5, 9]}\n```', 'fenced'],
    ['fenced JSON behind words', 'Here it is:\n```\n[3, 5, 9]\n```\nDone.', 'fenced'],
    ['JSON inside prose', 'I found {"little_penguin": [3, 5, 9]} in [1] the text.', 'embedded'],
    [
      'the last of two answers',
      '{"little_penguin": [1]} or rather {"little_penguin": [3, 5, 9]}',
      'embedded',
    ],
    ['a list inside prose', 'The numbers are [3, 5, 9], I think.', 'embedded'],
    ['a list with a trailing comma', '{"little_penguin": [3, 5, 9,]}', 'embedded'],
    ['a bare list', '3, 5, 9', 'bare'],
    ['a bare list in lines', '3\n5\n9', 'bare'],
    ['a list cut off behind a comma', '{"little_penguin": [3, 5, 9, ', 'cut-off'],
    ['a list cut off inside a number', '{"little_penguin": [3, 5, 9, 1', 'cut-off'],
  ])('reads %s', (_name, output, step) => {
    expect(read(output)).toEqual({ step, numbers: [3, 5, 9] });
  });

  it('reads what a provider has parsed', () => {
    expect(read({ little_penguin: [3, '5', 9] })).toEqual({ step: 'json', numbers: [3, 5, 9] });
  });

  it.each(['', 'I cannot help with that.', '{"little_penguin": "many"}', '[]', '{}', 'null'])(
    'finds nothing in %j',
    (output) => {
      expect(read(output)).toEqual({ step: 'unreadable', numbers: [] });
    },
  );

  it.each([undefined, null, 5, true, { a: { b: 1 } }])(
    'finds nothing in the value %j',
    (output) => {
      expect(read(output).step).toBe('unreadable');
    },
  );

  it('never throws and gives only finite numbers', () => {
    const noise = fc.array(
      fc.oneof(
        fc.constantFrom(
          '[',
          ']',
          '{',
          '}',
          '"',
          ',',
          ':',
          '```',
          'json',
          'little_penguin',
          '1',
          '9e999',
          '-',
          '★',
          '\n',
        ),
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(
        noise.map((parts) => parts.join('')),
        (text) => {
          expect(read(text).numbers.every(Number.isFinite)).toBe(true);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it.each(['[', '[1,', '```', '{"a":', ' ', '1 ', 'x', '"', '[["'])(
    'takes time linear in an answer that repeats %j',
    (unit) => {
      const time = (length: number) => {
        const text = unit.repeat(length / unit.length);
        const start = performance.now();
        read(text);
        return performance.now() - start;
      };
      time(1_000_000);
      // Eight times the text: linear is 8, quadratic 64.
      expect(time(8_000_000)).toBeLessThan(32 * Math.max(time(1_000_000), 20));
    },
  );
});
