import { describe, expect, it } from 'vitest';
import {
  effectiveLengthFigures,
  effectiveLengthText,
  reachText,
} from '../../../src/measuring/output/effective-length.js';
import { riseText, thresholdText } from '../../../src/measuring/output/words.js';

const asked = { shortest: 4000, longest: 128_000 };
const most = Number.POSITIVE_INFINITY;

describe('an effective length', () => {
  it.each([
    [{ value: 48_000, low: 40_000, high: 57_000 }, '48K (40K–57K)'],
    [{ value: most, low: 96_000, high: most }, 'at least 128K (96K–≥128K)'],
    [{ value: most, low: most, high: most }, 'at least 128K'],
    [{ value: 0, low: 0, high: 6000 }, 'below 4K (<4K–6K)'],
    [{ value: 0, low: 0, high: 0 }, 'below 4K'],
    [{ value: 48_000, low: 0, high: most }, 'unknown'],
  ])('%j is %s', (effectiveLength, text) => {
    expect(effectiveLengthText({ ...asked, effectiveLength })).toBe(text);
  });

  it('says why there is none', () => {
    expect(effectiveLengthText(asked)).toBe('unknown');
    expect(effectiveLengthText({ ...asked, rise: { clear: true } })).toBe('none, recall rises');
    expect(effectiveLengthText({ ...asked, rise: { clear: false } })).toBe('unknown');
  });

  it('is a number or a word in JSON, and never null', () => {
    const effectiveLength = { value: most, low: 57_000, high: most };
    expect(effectiveLengthFigures({ ...asked, effectiveLength })).toEqual({
      value: 'at least 128000',
      low: 57_000,
      high: 'at least 128000',
    });
    expect(
      effectiveLengthFigures({ ...asked, effectiveLength: { value: 0, low: 0, high: 4500 } }),
    ).toEqual({ value: 'below 4000', low: 'below 4000', high: 4500 });
    expect(effectiveLengthFigures(asked)).toBeUndefined();
  });
});

describe('riseText', () => {
  it('says from where to where, if it is clear', () => {
    const rise = { by: 0.19, shorterFrom: 4000, shorterTo: 8000, longerFrom: 12_000 };
    expect(riseText({ ...rise, longerTo: 12_000, clear: true })).toBe(
      'rises by 0.190 from 4K–8K to 12K',
    );
    expect(riseText({ ...rise, longerTo: 12_000, clear: false })).toBe('no clear rise with length');
    expect(riseText(undefined)).toBe('no clear rise with length');
  });
});

describe('thresholdText', () => {
  it('says what it is relative to', () => {
    expect(thresholdText({ threshold: 0.85 })).toBe('0.85');
    expect(thresholdText({ threshold: 0.85, baseLengths: 3 })).toBe('0.85 × the base score');
  });
});

describe('reachText', () => {
  it('is a length, or none', () => {
    expect([0, 4000, 128_000, 1_000_000].map(reachText)).toEqual(['none', '4K', '128K', '1M']);
  });
});
