import { InvalidArgumentError } from 'commander';

/** Arguments of the command line as values; what is wrong with one is said in one sentence. */

/** A number from 0 to 1. */
export function shareArgument(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) {
    throw new InvalidArgumentError('It must be a number from 0 to 1, for example 0.85.');
  }
  return value;
}

/** A recall that can be fallen short of, and reached. */
export function thresholdArgument(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < 1)) {
    throw new InvalidArgumentError('It must be above 0 and below 1, for example 0.85.');
  }
  return value;
}

/** How many of something. */
export function countArgument(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !(value >= 1 && Number.isSafeInteger(value))) {
    throw new InvalidArgumentError('It must be a whole number from 1 on, for example 3.');
  }
  return value;
}

/** What the letters behind a length mean, in tokens. */
const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1000, m: 1_000_000 };

/** A length in tokens, also as reports write it: `64000`, `64K`, `1.5M`. */
export function tokensArgument(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d{1,6})?)([km]?)$/i.exec(text.trim()) ?? [];
  // Rounded to what six decimals of a million can say: 1.005 × 1000 is 1004.9999999999999.
  const value = Number((Number(digits) * UNITS[unit.toLowerCase()]!).toFixed(6));
  if (!(value >= 1 && Number.isSafeInteger(value))) {
    throw new InvalidArgumentError(
      'It must be a whole number of tokens, for example 64000 or 64K.',
    );
  }
  return value;
}

/** An option that may be given several times, as a list. */
export function several<T>(one: (text: string) => T): (text: string, list?: T[]) => T[] {
  return (text, list = []) => [...list, one(text)];
}
