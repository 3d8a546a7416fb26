import { describe, expect, it } from 'vitest';
import { measuresOf } from '../../../src/measuring/results/assertions.js';
import type { Result } from '../../../src/measuring/results/result.js';

const OURS = { namedScores: { recall: 0.5, format: 1 }, assertion: { type: 'javascript' } };

function result(given: Partial<Result>, components: unknown[] = [OURS], weights = {}): Result {
  const gradingResult = { componentResults: components, namedScoreWeights: weights };
  return { ...given, gradingResult } as Result;
}

describe('measuresOf', () => {
  it("takes the metrics of the user's assertions, and none of ours", () => {
    const namedScores = { recall: 0.5, format: 1, cites: 0.25 };
    expect(measuresOf(result({ namedScores }), 0)).toEqual({ cites: 0.25 });
  });

  it('takes a metric without weight from its assertions, since promptfoo makes it 0', () => {
    const namedScores = { cites: 0, tone: 0 };
    const cites = (score: number) => ({ score, assertion: { metric: 'cites', weight: 0 } });
    const components = [OURS, cites(1), cites(0.5), { namedScores: { tone: 0 }, score: 1 }];
    expect(measuresOf(result({ namedScores }, components, { cites: 0, tone: 1 }), 0)).toEqual({
      cites: 0.75,
      tone: 0,
    });
  });

  it('leaves out a metric without weight of which no assertion says anything', () => {
    expect(measuresOf(result({ namedScores: { cites: 0 } }, [OURS], { cites: 0 }), 0)).toEqual({});
  });

  it('takes latency and cost as shares of their budgets', () => {
    const latency = { assertion: { type: 'latency', threshold: 2000 } };
    const cost = { assertion: { type: 'cost', threshold: 0.5 } };
    const at = (latencyMs: number, spent: number) =>
      measuresOf(result({ latencyMs, cost: spent }, [OURS, latency, cost]), 0);
    expect(at(1000, 0.5)).toEqual({ latency: 1, cost: 1 });
    expect(at(8000, 2)).toEqual({ latency: 0.25, cost: 0.25 });
    expect(measuresOf(result({ latencyMs: 8000 }), 0)).toEqual({});
  });

  it('takes a metric of that name as it is', () => {
    const latency = { assertion: { type: 'latency', threshold: 2000 } };
    const named = result({ latencyMs: 8000, namedScores: { latency: 0 } }, [OURS, latency]);
    expect(measuresOf(named, 0)).toEqual({ latency: 0 });
  });
});
