import type { ImaginedPrompt } from './imagined-answers.js';
import { type PowerOptions, regressionPower } from './regression-power.js';

const MOST_PROMPTS = 4000;

/**
 * Finds the smallest number of seeds with which a drop is found, by imagining larger and larger grids.
 *
 * @param oneSeed - the prompts of one seed
 * @param wanted - probability of finding the drop
 * @returns nothing if no grid of up to 4,000 prompts finds it
 */
export function seedsNeeded(
  oneSeed: readonly ImaginedPrompt[],
  options: PowerOptions,
  wanted: number,
  settings: { evaluations?: number; seed?: string } = {},
): number | undefined {
  if (oneSeed.length === 0 || options.drop <= options.maxDrop) return undefined;
  const most = Math.max(1, Math.floor(MOST_PROMPTS / oneSeed.length));
  const enough = (seeds: number) => {
    const grid = Array.from({ length: seeds }, () => oneSeed).flat();
    return regressionPower(grid, options, settings).probability >= wanted;
  };
  let low = 0;
  let high = 1;
  while (!enough(high)) {
    if (high === most) return undefined;
    low = high;
    high = Math.min(most, 2 * high);
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
