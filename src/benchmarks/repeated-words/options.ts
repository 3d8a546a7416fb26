import { z } from 'zod';
import {
  counts,
  firstGiven,
  type GeneralOptions,
  generalOptions,
  type LengthOptions,
  lengthConflict,
  lengthOptions,
  optionsOf,
  tokenCount,
} from '../../options/options.js';
import { type PlaceOptions, placeConflict, placeOptions } from '../places.js';

const PAIR = 'must be a list of two different words: the one that is repeated, and the other one';

export interface RepeatedWordsConfig extends LengthOptions, PlaceOptions, GeneralOptions {
  /** How many words a text has; each number of a list is a grid. 25 to 10000 by default, as in the report. */
  words?: number | number[];
  /** The word that is repeated and the other one; `[mill, mills]` by default. */
  wordPair?: [string, string];
}

const word = z.string(PAIR).regex(/^\S+$/u, PAIR);

export const repeatedOptions = optionsOf<RepeatedWordsConfig>()({
  words: counts.optional(),
  wordPair: z
    .tuple([word, word], PAIR)
    .refine(([common, other]) => common !== other, PAIR)
    .optional(),
  lengths: lengthOptions.lengths,
  maxTokens: tokenCount.optional(),
  ...placeOptions,
  ...generalOptions,
});

export type RepeatedOptions = z.output<typeof repeatedOptions>;

export function conflict(config: Record<string, unknown>): string | undefined {
  const length = firstGiven(config, ['lengths', 'maxTokens']);
  if (config.words !== undefined && length !== undefined) {
    return `\`words\` and \`${length}\` both say how long a text is. Give one of them.`;
  }
  return lengthConflict(config) ?? placeConflict(config);
}
