import { describe, expect, it } from 'vitest';
import { RULER_TASKS } from '../../../../src/benchmarks/ruler/case.js';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { publishedTotals } from '../../../../src/measuring/facts/tables/published-scores.js';
import { neighboursOf } from '../../../../src/measuring/report/published-runs.js';
import { csvTables, jsonReport } from '../../../../src/measuring/report/report-files.js';
import { htmlReport, visibleText } from '../../report/outputs.js';
import { imagine } from '../../results/rows-for-tests.js';

const PAPER = {
  language: 'en',
  parameters: 'paper',
  text: 'your files fbab517b1775307c',
  wording: 'a template d285336585494ddc',
  documents: 'SQuAD',
  lengths: 'in tokens',
};

const LENGTHS = [4096, 8192];

/** The thirteen tasks; those in noise have no haystack. */
function rulerRows(provider: string, right: number, conditions: Record<string, string>): Row[] {
  return RULER_TASKS.flatMap((task, i) =>
    imagine(provider, () => 1, { lengths: LENGTHS, stars: 1, seeds: 4 }).map((row) => ({
      ...row,
      id: `${task}/${row.id}`,
      benchmark: 'ruler',
      task,
      haystack: i % 2 === 0 ? 'moby-dick' : '',
      marks: [row.seed <= right ? 1 : 0],
      score: row.seed <= right ? 1 : 0,
      composite: { part: task, weight: 1 },
      conditions,
    })),
  );
}

describe('a line over all languages', () => {
  const prompts = "the authors' file, plain questions";
  const rowsOf = (amount: number) =>
    ['en', 'zh'].flatMap((language) =>
      imagine('reader', () => 1, { lengths: [8192], stars: 1, seeds: amount }).map((row) => ({
        ...{
          ...row,
          id: `${language}/${row.id}`,
          benchmark: 'long-bench-pro',
          task: 'T1.1',
          language,
        },
        ...{ composite: { part: 'T1.1', weight: 1 }, conditions: { language, prompts } },
        ...(language === 'zh' && { marks: [0], score: 0 }),
      })),
    );
  const namesOf = (amount: number) =>
    analyse(evaluationOf(rowsOf(amount))).benchmarks.map(({ name }) => name);

  it('is there where scores were published over them, and every question was answered', () => {
    expect(namesOf(690)).toEqual([
      'long-bench-pro · en',
      'long-bench-pro · zh',
      'long-bench-pro · all languages',
    ]);
    expect(namesOf(689)).toEqual(['long-bench-pro · en', 'long-bench-pro · zh']);
    const { benchmarks } = analyse(evaluationOf(rowsOf(690)));
    expect(benchmarks[2]!.recall.value).toBeCloseTo(0.5, 9);
    expect(neighboursOf(benchmarks[2]!.published, 0.5).map(({ model }) => model)).toEqual([
      'Kimi-K2-Instruct-0905, cut at 224K',
      'Qwen3-4B-Thinking-2507, cut at 224K',
    ]);
  });
});

describe('answers by chance', () => {
  const asked = {
    ...{ benchmark: 'aggregation', parts: ['counting', 'user', 'timeline'] },
    ...{ lengths: [1024, 131_072], prompts: 400 },
    conditions: { language: 'en', prompts: "the authors' file" },
  };

  it('stand beside every score, and are no neighbour', () => {
    const names = (recall: number) =>
      neighboursOf(publishedTotals(asked), recall).map(({ model }) => model);
    expect(names(0.3)).toEqual([
      'deepseek-r1-0528',
      'Llama-4-Maverick-17B-128E-Instruct-FP8',
      'answers by chance',
    ]);
    expect(names(0.99)).toHaveLength(2);
    expect(neighboursOf(publishedTotals(asked), 0.01)).toHaveLength(2);
  });

  it('are not drawn beside half of the questions', () => {
    expect(neighboursOf(publishedTotals({ ...asked, prompts: 399 }), 0.3)).toEqual([]);
  });
});

