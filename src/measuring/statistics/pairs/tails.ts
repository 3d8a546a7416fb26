/** Chances of coins. */

/** In how many ways this many of some things can be chosen. */
export function choose(things: number, chosen: number): number {
  let ways = 1;
  for (let i = 1; i <= chosen; i++) ways = (ways * (things - chosen + i)) / i;
  return ways;
}

/**
 * How likely, at the most, one of two equal readers has so much more in sum over some prompts. No scores from 0 to 1 differ more than
 * those of two readers whose every answer is worth 0 or 1 as a coin falls; so it is that of `2 × prompts` coins.
 */
export function coinTail(prompts: number, more: number): number {
  let tail = 0;
  for (let heads = prompts + Math.floor(more); heads <= 2 * prompts; heads++) {
    tail += choose(2 * prompts, heads);
  }
  return tail / 4 ** prompts;
}
