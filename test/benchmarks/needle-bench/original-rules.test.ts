import { describe, expect, it } from 'vitest';
import { boxedName } from '../../../src/answers/texts/boxes.js';
import {
  markLiterally,
  scoreSingle,
  scoreWords,
} from '../../../src/benchmarks/needle-bench/index.js';

describe('the rules of OpenCompass', () => {
  it('finds a keyword only as it is spelt', () => {
    expect(markLiterally('in the barnyard', ['barn'])).toBe(1);
    expect(markLiterally('in the Barn', ['barn'])).toBe(0);
    expect(markLiterally('in a stable', ['barn', 'stable'])).toBe(1);
    expect(markLiterally('1,396 steps', ['1396'])).toBe(0);
  });

  it('gives up to 0.2 for likeness to the needle without white space', () => {
    expect(scoreSingle('the barn', 'It is in the barn.', ['barn'])).toBe(1);
    expect(scoreSingle('It is in the Barn.', 'It is in the barn.', ['barn'])).toBeCloseTo(
      0.2 * (1 - 1 / 14),
    );
    expect(scoreSingle('I t i s\nin the barn', 'It is in the barn.', ['shed'])).toBeCloseTo(
      0.2 * (1 - 1 / 14),
    );
    expect(scoreSingle('', 'barn', ['barn'])).toBe(0);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(scoreSingle('😀😀', '😀x', ['?'])).toBeCloseTo(0.1);
    expect(scoreSingle('😀😁', '😀😁😂😃', ['?'])).toBeCloseTo(0.1);
  });

  it('gives a share for each word of a keyword, whatever its capitals', () => {
    expect(scoreWords('by tobin, I think', ['Tobin Eldersaw'])).toBe(0.5);
    expect(scoreWords('ELDERSAW, TOBIN', ['Tobin Eldersaw'])).toBe(1);
    expect(scoreWords('doorknobs', ['doorknob', 'door knob'])).toBe(1);
    expect(scoreWords('', ['x'])).toBe(0);
  });

  it.each([
    ['so \\boxed{Osbert Flintlock}.', 'Osbert Flintlock'],
    ['\\boxed{A} … no, \\boxed{Osbert~Flintlock}', 'Osbert Flintlock'],
    ['\\boxed{\\text{Osbert\nFlintlock}}', 'Osbert Flintlock'],
    ['\\boxed{{Osbert  Flintlock}}', 'Osbert Flintlock'],
    ['\\boxed{"Osbert Flintlock"}', 'Osbert Flintlock'],
    ['\\boxed{Osbert\\ Flintlock}', 'Osbert Flintlock'],
    ['\\boxed{}', undefined],
    ['\\boxed{Osbert', undefined],
    ['Osbert Flintlock', undefined],
    ['\\boxed Osbert', undefined],
  ])('reads the last box of %j', (answer, name) => {
    expect(boxedName(answer)).toBe(name);
  });

  it('takes linear time', () => {
    const long = 'x'.repeat(4_000_000);
    expect(scoreSingle(long, 'It is in the barn.'.repeat(6), ['barn'])).toBeLessThan(0.01);
    for (const name of [`\\boxed{${'\\text{'.repeat(500_000)}}`, '\\boxed{'.repeat(500_000)]) {
      expect(() => boxedName(name)).not.toThrow();
    }
  });
});
