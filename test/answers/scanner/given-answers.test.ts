import { expect, it } from 'vitest';
import { readList } from '../../../src/answers/readable-answer.js';
import { GIVEN_ANSWERS } from './given-answers.js';
import { hintsInEnglish } from './hints.js';

it.each(GIVEN_ANSWERS)('%s', (_, answer, numbers) => {
  expect(readList(answer, hintsInEnglish())).toMatchObject({ numbers, near: [] });
});
