import { describe, expect, it } from 'vitest';
import { countingStars } from '../../src/index.js';

describe('an option inside another one', () => {
  it('is sent to its place where it is an option of its own', async () => {
    const haystack = { files: 'README.md', repeat: true };
    await expect(countingStars({ haystack })).rejects.toThrow(
      'countingStars: `haystack` takes no `repeat`. Write `repeat` beside `haystack`, as an option of its own.',
    );
  });

  it('is refused where there is none of that name', async () => {
    const haystack = [{ files: 'README.md', repeats: true }];
    await expect(countingStars({ haystack })).rejects.toThrow(
      'countingStars: `haystack[0]` takes no `repeats`. Leave it out.',
    );
  });
});
