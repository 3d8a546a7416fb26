/** What a reliable length that fell says against a model, whatever the mean of all its prompts does. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { changesSince } from '../../../../src/measuring/verdicts/gate/changes.js';
import { DEFAULT_GATE } from '../../../../src/measuring/verdicts/gate/gate.js';
import { gateDocument } from '../../../../src/measuring/verdicts/gate/gate-document.js';
import { gateWithFloors } from '../../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { gateJson } from '../../../../src/measuring/verdicts/gate/verdict-json.js';
import { imagine, kept } from '../../results/rows-for-tests.js';
import { verdictLine } from './said.js';

const GRID = { stars: 16, seeds: 3 };
const perfect = imagine('reader', () => 1, GRID);
/** Reads the last 24,000 tokens of each prompt, and finds all that is in them. */
const cut = imagine('reader', (tokens, at) => (tokens * (1 - at) <= 24_000 ? 1 : 0), GRID);
const options = { ...DEFAULT_GATE, isTerse: true as const };

describe('a model that ignores one end of long prompts now', () => {
  const result = gateWithFloors(evaluationOf(cut), kept(perfect), options);

  it('fails, though the mean of all its prompts passes', () => {
    const [provider] = result.providers;
    expect(provider!.regression!.verdict).toBe('passed');
    expect(provider!.reach).toMatchObject([{ verdict: 'failed' }]);
    expect([provider!.verdict, result.verdict]).toEqual(['failed', 'failed']);
    expect(JSON.parse(gateJson(result)).providers[0].reach[0]).toMatchObject({
      verdict: 'failed',
      now: { reliableLength: { kind: 'cut', reads: 'end' } },
    });
  });

  it('is said so first, in the checks, and in a report since the baseline', () => {
    expect(verdictLine(result)).toContain('now ignores everything before the last');
    const { checks = [] } = gateDocument(result);
    expect(checks.filter(({ outcome }) => outcome === 'failed')).toHaveLength(1);
    const since = changesSince({ file: 'b.json', evaluation: evaluationOf(cut), result });
    expect(since.changes).toMatchObject([{ provider: 'reader', verdict: 'worse' }]);
  });

  it('passes against a baseline in which it did the same, and where as much may be lost', () => {
    const same = gateWithFloors(evaluationOf(cut), kept(cut), options);
    expect(same.verdict).toBe('passed');
    expect(same.providers[0]!.reach![0]).not.toHaveProperty('verdict');
    const allowed = { ...options, maxDrop: 0.9 };
    expect(gateWithFloors(evaluationOf(cut), kept(perfect), allowed).verdict).toBe('passed');
  });

  it('is inconclusive where another model answered, which may be why', () => {
    const as = (model: string, rows: readonly Row[]) =>
      rows.map((row) => ({ ...row, under: { model } }));
    const both = gateWithFloors(evaluationOf(as('b', cut)), kept(as('a', perfect)), options);
    expect(both.providers[0]!.completeness).toMatchObject([{ kind: 'changed' }]);
    expect(both.providers[0]!.reach).toMatchObject([{ verdict: 'inconclusive' }]);
    expect(both.verdict).toBe('inconclusive');
  });
});

it('judges each benchmark by its own prompts, however many others are as long', () => {
  const needles = (rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, id: `n${row.id}`, benchmark: 'needles' }));
  const others = needles(imagine('reader', () => 1, { ...GRID, seeds: 40 }));
  const result = gateWithFloors(
    evaluationOf([...cut, ...others]),
    kept([...perfect, ...others]),
    options,
  );
  expect(result.verdict).toBe('failed');
  const verdicts = result.providers[0]!.reach!.map(({ name, verdict }) => [name, verdict]);
  expect(verdicts).toContainEqual([expect.stringContaining('counting-things'), 'failed']);
  expect(verdicts).toContainEqual(['needles', undefined]);
});

it('takes no answer out of a cache for one, unless these count', () => {
  const cached = cut.map((row) => ({ ...row, cached: true as const }));
  const judgedWith = (isCounted: boolean) =>
    gateWithFloors(evaluationOf(cached), kept(perfect), {
      ...options,
      allow: { ...options.allow, cached: isCounted },
    });
  expect(judgedWith(false).providers[0]!.reach?.some(({ verdict }) => verdict) ?? false).toBe(
    false,
  );
  expect(judgedWith(true).verdict).toBe('failed');
});

it('leaves it open where a length that was shown to be reliable is shown not to be', () => {
  const worse = imagine('reader', (tokens) => (tokens > 16_000 ? 0.4 : 1), { seeds: 3 });
  const before = imagine('reader', () => 1, { seeds: 3 });
  const result = gateWithFloors(evaluationOf(worse), kept(before), options);
  const [provider] = result.providers;
  expect(provider!.regression!.verdict).toBe('passed');
  expect(provider!.reach).toMatchObject([{ verdict: 'inconclusive' }]);
  expect(result.verdict).toBe('inconclusive');
});
