import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { imaginedPaths } from '../../../../src/measuring/statistics/curve/expected-information.js';
import { imaginedPrompts } from '../../../../src/measuring/statistics/curve/imagined-prompts.js';
import { learntCurve } from '../../../../src/measuring/statistics/curve/learnt-curve.js';
import type { PromptMarks } from '../../../../src/measuring/statistics/curve/prompt-marks.js';

/** Prompts imagined that are to tell on which side of a length recall falls. */
function imagined(prompts: readonly PromptMarks[], lengths: number[], at: number, marks: number) {
  const curve = learntCurve(prompts, 0.85, lengths);
  const random = seedrandom('imagined');
  const paths = imaginedPaths(curve, curve.explanations, marks, random);
  const node = curve.tokens.indexOf(at);
  const kinds = Int32Array.from(paths.recalls, (path) => Number(path[node]! >= 0.85));
  return { paths, ...imaginedPrompts(paths, kinds, random) };
}

describe('imaginedPrompts', () => {
  it('tell most at the length in question, between one that is read well and one that is not', () => {
    const ends = [4000, 128_000].flatMap((tokens) =>
      [1, 2, 3].map(() => ({
        tokens,
        marks: Array.from({ length: 16 }, (_, k) => Number(tokens < 5000 || k < 4)),
      })),
    );
    const { information, paths } = imagined(ends, [24_000], 24_000, 16);
    const [short, middle, long] = information([4000, 24_000, 128_000]);
    expect(middle).toBeGreaterThan(short!);
    expect(middle).toBeGreaterThan(long!);
    expect(middle).toBeGreaterThan(0.05);
    expect(paths.recalls).toHaveLength(paths.count);
    for (const path of paths.recalls) {
      expect(path.every((recall, node) => node === 0 || recall <= path[node - 1]!)).toBe(true);
    }
  });

  it('tell less once some are chosen', () => {
    const { information, choose } = imagined([], [4000, 16_000, 64_000], 16_000, 96);
    const [before] = information([16_000]);
    for (let i = 0; i < 8; i++) choose(16_000);
    expect(information([16_000])[0]).toBeLessThan(before! / 2);
  });

  it('need no answer yet, but lengths', () => {
    const lengths = [4000, 128_000];
    const { information } = imagined([], lengths, 4000, 8);
    expect(information([8000])[0]).toBeGreaterThan(0);
    expect(() => information([2000])).toThrow('the curve reaches from 4000 to 128000, not 2000');
    expect(() => imagined([], lengths, 4000, 0)).toThrow(
      'marks must be a whole number above 0, not 0',
    );
  });
});
