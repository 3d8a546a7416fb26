export function choose(things: number, chosen: number): number {
  let ways = 1;
  for (let i = 1; i <= chosen; i++) ways = (ways * (things - chosen + i)) / i;
  return ways;
}

/**
 * Bounds the chance that one of two equal models has so much more in sum: that of `2 × prompts` coins, since no
 * scores from 0 to 1 differ more than coin tosses.
 */
export function coinTail(prompts: number, more: number): number {
  let tail = 0;
  for (let heads = prompts + Math.floor(more); heads <= 2 * prompts; heads++) {
    tail += choose(2 * prompts, heads);
  }
  return tail / 4 ** prompts;
}
