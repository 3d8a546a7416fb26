import { z } from 'zod';
import { readDataset } from '../../datasets.js';
import { once } from '../words.js';

const values = z.record(z.string(), z.number());

/** Numerals and number words, and what they are worth, from `datasets/reading/numbers.yaml`. */
export const wordedNumbers = once(() =>
  readDataset(
    'reading/numbers.yaml',
    z.strictObject({ digits: values, powers: values, words: values, joined: values }),
  ),
);
