/** How the time that some work takes grows with what it is given, as ratios within one run. */
import { expect } from 'vitest';

/** This many times as long as linear work would take is too long: quadratic work takes 8 times as long. */
const TOO_LONG = 4;

/** Each time is the least of several, as noise only adds to it: of up to this many, while it seems too long. */
const ROUNDS = 8;

/** Microseconds that a clock may be coarse by: quick work is done again and again for so long. */
const COARSE = 2000;

/**
 * Expect that work takes time linear in what it is given, from each size to the next.
 *
 * @param sizes - ascending, each at least 8 times the one before, so that quadratic work shows
 * @param make - what is worked on, of a size
 */
export function expectLinear<Input>(
  sizes: readonly number[],
  make: (size: number) => Input,
  work: (input: Input) => unknown,
): void {
  for (const [i, size] of sizes.slice(1).entries()) {
    const factor = size / sizes[i]!;
    const [small, large] = [make(sizes[i]!), make(size)];
    const time = (input: Input) => processorTime(() => work(input));
    // The first time is slower than all others, and a slow small size hides what grows.
    work(small);
    const least = { small: time(small), large: Number.POSITIVE_INFINITY };
    const growth = () => least.large / least.small / factor;
    for (let round = 0; round < ROUNDS && growth() >= TOO_LONG; round++) {
      least.small = Math.min(least.small, time(small));
      least.large = Math.min(least.large, time(large));
    }
    expect(growth(), `from ${sizes[i]} to ${size}, by that factor`).toBeLessThan(TOO_LONG);
  }
}

/** Microseconds of this process's processor: a clock on the wall says more of other processes. */
function processorTime(work: () => unknown): number {
  const start = process.cpuUsage();
  for (let times = 1; ; times++) {
    work();
    const { user, system } = process.cpuUsage(start);
    if (user + system > COARSE) return (user + system) / times;
  }
}
