import { describe, expect, it } from 'vitest';
import { speaking } from '../../../../src/base/text/speaking.js';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import {
  countProblems,
  failedText,
  problemOfAnswers,
} from '../../../../src/measuring/facts/tables/problems.js';
import { terminalReport } from '../../report/outputs.js';
import { imagine } from '../../results/rows-for-tests.js';

const lengths = [4000, 8000, 16_000];
const rows = imagine('reader', () => 1, { lengths, seeds: 4 });
const lost = (row: Row, changes: Partial<Row>): Row => ({
  ...row,
  score: 0,
  marks: row.marks.map(() => 0),
  ...changes,
});
const unreadable = {
  reading: 'unreadable',
  diagnosis: 'unreadable',
  answer: 'The  path:\n25 → 30',
} as const;

describe('failedText', () => {
  it('counts answers, and says how many it may be at most', () => {
    expect(failedText({ answers: 2, of: 32, atMost: 0.184 })).toBe(
      '2 of 32 answers failed completely (at most 18 %): nearly all lost, where prompts about as long lost little',
    );
    expect(failedText({ answers: 0, of: 32, atMost: 0.0894 })).toBe(
      'none of 32 answers failed completely (at most 9 %)',
    );
  });
});

describe('countProblems', () => {
  it('tells apart why an answer says nothing, the provider’s word first', () => {
    const [a, b, c, d, e] = rows;
    expect(
      countProblems([
        lost(a!, unreadable),
        lost(b!, { ...unreadable, diagnosis: 'refused' }),
        lost(c!, { ...unreadable, diagnosis: 'empty' }),
        lost(d!, { ...unreadable, unfinished: 'thinking-used-up' }),
        { ...e!, reading: 'doubtful' },
        { ...rows[7]!, reading: 'doubtful', doubt: 'one of two' },
        { ...rows[8]!, reading: 'doubtful', doubt: 'form' },
        { ...rows[9]!, reading: 'doubtful', doubt: 'form' },
        { ...rows[10]!, reading: 'doubtful', doubt: 'what a later version calls so' },
        lost(rows[5]!, { ...unreadable, error: 'HTTP 500' }),
        rows[6]!,
      ]),
    ).toEqual([
      { problem: 'refused', answers: 1, begins: 'The path: 25 → 30' },
      { problem: 'unreadable', answers: 1, begins: 'The path: 25 → 30' },
      { problem: 'doubtful', answers: 4, doubts: { form: 2 } },
      { problem: 'hedged', answers: 1, doubts: { 'one of two': 1 } },
      { problem: 'empty', answers: 1 },
      { problem: 'thinking-used-up', answers: 1 },
    ]);
  });

  it('asks for another format only where that helps', () => {
    const text = (problem: 'doubtful' | 'hedged') => problemOfAnswers({ problem, answers: 2 }, 8);
    expect(text('doubtful')).toContain('ask for the format');
    expect(text('hedged')).toBe(
      '2 of 8 answers name the right value, but may not mean it as their answer (read them: they name two ' +
        'values, deny, ask, or repeat the prompt)',
    );
  });

  it('says of which kind doubtful answers are, and what to ask for', () => {
    const doubts = { form: 10, spelling: 2 };
    expect(problemOfAnswers({ problem: 'doubtful', answers: 12, doubts }, 16)).toBe(
      '12 of 16 answers could be read in two ways: 10 with another form, 2 with another spelling (this is about ' +
        'format, not memory: in the prompt, ask for the exact form, last in the prompt; for the value as it is ' +
        'written in the text)',
    );
    expect(
      problemOfAnswers({ problem: 'hedged', answers: 1, doubts: { 'one of two': 1 } }, 16),
    ).toContain('as their answer: with two values (read them)');
    const denials = { 'not asserted': 6 };
    expect(problemOfAnswers({ problem: 'hedged', answers: 6, doubts: denials }, 9)).toBe(
      '6 of 9 answers name the right value, but may not mean it as their answer: all with a denial (read them)',
    );
  });

  it('is one or several answers in words', () => {
    expect(problemOfAnswers({ problem: 'cut-off', answers: 1 }, 32)).toBe(
      "1 of 32 answers is cut off at the output limit (raise the provider's max_tokens)",
    );
    expect(problemOfAnswers({ problem: 'unreadable', answers: 6, begins: 'The path' }, 6)).toBe(
      '6 of 6 answers could not be read, the first begins “The path” (this is about format, not ' +
        'memory: ask for the format, or use `structured: true`)',
    );
  });
});

it('says problems in the language of the run', () => {
  const doubts = { form: 2, spelling: 1 };
  const said = speaking(['zh'], () => [
    problemOfAnswers({ problem: 'cut-off', answers: 3 }, 32),
    problemOfAnswers({ problem: 'doubtful', answers: 3, doubts }, 8),
    failedText({ answers: 2, of: 32, atMost: 0.184 }),
  ]);
  expect(said).toEqual([
    '32 条回答中有 3 条在输出上限处被截断（请调高 provider 的 max_tokens）',
    '8 条回答中有 3 条有两种读法：2 条含另一种格式、1 条含另一种写法（这是格式问题，不是记忆问题：请在提示词里要求：在提示词末尾写明确切格式；照原文的写法写值）',
    '32 条回答中有 2 条整条失败（至多 18 %）：几乎全部丢失，而长度相近的提示词丢失很少',
  ]);
});

describe('a reader that differs from another in format alone', () => {
  const arrows = rows.map((row) => lost({ ...row, provider: 'arrows' }, unreadable));
  const data = analyse(evaluationOf([...rows, ...arrows]));
  const own = data.summary.find(({ provider }) => provider === 'arrows');

  it('gets no statement about what it remembers', () => {
    expect(own).toMatchObject({
      provider: 'arrows',
      recall: { value: 0, high: 1 },
      reliable: { tokens: 0, unusable: { answers: 12, of: 12 } },
      cause: { of: 'unreadable', answers: 12, outOf: 12 },
    });
    expect(own).not.toHaveProperty('middleDip');
    expect(data.cells.filter(({ provider }) => provider === 'arrows')).toEqual([]);
    expect(data.comparisons).toMatchObject([{ apart: [] }]);
    expect(data.comparisons[0]).not.toHaveProperty('better');
    for (const { recall } of data.curves.filter(({ provider }) => provider === 'arrows')) {
      expect(recall.high).toBeGreaterThan(0.95);
    }
  });

  it('is told before any figure', () => {
    const text = terminalReport(data, 80);
    expect(text.replace(/\s+/g, ' ')).toContain(
      'arrows: 12 of 12 answers could not be read, the first begins “The path: 25 → 30” (this is about ' +
        'format, not memory: ask for the format, or use `structured: true`).',
    );
    expect(text).toMatch(/^arrows +– .*Unreadable answers$/m);
  });
});
