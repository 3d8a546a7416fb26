import { describe, expect, it } from 'vitest';
import { buildPrompt } from '../../src/generators/prompt.js';
import { countingStars } from '../../src/index.js';
import { promptDigest } from './digest.mjs';

describe('determinism', () => {
  it('gives the same bytes on every machine and Node version', async () => {
    expect(await promptDigest(countingStars as never, buildPrompt as never)).toBe(
      '47f2d190b1be4c7637026f5ba2a87223e04eb44cd1fbd3a2e3c0336ca7460fed',
    );
  });
});
