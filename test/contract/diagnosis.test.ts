import { expect, it } from 'vitest';
import { PHRASES } from '../../src/contract/diagnosis.js';

it('says each diagnosis in a phrase of its own that goes into a sentence', () => {
  const phrases = Object.values(PHRASES);
  expect(new Set(phrases).size).toBe(23);
  expect(phrases.filter((phrase) => !/^[a-z].*[a-z]$/.test(phrase))).toEqual([]);
});
