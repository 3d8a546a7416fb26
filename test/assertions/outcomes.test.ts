import { expect, it } from 'vitest';
import { outcomeText } from '../../src/assertions/score.js';
import { speaking } from '../../src/base/text/speaking.js';

it('says why an answer is not whole, and what to do', () => {
  expect(outcomeText('cut-off', { finishReason: 'length', outputTokens: 240 })).toBe(
    'The answer was cut off at the output limit of 240 tokens (finish reason "length"). ' +
      "Raise the provider's max_tokens.",
  );
  const thought = { finishReason: 'length', outputTokens: 240, reasoningTokens: 240 };
  expect(outcomeText('thinking-used-up', thought)).toBe(
    '240 tokens of thinking used up the output limit before the answer (finish reason "length"). ' +
      "Raise the provider's max_tokens, or lower its thinking budget.",
  );
});

it('names a finish reason and tokens only where they are told', () => {
  expect(outcomeText('filtered', {})).toBe(
    "The provider's filter held the answer back. Change its safety settings or the haystack.",
  );
  expect(outcomeText('cut-off', { finishReason: ' Max  Tokens' })).toBe(
    'The answer was cut off at the output limit (finish reason " Max  Tokens"). ' +
      "Raise the provider's max_tokens.",
  );
  expect(outcomeText('refused', {})).toBe('The provider reports that the model refused');
  expect(outcomeText('finished', { finishReason: 'stop' })).toBe('');
});

it('says it in the language that is spoken', () => {
  const said = speaking(['zh'], () => outcomeText('cut-off', { outputTokens: 240 }));
  expect(said).toBe('回答在 240 token 的输出上限处被截断。请调高 provider 的 max_tokens。');
});
