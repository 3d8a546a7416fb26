import { describe, expect, it } from 'vitest';
import * as index from '../src/index.js';

describe('the package', () => {
  it('exports what configs and programs name, and nothing else', () => {
    expect(Object.keys(index).sort()).toEqual([
      'RecordedAnswers',
      'SimulatedReader',
      'UserError',
      'afterAll',
      'ancestralTrace',
      'battery',
      'chat',
      'context',
      'countingStars',
      'effectiveLength',
      'keyValueRetrieval',
      'multiDocumentQa',
      'needleBench',
      'needleInAHaystack',
      'nolima',
      'prompt',
      'question',
      'ruler',
      'score',
    ]);
  });

  it('throws its UserError, so that a program can tell a mistake in its options', async () => {
    await expect(index.countingStars({ lengths: [-1] })).rejects.toBeInstanceOf(index.UserError);
  });
});
