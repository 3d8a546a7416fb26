import { z } from 'zod';
import { counts, firstGiven, type Options, tokenCount } from '../../options/kinds.js';
import { lengthConflict, lengthOptions } from '../../options/option-groups.js';
import { placeConflict, placeOptions } from '../places.js';

const PAIR = 'must be a list of two different words: the one that is repeated, and the other one';

const word = z.string(PAIR).regex(/^\S+$/u, PAIR);

export const repeatedOptions = {
  /** How many words a text has; each number of a list is a grid. 25 to 10000 by default, as in the report. */
  words: counts.optional(),
  /** The word that is repeated and the other one; `[mill, mills]` by default. */
  wordPair: z
    .tuple([word, word], PAIR)
    .refine(([common, other]) => common !== other, PAIR)
    .optional(),
  lengths: lengthOptions.lengths,
  maxTokens: tokenCount.optional(),
  ...placeOptions,
};

export type RepeatedOptions = Options<typeof repeatedOptions>;

export function conflict(config: Record<string, unknown>): string | undefined {
  const length = firstGiven(config, ['lengths', 'maxTokens']);
  if (config.words !== undefined && length !== undefined) {
    return `\`words\` and \`${length}\` both say how long a text is. Give one of them.`;
  }
  return lengthConflict(config) ?? placeConflict(config);
}