describe('the line of a benchmark', () => {
  const stars = imagine('reader', () => 1, { lengths: [4000], stars: 4 });
  const control = stars.map((row) => ({
    ...row,
    id: 'control',
    task: 'none',
    control: true,
    marks: [0],
  }));
  const rows = [...rulerRows('reader', 3, PAPER), ...stars, ...control];
  const data = analyse(evaluationOf(rows));
  const [counting, ruler] = data.benchmarks;

  it('has all its series together, controls left out', () => {
    expect(data.benchmarks.map(({ name }) => name)).toEqual(['counting-things', 'ruler']);
    expect(counting).toMatchObject({ recall: { value: 1 }, answers: 1, published: [] });
    expect(ruler).toMatchObject({ shortest: 4096, longest: 8192, answers: 13 * 8 });
    expect(ruler!.recall.value).toBeCloseTo(0.75, 9);
    // Three of four seeds, each with all tasks or none: the effective length may be any.
    expect(ruler!.effectiveLength).toMatchObject({ low: 0, high: Number.POSITIVE_INFINITY });
    expect(ruler!.byLength.map(({ tokens }) => tokens)).toEqual(LENGTHS);
    for (const { recall } of ruler!.byLength) expect(recall.value).toBeCloseTo(0.75, 9);
  });

  it('is 1 where every answer is right', () => {
    const [line] = analyse(evaluationOf(rulerRows('perfect', 4, PAPER))).benchmarks;
    expect(line!.recall.value).toBe(1);
  });

  it('stands between the totals that were published under the same conditions', () => {
    const mistral = ruler!.published.find(({ model }) => model === 'Mistral-Nemo')!;
    expect(mistral).toMatchObject({
      effective: '16K',
      byLength: [{ recall: 0.878 }, { recall: 0.872 }],
    });
    expect(mistral.recall).toBeCloseTo(0.875, 9);
    expect(csvTables(data)['benchmarks.csv']).toContain('LongAlpaca (13B) 0.588');
    expect(JSON.parse(jsonReport(data)).benchmarks[1]).toMatchObject({
      name: 'ruler',
      effectiveLength: {
        ...{ low: 4096, lowBound: 'below', high: 8192, highBound: 'at least' },
      },
      reliableLength: { kind: 'not reliable', notFrom: 8192 },
      open: { why: 'few' },
    });
    const text = visibleText(htmlReport(data));
    expect(text).toContain('Published scores');
    expect(text).toMatch(/LongAlpaca \(13B\) 59%/);
    expect(text).toContain('github.com/NVIDIA/RULER');
  });

  it("counts prompts of the authors' code to the length that they were made for", () => {
    const conditions = { language: 'en', prompts: "made by the authors' code" };
    const made = rulerRows('reader', 3, conditions).map((row, i) => ({
      ...row,
      size: `up to ${row.tokens} tokens`,
      tokens: row.tokens - (i % 7),
    }));
    const [line] = analyse(evaluationOf(made)).benchmarks;
    expect(line!.byLength.map(({ tokens }) => tokens)).toEqual(LENGTHS);
    expect(line!.published.find(({ model }) => model === 'Mistral-Nemo')!.recall).toBeCloseTo(
      0.875,
      9,
    );
    expect(line!.published.every(({ differs }) => differs === undefined)).toBe(true);
    const without = made.filter(({ task, tokens }) => task !== 'vt' || tokens > 5000);
    const [part] = analyse(evaluationOf(without)).benchmarks;
    expect(part!.published.every(({ differs }) => differs === undefined)).toBe(
      part!.published.length === 0,
    );
  });

  it('names what was published of one part of a composite, and what differs', () => {
    const part = imagine('reader', () => 1, { lengths: [32_000], stars: 4 }).map((row) => ({
      ...row,
      ...{ benchmark: 'needle-bench', task: 'S-RT', language: 'zh' },
      composite: { part: 'S-RT', weight: 1, variant: 'opencompass-2' },
      conditions: {
        ...{ language: 'zh', text: 'your files 1', lengths: 'in tokens', evidence: '1' },
        ...{ scoring: 'opencompass-2', buffer: '200', wording: 'a template 7c278bce3367401e' },
        facts: 'a file of yours b7aee75f89d08a2b',
      },
    }));
    const text = visibleText(htmlReport(analyse(evaluationOf(part))));
    expect(text).toContain('Not drawn: Li et al.: NeedleBench, arXiv:2407.11963v3, Table 1');
    expect(text).toContain('texts, in another order for each prompt, not your files');
    expect(text).toContain('prompts answered: 990, not 1');
    expect(text).not.toContain('Zephyr');
  });

  it('names no neighbour where something is another, and says what', () => {
    const own = analyse(
      evaluationOf([...rulerRows('reader', 3, { ...PAPER, documents: 'ours' }), ...stars]),
    );
    const [, line] = own.benchmarks;
    expect(line!.published[0]!.differs).toEqual(['documents: HotpotQA or SQuAD, not ours']);
    expect(csvTables(own)['benchmarks.csv']).not.toContain('LongAlpaca');
    expect(visibleText(htmlReport(own))).not.toContain('LongAlpaca');
    const other = { ...PAPER, documents: 'ours', text: 'prose' };
    const [two] = analyse(evaluationOf(rulerRows('reader', 3, other))).benchmarks;
    expect(two!.published[0]!.differs).toEqual([
      "text: Paul Graham's essays, not prose",
      'documents: HotpotQA or SQuAD, not ours',
    ]);
  });
});

