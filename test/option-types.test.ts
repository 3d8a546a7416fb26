/** What must not compile; `npm run types` checks it, and the test that it is refused at run time too. */
import { describe, expect, it } from 'vitest';
import { battery, countingStars, keyValueRetrieval, needleBench } from '../src/index.js';

describe('options', () => {
  it.each<[string, () => Promise<unknown>]>([
    // @ts-expect-error: a haystack is a name or files
    ['a haystack that is a number', () => countingStars({ haystack: 5 })],
    // @ts-expect-error: a mistyped option
    ['an option of a battery that does not exist', () => battery({ presett: 'quick' })],
    // @ts-expect-error: an option of one benchmark
    ['an option of one benchmark', () => battery({ order: 'ascending' })],
    // @ts-expect-error: a mistyped option of one benchmark
    ['a mistyped option of one benchmark', () => battery({ countingStars: { starz: 3 } })],
    // @ts-expect-error: an old name
    ['an old name', () => keyValueRetrieval({ gold: 'first' })],
    // @ts-expect-error: a version that does not exist
    ['a version that does not exist', () => needleBench({ versions: '64k' })],
  ])('refuse %s', async (_, make) => {
    await expect(make()).rejects.toThrow(
      /^(countingStars|battery|keyValueRetrieval|needleBench): /,
    );
  });
});
