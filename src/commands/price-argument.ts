import { InvalidArgumentError } from 'commander';
import type { GivenPrice } from '../plan/prices.js';

/** `2.5/10`, or `provider=2.5/10` where the provider may hold any character. */
const PRICE = /^(?:(.+)=)?(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/s;

/** Prices per million tokens, one more with each time that the option is given. */
export function priceArgument(text: string, earlier: readonly GivenPrice[]): GivenPrice[] {
  const [, provider, input, output] = PRICE.exec(text.trim()) ?? [];
  if (input === undefined || output === undefined) {
    throw new InvalidArgumentError(
      'It must be the prices per million tokens of prompts and of answers, for example 2.5/10 or ' +
        '"openai:gpt-4.1=2/8".',
    );
  }
  const price = { input: Number(input), output: Number(output) };
  return [...earlier, { ...price, ...(provider && { provider }) }];
}
