import { describe, expect, it } from 'vitest';
import type { Suite } from '../../../src/measuring/planning/expand-suite.js';
import { transformNotes } from '../../../src/measuring/planning/transforms.js';

const theCase = { benchmark: 'counting-stars', tokens: 1000, reserve: 100 };
const provider = (label: string, transform?: string) => ({ id: () => 'one', label, transform });
const options = { transform: 'output.slice(0, 40)' };
const ours = { vars: { case: theCase } };

const notesOf = (suite: Partial<Suite>) =>
  transformNotes({
    providers: [provider('a')],
    prompts: [{ label: 'p' }],
    tests: [ours],
    ...suite,
  });

describe('transformNotes', () => {
  it('names every place that changes answers to generated tests', () => {
    const score = 'package:promptfoo-counting-stars:score';
    expect(
      notesOf({
        providers: [provider('a', 'output.text'), provider('b')],
        defaultTest: { options },
        tests: [ours, { ...ours, options }, { ...ours, assert: [{ value: score, ...options }] }],
      }),
    ).toEqual([
      'Answers are changed before they are scored, by the `transform` of the provider a, `defaultTest`, ' +
        '1 generated test, the assertion of 1 test. Try it with one prompt, or ' +
        'leave it out of these tests.',
    ]);
  });

  it('says nothing without one, or where it is for other tests', () => {
    expect(notesOf({})).toEqual([]);
    expect(notesOf({ tests: [ours, { options }] })).toEqual([]);
    const unasked = { ...ours, providers: ['b'] };
    expect(notesOf({ providers: [provider('a', 'x'), provider('b')], tests: [unasked] })).toEqual(
      [],
    );
    const elsewhere = { ...ours, assert: [{ value: 'output.length', ...options }] };
    expect(notesOf({ tests: [elsewhere] })).toEqual([]);
  });
});
