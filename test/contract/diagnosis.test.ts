import { expect, it } from 'vitest';
import { speaking } from '../../src/base/text/speaking.js';
import { DIAGNOSES, diagnosisName } from '../../src/contract/diagnosis.js';

it('calls each diagnosis by its id in English, and by a word in another language', () => {
  expect(DIAGNOSES.map(diagnosisName)).toEqual(DIAGNOSES);
  const names = speaking(['zh'], () => DIAGNOSES.map(diagnosisName));
  expect(new Set(names).size).toBe(24);
  expect(names.filter((name) => /[a-z]/.test(name))).toEqual([]);
});

it('calls a diagnosis of another version by its id', () => {
  expect(diagnosisName('hasOwnProperty')).toBe('hasOwnProperty');
});
