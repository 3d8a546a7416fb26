import { describe, expect, it } from 'vitest';
import type { LevelStep } from '../../../src/extras/history/change-points.js';
import type { History, ModelHistory } from '../../../src/extras/history/history.js';
import { historyDocument } from '../../../src/extras/history/history-document.js';
import { findingOf } from '../../../src/extras/history/history-finding.js';
import { decisionsOf, mediaOf } from '../../measuring/document/media.js';

const step = (run: number, value: number, changes: Partial<LevelStep> = {}): LevelStep => ({
  ...{ run, from: run, to: run, drop: { value, low: value - 0.02, high: value + 0.02 } },
  ...changes,
});

const LAST = {
  ...{ verdict: 'passed' as const, excludes: 0.0301, prompts: 9 },
  drop: { value: 0.01, low: -0.02, high: 0.04 },
};

function model(
  course: Partial<ModelHistory['course']>,
  { last = LAST, recalls = [] }: { last?: ModelHistory['last']; recalls?: number[] } = {},
): ModelHistory {
  const points = Array.from({ length: 4 }, (_, run) => ({
    ...{ prompts: 9, effectiveLength: { value: 4000, low: 4000, high: 4000 }, likely: [] },
    recall: { value: recalls[run] ?? 0.9, low: 0.8, high: 1 },
    byLength: [{ tokens: 4000, recall: recalls[run] ?? 0.9 }],
  }));
  return {
    model: 'gpt',
    series: [{ title: 'stars', fromTokens: 4000, toTokens: 4000, points }],
    spent: [],
    course: {
      ...{ changed: 0.97, steps: [], since: 0 },
      ...course,
    },
    ...(last && { last }),
  };
}

function history(models: ModelHistory[], more: Partial<History> = {}): History {
  return {
    ...{ format: 'promptfoo-counting-stars history', version: 4, models },
    options: { alpha: 0.05, maxDrop: 0.02, threshold: 0.85 },
    runs: ['a', 'b', 'c', 'd'].map((name) => [`${name}.json`]),
    ...more,
  };
}

const failed = { ...LAST, verdict: 'failed' as const, drop: { value: 0.06, low: 0.01, high: 0.1 } };

describe('what is found of a model', () => {
  it.each<[ModelHistory, string, string]>([
    [
      model({ steps: [step(2, 0.1)] }, { recalls: [0.9, 0.9, 0.8, 0.8] }),
      ...(['worse', 'bad: gpt got worse in c: 10 points lower (90% → 80%).'] as const),
    ],
    // Levels of other prompts say nothing of the drop.
    [model({ steps: [step(2, 0.1)] }), 'worse', 'bad: gpt got worse in c: 10 points lower.'],
    [
      model({}, { last: failed }),
      ...(['last run worse', 'bad: gpt is 6 points lower in the last run, d.'] as const),
    ],
    [
      model({ steps: [step(1, 0.1), step(3, -0.1)] }),
      ...(['recovered', 'good: gpt has recovered: it got worse in b and better in d.'] as const),
    ],
    [
      model({ steps: [step(3, -0.1)] }),
      ...(['better', 'good: gpt got better in d: 10 points higher.'] as const),
    ],
    [model({}), 'no drop', 'good: gpt did not get worse in 4 runs.'],
  ])('is one fixed sentence', (found, kind, sentence) => {
    expect(findingOf(found, 4, 0.02).kind).toBe(kind);
    const document = historyDocument(history([found]));
    expect(decisionsOf(document)).toEqual([sentence]);
    mediaOf(document);
  });

  it('is open where runs share nothing, or there is one', () => {
    const { last: _, ...alone } = model({});
    expect(findingOf(alone, 1, 0.02).kind).toBe('one run');
    expect(findingOf(alone, 2, 0.02).kind).toBe('nothing shared');
    const document = historyDocument(history([alone], { runs: [['a.json']] }));
    expect(decisionsOf(document)).toEqual([
      'warn: history needs two runs of the same prompts. You gave 1.',
    ]);
  });

  it('still stands where a rise does not make up for the fall', () => {
    const found = model({ steps: [step(1, 0.1), step(3, -0.02)] });
    expect(findingOf(found, 4, 0.02)).toMatchObject({ kind: 'worse', falls: [{ run: 1 }] });
  });
});

describe('a document of several models', () => {
  it('names the oldest fall first, and that a changed setup may be to blame', () => {
    const later = { ...model({ steps: [step(3, 0.2)] }), model: 'late' };
    const document = historyDocument(
      history([later, model({ steps: [step(1, 0.1, { to: 2 })] })], {
        changes: [
          {
            ...{ run: 2, since: 1, model: 'gpt' },
            changes: [{ key: 'temperature', of: 'config', before: '0', after: '1' }],
          },
        ],
      }),
    );
    expect(decisionsOf(document)).toEqual([
      'bad: gpt got worse in b, when its setup changed: 10 points lower.',
      'bad: late got worse in d: 20 points lower.',
    ]);
    expect(document.lead).toMatch(/^The setup changed in .*The first worse run may be any from /);
    expect(mediaOf(document).terminal).toContain('Rerun with the earlier setup');
  });
});
