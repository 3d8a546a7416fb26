import { expect, it } from 'vitest';
import { withDoubt } from '../../src/answers/doubts.js';

it('a doubtful reading says why, and what the score is at least and at most', () => {
  const scored = { reason: 'the value', metadata: { diagnosis: 'complete' } };
  expect(withDoubt(scored)).toEqual(scored);
  expect(withDoubt({ ...scored, doubt: { why: 'asked' } })).toEqual({
    reason: 'the value. Doubtful: it stands in a question.',
    metadata: {
      diagnosis: 'complete',
      reading: 'doubtful',
      doubt: 'asked',
      bounds: { low: 0, high: 1 },
    },
  });
  const { metadata } = withDoubt({ ...scored, doubt: { why: 'asked', low: 0.5, high: 0.75 } });
  expect(metadata).toMatchObject({ bounds: { low: 0.5, high: 0.75 } });
});
