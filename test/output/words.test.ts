import { describe, expect, it } from 'vitest';
import { effectiveLengthText, reachText } from '../../src/output/words.js';

describe('effectiveLengthText', () => {
  it.each([
    [{ value: 64_000, low: 32_000 }, '64K (low 32K)'],
    [{ value: 64_000, low: 64_000 }, '64K'],
    [{ value: 64_000, low: 0 }, '64K (low none)'],
    [{ value: 0, low: 0 }, 'none'],
  ])('%j is %s', (effectiveLength, text) => {
    expect(effectiveLengthText({ effectiveLength })).toBe(text);
  });

  it('is unknown where the shortest length has no answers, and known where a longer one has none', () => {
    const none = { value: 0, low: 0 };
    expect(effectiveLengthText({ effectiveLength: none, unknownFrom: 4000 })).toBe('unknown');
    const some = { value: 4000, low: 4000 };
    expect(effectiveLengthText({ effectiveLength: some, unknownFrom: 8000 })).toBe('4K');
  });
});

describe('reachText', () => {
  it('is a length, or none', () => {
    expect([0, 4000, 128_000, 1_000_000].map(reachText)).toEqual(['none', '4K', '128K', '1M']);
  });
});
