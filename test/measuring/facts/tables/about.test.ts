import { describe, expect, it } from 'vitest';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { aboutOf } from '../../../../src/measuring/facts/tables/about.js';
import { imagine } from '../../results/rows-for-tests.js';

describe('aboutOf', () => {
  const rows = [...imagine('a', () => 1, { seeds: 2 }), ...imagine('b', () => 1)];

  it('counts readers, prompts, lengths and cost', () => {
    const cost = rows.reduce((sum, row) => sum + (row.cost ?? 0), 0);
    expect(aboutOf(evaluationOf(rows))).toEqual({
      models: 2,
      prompts: 8,
      lengths: [4000, 32_000],
      spent: {
        calls: 12,
        costUnknown: 0,
        tokensUnknown: 0,
        fromPromptfooCache: 0,
        cost: expect.closeTo(cost, 9),
        promptTokens: 178_800,
      },
      settings: [],
    });
    const free = rows.map((row) => ({ ...row, cost: 0 }));
    expect(aboutOf(evaluationOf(free)).spent).not.toHaveProperty('cost');
  });

  it('says how many documents prompts have, where they are sized by these', () => {
    const sized = rows.map((row) => ({ ...row, size: `${row.tokens / 1000} documents` }));
    expect(aboutOf(evaluationOf(sized)).amounts).toEqual({ fewest: 4, most: 32, of: 'document' });
    const one = sized.filter(({ tokens }) => tokens === 4000);
    expect(aboutOf(evaluationOf(one)).amounts).toEqual({ fewest: 4, most: 4, of: 'document' });
    const others = rows.map((row) => ({ ...row, id: `o/${row.id}`, task: 'other' }));
    expect(aboutOf(evaluationOf([...sized, ...others]))).not.toHaveProperty('amounts');
  });

  it('has the time and the settings that promptfoo tells', () => {
    const config = {
      providers: [
        'openai:gpt-4.1',
        { id: 'x', config: { temperature: 0.7 } },
        { id: 'y', config: { temperature: 0 } },
        { id: 'z', config: { temperature: 0 } },
      ],
    };
    const evalId = 'eval-6gj-2026-11-22T15:07:31';
    expect(aboutOf(evaluationOf(rows, { config, evalId }))).toMatchObject({
      evalId,
      began: '2026-11-22 15:07',
      settings: ['temperature 0 and 0.7'],
    });
    expect(aboutOf(evaluationOf(rows, { config: { providers: 'one' } })).settings).toEqual([]);
  });
});
