import { describe, expect, it } from 'vitest';
import { buildPrompt } from '../../src/generators/prompt.js';
import * as generators from '../../src/index.js';
import { promptDigest } from './digest.mjs';

describe('determinism', () => {
  it('gives the same bytes on every machine and Node version', async () => {
    expect(await promptDigest(generators as never, buildPrompt as never)).toBe(
      '50b5cbcc20eeba3f3e3b045e789933d19b23b74ab022361c5da60380d754b089',
    );
  });
});