describe('given prompts of one task', () => {
  const octave = {
    'a file of yours 65df601a2e0ae4a3': 65_536,
    'a file of yours c80b19573bff1d38': 262_144,
  };
  const rows = Object.entries(octave).flatMap(([prompts, length]) =>
    imagine('reader', () => 1, { lengths: [length - 1000], stars: 1, seeds: 95 }).map((row) => ({
      ...row,
      benchmark: 'mrcr',
      task: 'recall',
      size: `up to ${length} tokens`,
      variant: `needles 8, published ${prompts}`,
      conditions: { language: 'en', needles: '8', prompts },
    })),
  );

  it('name those of model cards, which were read in copies, and draw none', () => {
    const data = analyse(evaluationOf(rows));
    const [line] = data.benchmarks;
    expect(line!.byLength.map(({ tokens, recall }) => [tokens, recall.value])).toEqual([
      [65_536, 1],
      [262_144, 1],
    ]);
    const gpt = line!.published.find(({ model }) => model === 'GPT-5.4, xhigh')!;
    expect(gpt.recall).toBeCloseTo((0.905 + 0.793) / 2, 9);
    const copy = "read in full copies, not at the vendor's own address";
    expect(gpt.differs).toEqual([copy]);
    expect(visibleText(htmlReport(data))).toContain('Different: read in full copies');
  });
});

