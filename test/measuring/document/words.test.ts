import { describe, expect, it } from 'vitest';
import { riseText, thresholdText } from '../../../src/measuring/document/words.js';

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
