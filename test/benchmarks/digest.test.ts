import { describe, expect, it } from 'vitest';
import { buildPrompt } from '../../src/generators/prompt.js';
import * as generators from '../../src/index.js';
import { promptDigests } from './digest.mjs';

describe('determinism', () => {
  it('gives the same bytes on every machine and Node version', async () => {
    expect(await promptDigests(generators as never, buildPrompt as never)).toMatchInlineSnapshot();
  });
});
