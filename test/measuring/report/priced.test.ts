import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { pricedRows } from '../../../src/measuring/report/priced.js';
import { imagine } from '../results/rows-for-tests.js';

const [ROW] = imagine('a', () => 1, { lengths: [4000], seeds: 1 });

/** What a million tokens in and none out cost at 2 dollars. */
function cost(id: string, usage: Partial<Row>): number | undefined {
  const row = { ...ROW!, provider: id, promptTokens: 1_000_000, outputTokens: 0, ...usage };
  const { at: _, cost: __, ...rest } = row;
  return pricedRows([rest], [{ input: 2, output: 8 }])[0]!.cost;
}

describe('pricedRows', () => {
  it('bills what was read from a cache and written to it as its provider does', () => {
    const usage = { cachedTokens: 600_000, writtenTokens: 200_000 };
    expect(cost('openai:chat:gpt-4.1', { cachedTokens: 600_000 })).toBeCloseTo(1.1, 9);
    expect(cost('openai:chat:gpt-5.6', usage)).toBeCloseTo(2 * (0.2 + 0.06 + 0.25), 9);
    expect(cost('anthropic:messages:claude-sonnet-5', usage)).toBeCloseTo(1.02, 9);
    expect(cost('other:model', usage)).toBe(2);
    expect(cost('openai:chat:gpt-4.1', {})).toBe(2);
  });

  it('leaves out answers of promptfoo’s own cache, and tokens that nobody told', () => {
    expect(cost('openai:chat:gpt-4.1', { cached: true })).toBeUndefined();
    expect(cost('openai:chat:gpt-4.1', { promptTokens: 0 })).toBeUndefined();
  });
});
