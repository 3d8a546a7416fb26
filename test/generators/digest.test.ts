import { describe, expect, it } from 'vitest';
import { buildPrompt } from '../../src/generators/prompt.js';
import { countingStars } from '../../src/index.js';
import { promptDigest } from './digest.mjs';

describe('determinism', () => {
  it('gives the same bytes on every machine and Node version', async () => {
    expect(await promptDigest(countingStars as never, buildPrompt as never)).toBe(
      'ea081a7d12a7dcd2c3d404d8609b48018d8a615650c5848ba1c23764665ba9df',
    );
  });
});
