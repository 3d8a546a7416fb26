import { describe, expect, it } from 'vitest';
import { ownGrading } from '../../../src/measuring/results/assertions.js';

const OWN = 'package:promptfoo-counting-stars:score';
const FILE = 'file://node_modules/promptfoo-counting-stars/dist/index.js:score';
const component = (value: string, metadata: object | null = { id: 'a' }) => ({
  pass: true,
  score: 1,
  assertion: { value },
  metadata,
});

describe('ownGrading', () => {
  it('is the result of `score` for the test’s own Case, wherever it stands', () => {
    const theirs = component('file://theirs.js:score');
    expect(ownGrading([component(OWN)], 'a')).toEqual({ index: 0 });
    expect(ownGrading([null, theirs, component(OWN)], 'a')).toEqual({ index: 2 });
  });

  it('is believed from a file where it says what it is', () => {
    const marked = component(FILE, { id: 'a', scoredBy: 'promptfoo-counting-stars' });
    expect(ownGrading([marked], 'a')).toEqual({ index: 0 });
    expect(ownGrading([component(FILE)], 'a')).toHaveProperty('problem');
  });

  it.each([
    ['none', [], 'the assertion `score` of promptfoo-counting-stars has no result here'],
    ['no list', 'x', 'the assertion `score` of promptfoo-counting-stars has no result here'],
    ['only others', [component('x => 1')], 'has no result here'],
    ['of another Case', [component(OWN, { id: 'b' })], 'the score is of another Case'],
    ['twice', [component(OWN), component(OWN)], '2 assertions scored this answer'],
    [
      'thrown',
      [{ pass: false, reason: 'no such file\n  at x.js', assertion: { value: OWN } }],
      'no such file',
    ],
  ])('says why there is none: %s', (_, components, problem) => {
    expect(ownGrading(components, 'a')).toEqual({ problem: expect.stringContaining(problem) });
  });
});
