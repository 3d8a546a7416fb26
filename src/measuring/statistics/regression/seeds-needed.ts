import type { ImaginedPrompt } from './imagined-answers.js';
import { type PowerOptions, regressionPower } from './regression-power.js';

const MOST_PROMPTS = 4000;

/**
 * Finds the smallest number of seeds or questions with which a drop is found, by imagining larger and larger
 * grids.
 *
 * @param kinds - the prompts of one seed, or of each question, to imagine more of in turn
 * @param wanted - probability of finding the drop
 * @returns nothing if no grid of up to 4,000 prompts finds it
 */
export function seedsNeeded(
  kinds: readonly (readonly ImaginedPrompt[])[],
  options: PowerOptions,
  wanted: number,
  settings: { evaluations?: number; seed?: string } = {},
): number | undefined {
  const prompts = kinds.flat().length;
  if (prompts === 0 || options.drop <= options.maxDrop) return undefined;
  const most = Math.max(1, Math.floor((MOST_PROMPTS * kinds.length) / prompts));
  const enough = (count: number) => {
    const grid = Array.from({ length: count }, (_, i) =>
      kinds[i % kinds.length]!.map((one) =>
        one.question === undefined ? one : { ...one, question: `${i}` },
      ),
    ).flat();
    return regressionPower(grid, options, settings).probability >= wanted;
  };
  let low = 0;
  let high = 1;
  while (!enough(high)) {
    if (high === most) return undefined;
    low = high;
    high = Math.min(most, 2 * high);
  }
  // An estimate is no closer than a tenth.
  while (high - low > Math.max(1, kinds.length > 1 ? high / 10 : 0)) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