describe('published totals', () => {
  const asked = {
    ...{ benchmark: 'ruler', parts: RULER_TASKS, lengths: LENGTHS, prompts: 13 },
    conditions: PAPER,
  };

  it('are those of all parts at lengths that were measured', () => {
    expect(publishedTotals(asked)).toHaveLength(44);
    expect(publishedTotals({ ...asked, parts: RULER_TASKS.slice(1) })).toEqual([]);
    expect(publishedTotals({ ...asked, lengths: [8000] })).toEqual([]);
    const [first] = publishedTotals({ ...asked, lengths: [4096, 9000] });
    expect(first!.recall).toBeUndefined();
    expect(first!.byLength).toHaveLength(1);
    const [few] = publishedTotals({ ...asked, prompts: 12 });
    expect(few!.differs).toEqual(['prompts answered: 13, not 12']);
  });

  it('say which of them other papers report', () => {
    const told = publishedTotals(asked).filter(({ reportedBy }) => reportedBy !== undefined);
    expect(told).toHaveLength(12);
    expect(told.find(({ model }) => model === 'Qwen3-8B (8B)')!.reportedBy).toBe(
      'arXiv:2505.09388',
    );
  });

  it('of prompts that the code of the authors made are theirs', () => {
    const conditions = { language: 'en', prompts: "made by the authors' code" };
    const found = publishedTotals({ ...asked, conditions });
    expect(found).toHaveLength(44);
    expect(found.every(({ differs }) => differs === undefined)).toBe(true);
  });

  it('of OpenAI’s MRCR are those of an octave of its file, and named', () => {
    const mrcr = {
      ...{ benchmark: 'mrcr', task: 'recall', lengths: [131_072, 262_144], prompts: 100 },
      conditions: {
        language: 'en',
        needles: '8',
        prompts: ['a file of yours 65df601a2e0ae4a3', 'a file of yours c80b19573bff1d38'],
      },
    };
    const same = publishedTotals(mrcr);
    const copy = "read in full copies, not at the vendor's own address";
    expect(same.every(({ differs }) => String(differs) === copy)).toBe(true);
    const gpt = same.find(({ model }) => model === 'GPT-5.5, xhigh')!;
    expect(gpt.recall).toBeCloseTo((0.831 + 0.875) / 2, 9);
    expect(gpt).toMatchObject({ by: 'OpenAI', date: '2026-04-23' });
    expect(same.find(({ model }) => model.startsWith('Claude'))!.recall).toBeUndefined();
    const two = publishedTotals({ ...mrcr, conditions: { ...mrcr.conditions, needles: '2' } });
    expect(two.find(({ model }) => model === 'GPT-4.1')!.differs).toEqual([
      'examples: those before the correction of December 2025',
    ]);
    expect(two.some(({ model }) => model.startsWith('GPT-5.5'))).toBe(false);
    expect(publishedTotals({ ...mrcr, conditions: { language: 'en' } })).toEqual([]);
  });

  it.each([
    ['bfs', 0.737, 0.454],
    ['parents', 0.901, 0.585],
  ])('of GraphWalks, %s, are named, OpenAI’s and Anthropic’s', (task, at256K, at1M) => {
    const found = publishedTotals({
      ...{ benchmark: 'graph-walks', task, lengths: [262_144, 1_048_576], prompts: 100 },
      conditions: { language: 'en', prompts: 'a file of yours 537879431c72a42e' },
    });
    expect(found.every(({ differs }) => differs?.length === 1)).toBe(true);
    const named = found.filter(({ by }) => by === 'OpenAI');
    expect(named.map(({ model }) => model)).toEqual(['GPT-5.5, xhigh', 'GPT-5.4, xhigh']);
    expect(named[0]!.recall).toBeCloseTo((at256K + at1M) / 2, 9);
    const others = found.filter(({ by }) => by === 'Anthropic');
    expect(others[0]!.differs).toEqual(["wording: Anthropic's own"]);
  });

  it('of RULER beyond 128K are the vendors’ own, and named', () => {
    const found = publishedTotals({ ...asked, lengths: [262_144, 524_288, 1_048_576] });
    expect(found.map(({ model }) => model)).toContain('Nemotron 3 Super 120B-A12B, RULER-100');
    expect(found.every(({ differs }) => String(differs) === 'tasks and prompts: not stated')).toBe(
      true,
    );
  });

  it('of NoLiMa are those of both kinds of questions, with each of the authors’ books', () => {
    const theirs = publishedTotals({
      ...{ benchmark: 'nolima', parts: ['one-hop', 'two-hop'], prompts: 1508 },
      lengths: [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000],
      conditions: {
        ...{ language: 'en', facts: "the authors'", text: 'the book rand_book_4.txt' },
        ...{ wording: 'a template e6167bd123279860', form: 'open', distractors: 'none' },
        lengths: 'in tokens',
      },
    });
    expect(theirs.every(({ differs }) => differs === undefined)).toBe(true);
    expect(theirs.find(({ model }) => model === 'GPT-4o')!.recall).toBeCloseTo(
      (0.981 + 0.98 + 0.957 + 0.892 + 0.816 + 0.697) / 6,
      9,
    );
    const conditions = {
      language: 'en',
      facts: "the authors'",
      text: 'your files 0123456789abcdef',
      wording: 'a template e6167bd123279860',
      form: 'open',
      distractors: 'none',
      lengths: 'in tokens',
    };
    const found = publishedTotals({
      benchmark: 'nolima',
      parts: ['two-hop', 'one-hop'],
      lengths: [1000, 32_000],
      prompts: 1508,
      conditions,
    });
    expect(found).toHaveLength(18);
    const differs = ["text: the authors' five shuffled books, not your files"];
    expect(found[0]).toMatchObject({ model: 'GPT-4o', effective: '8K', differs });
    expect(found[0]!.recall).toBeCloseTo((0.981 + 0.697) / 2, 9);
    expect(found.find(({ model }) => model === 'Llama 4 Maverick')!.recall).toBeUndefined();
  });
});
