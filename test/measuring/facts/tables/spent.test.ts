import { describe, expect, it } from 'vitest';
import * as caseFacts from '../../../../src/commands/asking-side.js';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import {
  paidText,
  spentBy,
  spentText,
  totalSpent,
  usedText,
  writtenText,
} from '../../../../src/measuring/facts/tables/spent.js';
import { toRow } from '../../../../src/measuring/results/rows.js';
import { imagine, toResult } from '../../results/rows-for-tests.js';

const USAGE = { cachedTokens: 3000, outputTokens: 100, reasoningTokens: 40 };
const rows: Row[] = imagine('reader', () => 1, { lengths: [4000], seeds: 4 }).map((row) => ({
  ...row,
  ...USAGE,
}));
const [first, ...others] = rows;
const aboutOf = (own: readonly Row[]) => analyse(evaluationOf(own)).about.spent;

describe('what was written to a cache', () => {
  it('is a share of what was sent, and warned of where it is all of it', () => {
    const written = (tokens: number, read = 0) =>
      spentBy(rows.map((row) => ({ ...row, cachedTokens: read, writtenTokens: tokens })));
    expect(usedText(written(975))).toContain(
      '15.6K tokens in (25% written to the provider’s cache)',
    );
    expect(usedText(written(975, 1950))).toContain(
      '(50% cached by the provider, 25% written to its cache)',
    );
    expect(writtenText(written(975))).toBe('');
    expect(writtenText(written(3900))).toContain('set `prompt_cache_options: { mode: explicit }`');
    expect(writtenText(spentBy(rows))).toBe('');
    // A provider that tells no usage has written nothing.
    expect(writtenText(spentBy([]))).toBe('');
  });
});

describe('what calls were paid', () => {
  it('is added up, and said in one line', () => {
    expect(aboutOf(rows)).toEqual({
      calls: 4,
      costUnknown: 0,
      tokensUnknown: 0,
      fromPromptfooCache: 0,
      cost: 0.016,
      promptTokens: 15_600,
      cachedTokens: 12_000,
      outputTokens: 400,
      reasoningTokens: 160,
    });
    expect(spentText(aboutOf(rows))).toBe(
      '$0.0160 for 15.6K tokens in (77% cached by the provider), 400 out (160 thinking)',
    );
  });

  it('says what is not known', () => {
    const { cost, promptTokens, cachedTokens, outputTokens, reasoningTokens, ...bare } = first!;
    expect(spentText(aboutOf([bare]))).toBe('cost unknown (no token counts reported)');
    expect(spentText(aboutOf([bare, ...others]))).toBe(
      'at least $0.0120 for 11.7K tokens in (77% cached by the provider), 300 out (120 thinking), ' +
        '1 of 4 calls without a cost, 1 of 4 calls without a count of tokens',
    );
  });

  it("counts nothing that promptfoo's cache answered, and no call that failed for nothing", () => {
    const { cost, ...free } = first!;
    const cached = { ...free, cached: true as const };
    expect(paidText(aboutOf([cached]))).toBe('$0');
    expect(aboutOf([cached, ...others])).toMatchObject({
      calls: 3,
      cost: 0.012,
      fromPromptfooCache: 1,
    });
    const told = Object.keys({ ...USAGE, promptTokens: 0 });
    const bare = Object.entries(free).filter(([name]) => !told.includes(name));
    const refused = { ...(Object.fromEntries(bare) as unknown as Row), error: 'HTTP 429' };
    expect(aboutOf([refused, ...others])).toMatchObject({ calls: 3, costUnknown: 0 });
  });

  it('counts failed calls that were paid, also overcome ones, once, by how many measures ever', () => {
    const failed = { ...first!, error: 'the answer asked another prompt' };
    expect(aboutOf([failed, ...others])).toEqual(aboutOf(rows));
    const retried = evaluationOf([failed, ...rows]);
    expect(analyse(retried).about.spent).toMatchObject({ calls: 5, cost: 0.02 });
    const measured = [failed, ...rows].map((row) => ({ ...row, measures: { a: 1, b: 0.5 } }));
    const all = analyse(evaluationOf(measured, { measures: 'all' }));
    expect(all.about.spent).toEqual(analyse(retried).about.spent);
    expect(totalSpent(all.summary.map(({ spent }) => spent))).toEqual(all.about.spent);
    expect(all.lengths).toHaveLength(3);
    for (const row of all.lengths) expect(row).toMatchObject({ ...USAGE, latencyMs: 400 });
  });

  it('takes what was incurred now, not what an answer once cost, and no time of a cache', () => {
    const result = toResult(first!) as { response: object; cost: number };
    const told = (more: object, response: object = {}) =>
      toRow({ ...result, ...more, response: { ...result.response, ...response } }, caseFacts)!;
    expect(told({})).toMatchObject({ cost: 0.004, latencyMs: 400 });
    expect(told({ incurredCost: 0.001 })).toMatchObject({ cost: 0.001 });
    const cached = told({}, { cached: true });
    expect(cached).toMatchObject({ cached: true });
    expect(cached).not.toHaveProperty('cost');
    expect(cached).not.toHaveProperty('latencyMs');
    expect(told({}, { cached: true, latencyMs: 400 })).toHaveProperty('latencyMs', 400);
    expect(spentBy([cached])).toMatchObject({ calls: 0, fromPromptfooCache: 1 });
  });
});
