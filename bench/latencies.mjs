/** What studies assume of time, where prompts wait for each other. */

/** Calls at once, as promptfoo makes them. */
export const LANES = 4;

/** Seconds until a process of promptfoo calls a provider, and between an answer and the next call of one that runs. */
export const START = 2.4;
export const BETWEEN = 0.1;

/** Latency of a call in seconds: a second, another for 16K tokens of prompt, times what varies between calls. */
export function latencyOf(tokens, random) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return (1 + tokens / 16_000) * Math.exp(0.5 * normal);
}
