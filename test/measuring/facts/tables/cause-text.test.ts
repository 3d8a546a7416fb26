import { expect, it } from 'vitest';
import { DIAGNOSES } from '../../../../src/contract/diagnosis.js';
import { foreign } from '../../../../src/measuring/document/foreign.js';
import { diagnosisPhrase } from '../../../../src/measuring/facts/tables/cause-text.js';

it('says each diagnosis in a phrase of its own that goes into a sentence', () => {
  const phrases = DIAGNOSES.map(diagnosisPhrase);
  expect(new Set(phrases).size).toBe(24);
  expect(phrases.filter((phrase) => !/^[a-z].*[a-z]$/.test(phrase))).toEqual([]);
});

it('has a diagnosis of another version as it is, marked as from outside', () => {
  expect(diagnosisPhrase('hasOwnProperty')).toBe(foreign('hasOwnProperty'));
});
