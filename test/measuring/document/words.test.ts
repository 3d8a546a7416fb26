import { describe, expect, it } from 'vitest';
import { thresholdText } from '../../../src/measuring/document/words.js';

describe('thresholdText', () => {
  it('says what it is relative to', () => {
    expect(thresholdText({ threshold: 0.85 })).toBe('85%');
    expect(thresholdText({ threshold: 0.85, baseLengths: 3 })).toBe('0.85 × the base score');
  });
});
