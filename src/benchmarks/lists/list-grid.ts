/** Data that are a list of items, one of which is asked about at every place of it: pairs, or words. */
import { firstGiven, tokenCount } from '../../options/kinds.js';
import {
  DEFAULT_MAX_TOKENS,
  lengthConflict,
  lengthOptions,
  lengthsOf,
} from '../../options/option-groups.js';
import { type PlaceOptions, placeConflict, placeOptions, spotsOf } from './places.js';

export const listOptions = {
  lengths: lengthOptions.lengths,
  maxTokens: tokenCount.optional(),
  ...placeOptions,
} as const;

/**
 * What is wrong beside the option that says how many items there are, judged by what the user wrote.
 *
 * @param items - the option: `words`
 * @param says - what it says, as lengths do too: `how long a text is`
 */
export function listConflict(config: Record<string, unknown>, items: string, says: string) {
  const length = firstGiven(config, ['lengths', 'maxTokens']);
  if (config[items] !== undefined && length !== undefined) {
    return `\`${items}\` and \`${length}\` both say ${says}. Give one of them.`;
  }
  return lengthConflict(config) ?? placeConflict(config);
}

interface ListGrid {
  generator: string;
  items: string;
  amounts: readonly number[];
  guess(tokens: number): number;
}

/** The prompts of lists, by seed and size: one for each place that is another one there. */
export function* listGrid(
  options: PlaceOptions & {
    lengths?: number | number[] | undefined;
    maxTokens?: number | undefined;
    seeds: readonly number[];
  },
  { amounts, guess, ...list }: ListGrid,
) {
  const { lengths, maxTokens, seeds } = options;
  const byLength = lengths !== undefined || maxTokens !== undefined;
  const sizes = byLength
    ? lengthsOf({ lengths, maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS })
    : amounts;
  for (const seed of seeds) {
    for (const size of sizes) {
      const amount = byLength ? guess(size) : size;
      for (const place of spotsOf(options, amount, list, byLength)) {
        const length = byLength ? { tokens: size } : { size: `${amount} ${list.items}` };
        yield { ...length, seed, amount, place };
      }
    }
  }
}
