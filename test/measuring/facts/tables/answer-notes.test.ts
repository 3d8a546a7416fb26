import { describe, expect, it } from 'vitest';
import type { Transform } from '../../../../src/contract/transforms.js';
import {
  transformCounts,
  transformTexts,
} from '../../../../src/measuring/facts/tables/answer-notes.js';
import { problemOf } from '../../../../src/measuring/facts/tables/problems.js';
import { imagine } from '../../results/rows-for-tests.js';

const [row] = imagine('reader', () => 1);
const having = (...transforms: Transform[]) => ({ ...row!, transforms });

describe('transformCounts', () => {
  it('counts every answer once, by owner in the order in which promptfoo runs transforms', () => {
    const counts = transformCounts([
      having({ by: 'test', effect: 'kept' }),
      having({ by: 'provider', effect: 'removed' }, { by: 'test', effect: 'removed' }),
      having({ by: 'provider', effect: 'unknown' }),
      row!,
      { ...having({ by: 'test', effect: 'kept' }), again: true },
      { ...having({ by: 'test', effect: 'kept' }), error: 'HTTP 500' },
    ]);
    expect(counts).toEqual([
      { by: 'provider', answers: 4, removed: 1, kept: 0, unknown: 1 },
      { by: 'test', answers: 4, removed: 1, kept: 1, unknown: 0 },
    ]);
    expect(transformTexts(counts)).toEqual([
      "Answers were changed by the provider's `transform`: in 1 of 4 it removed what the task wants. The originals of 1 are unknown.",
      "Answers were changed by the test's (or `defaultTest`'s) `transform`: in 1 of 4 it removed what the task wants.",
    ]);
    expect(transformCounts([row!])).toEqual([]);
  });

  it('says of what is hidden no more than is known', () => {
    const hidden = transformCounts([having({ by: 'provider', effect: 'unknown' }), row!]);
    expect(transformTexts(hidden)).toEqual([
      "Answers went through the provider's `transform`. The originals of 1 of 2 are unknown.",
    ]);
  });
});

describe('the problem of an answer that a transform changed', () => {
  const changed = { reading: 'doubtful', diagnosis: 'transformed', unfinished: 'cut-off' } as const;

  it('is the transform’s, also where the answer was cut off', () => {
    const removed = having(
      { by: 'test', effect: 'removed' },
      { by: 'provider', effect: 'unknown' },
    );
    expect(problemOf({ ...removed, ...changed })).toBe('transformed');
    expect(problemOf({ ...having({ by: 'provider', effect: 'unknown' }), ...changed })).toBe(
      'untold',
    );
  });
});
