import { describe, expect, it } from 'vitest';
import { publishedScores } from '../../../../src/measuring/facts/tables/published-scores.js';
import { PAPER_GRID } from './paper-grid.js';

const PAPER = PAPER_GRID.conditions;

const LEADERBOARD = {
  ...PAPER,
  order: 'shuffled',
  lengths: '700 characters a thousand tokens',
  wording: 'your own 4dca1375dbca10af',
};

const found = (conditions: Record<string, string>, other: Partial<typeof PAPER_GRID> = {}) =>
  publishedScores({ ...PAPER_GRID, ...other, conditions });

describe('published scores', () => {
  it('are neighbours where everything is as the paper had it', () => {
    const same = found(PAPER).filter(({ differs }) => differs === undefined);
    expect(same.map(({ model, recall }) => [model, recall.toFixed(4)])).toEqual([
      ['GPT-4 Turbo', '0.9678'],
      ['Kimi Chat', '0.8643'],
    ]);
    expect(same[1]).toMatchObject({ figure: 'Figure 3', date: '2024-03' });
    expect(same[1]!.map).toHaveLength(32);
  });

  it.each([
    ['32-16', '0.979', '0.846'],
    ['16-32', '0.965', '0.988'],
    ['64-32', '0.897', '0.931'],
  ])('of Counting-Stars-(%s) are those of Table 1', (version, gpt, kimi) => {
    const prompts = version === '32-16' ? 16 : 32;
    const lengths = PAPER_GRID.lengths.slice(-prompts);
    const same = found({ ...PAPER, version }, { lengths, prompts }).filter(
      ({ differs }) => differs === undefined,
    );
    const cut = (recall: number) => recall.toFixed(3);
    expect(same.map(({ model, recall }) => [model, cut(recall)])).toEqual([
      ['GPT-4 Turbo', gpt],
      ['Kimi Chat', kimi],
    ]);
  });

  it('of the leaderboard are the neighbours of shuffled counts', () => {
    const english = {
      language: 'en',
      lengths: '800 words a thousand tokens',
      'line breaks': 'spaces',
      wording: 'your own 999e074a19de940b',
      text: 'your files fbab517b1775307c',
    };
    const same = found({ ...LEADERBOARD, ...english });
    expect(same.filter(({ differs }) => !differs).map(({ model }) => model)).toContain('GLM-4');
    expect(same.find(({ model }) => model === 'Gemini 1.5 Pro')).toMatchObject({
      recall: 0.833,
      source: expect.stringContaining('leaderboard'),
    });
    const words = { ...LEADERBOARD, wording: 'your own 0468c115a8ea51b9' };
    const reasoning = found(words, { task: 'reasoning' });
    expect(reasoning.find(({ model, differs }) => model === 'GLM-4' && !differs)?.recall).toBe(
      0.475,
    );
  });

  it.each([
    ['language', 'en', 'language: zh, not en'],
    ['positions', 'jitter', 'positions: even, not jitter'],
    ['wording', 'built in', "wording: the paper's, not built in"],
    ['wording', 'your own 0123456789abcdef', "wording: the paper's, not your own"],
    ['text', 'journey-to-the-west', 'text: The Story of the Stone, not journey-to-the-west'],
    ['text', 'your files 0123456789abcdef', 'text: The Story of the Stone, not your files'],
    ['distractors', '40', 'distractors: none, not 40'],
    ['lengths', 'in tokens', 'lengths: 725 characters a thousand tokens, not in tokens'],
    ['tokenizer', 'o200k_base', 'tokenizer: cl100k_base, not o200k_base'],
    ['line breaks', 'keep', 'line breaks: none, not keep'],
    ['sentences', 'within the text', 'sentences: a line each, not within the text'],
    ['repeat', 'true', 'repeat: not stated, not true'],
  ])('say so when %s is the one thing that differs', (name, value, differs) => {
    const all = found({ ...PAPER, [name]: value });
    const paper = all.filter(({ figure }) => figure === 'Figure 3');
    expect(paper.map((score) => score.differs)).toEqual([[differs], [differs]]);
    expect(all.every((score) => score.differs !== undefined)).toBe(true);
  });

  it('name all that differs, a line each', () => {
    const all = found({ ...PAPER, order: 'random', distractors: '40' });
    expect(all.find(({ figure }) => figure === 'Figure 3')!.differs).toEqual([
      'distractors: none, not 40',
      'order: ascending, not random',
    ]);
  });

  it.each([1, 2, 31])('are not of %i prompts of 32', (prompts) => {
    const lengths = PAPER_GRID.lengths.slice(-prompts);
    const paper = found(PAPER, { lengths, prompts }).filter(({ figure }) => figure === 'Figure 3');
    expect(paper.map(({ differs }) => differs)).toEqual([
      [`prompts answered: 32, not ${prompts}`],
      [`prompts answered: 32, not ${prompts}`],
    ]);
  });

  it('are not of 32 prompts of one length', () => {
    const paper = found(PAPER, { lengths: [128_000] }).find(({ figure }) => figure === 'Figure 3');
    expect(paper!.differs).toEqual(['lengths: 32, not 1']);
  });

  it('are not there when most things differ, the task, or the longest length', () => {
    const ours = { ...PAPER, language: 'ru', order: 'random', distractors: '40' };
    expect(found({ ...ours, positions: 'jitter', text: 'invented' })).toEqual([]);
    expect(found(PAPER, { task: 'sum' })).toEqual([]);
    expect(found(PAPER, { longest: 64_000 })).toEqual([]);
    expect(found({})).toEqual([]);
  });

  it.each<[Partial<typeof PAPER_GRID>, string]>([
    [{ longest: 127_999 }, 'longest: 128,000 tokens, not 127,999'],
    [{ longest: 120_000 }, 'longest: 128,000 tokens, not 120,000'],
    [{ longest: 140_000 }, 'longest: 128,000 tokens, not 140,000'],
    [{ temperatures: ['1'] }, 'temperature: 0, not 1'],
    [{ temperatures: ['0', '0.2'] }, 'temperature: 0, not 0.2'],
    [{ temperatures: [undefined] }, 'temperature: 0, not stated'],
    [{ temperatures: [] }, 'temperature: 0, not stated'],
  ])('are named and not drawn for %j', (other, differs) => {
    const paper = found(PAPER, other).filter(({ figure }) => figure === 'Figure 3');
    expect(paper.map((one) => one.differs)).toEqual([[differs], [differs]]);
  });

  it("of a file of the authors' are known by the file", () => {
    const file = (digest: string) => ({ language: 'zh', prompts: `a file of yours ${digest}` });
    // In another tokenizer they are shorter.
    const lengths = PAPER_GRID.lengths.map((tokens) => Math.round(tokens * 0.7));
    const theirs = found(file('d31c7d581c70f0db'), { lengths }).filter(({ differs }) => !differs);
    expect(theirs.find(({ model }) => model === 'Claude3 Opus')!.recall).toBe(0.807);
    expect(found(file('0123456789abcdef')).map(({ differs }) => differs)).toContainEqual([
      "prompts: the authors' file, not a file of yours",
    ]);
  });

  it('of LongBench v2 are those of all 503 questions', () => {
    const conditions = {
      language: 'en',
      wording: 'a template 68a162252bc9ff71',
      lengths: 'in tokens',
    };
    const asked = {
      benchmark: 'long-bench-v2',
      task: 'all',
      lengths: [9000],
      longest: 9000,
      temperatures: [],
      conditions,
    };
    const whole = publishedScores({ ...asked, prompts: 503 });
    expect(whole.find(({ model }) => model === 'Gemini-2.5-Pro, with reasoning')).toMatchObject({
      recall: 0.633,
      date: '2025-08-30',
    });
    const differing = whole.filter(({ differs }) => differs);
    expect(differing.map(({ model, differs }) => [model, differs])).toContainEqual([
      'MiMo-V2-Flash',
      ['prompt, and where long texts were cut: not stated'],
    ]);
    expect(new Set(differing.map(({ by }) => by))).toEqual(
      new Set(['MiniMax', 'Xiaomi', 'NVIDIA']),
    );
    expect(publishedScores({ ...asked, prompts: 500 })[0]!.differs).toEqual([
      'prompts answered: 503, not 500',
    ]);
  });

  it('of Google’s MRCR are named beside version 2 alone, and never drawn', () => {
    const lengths = [131_072];
    const asked = {
      ...{ benchmark: 'mrcr', task: 'recall', lengths, longest: 131_072, prompts: 100 },
      temperatures: [],
    };
    const ofFile = (needles: string) =>
      publishedScores({
        ...asked,
        conditions: { language: 'en', needles, prompts: 'a file of yours 0123456789abcdef' },
      });
    expect(ofFile('8, version 2').map(({ model, recall }) => [model, recall])).toContainEqual([
      'Gemini 3.1 Pro, high, at 1M',
      0.263,
    ]);
    expect(ofFile('8, version 2').every(({ differs }) => differs?.length === 1)).toBe(true);
    expect(ofFile('8')).toEqual([]);
    expect(publishedScores({ ...asked, conditions: { language: 'en' } })).toEqual([]);
  });

  const DOCUMENTS = {
    benchmark: 'multi-document-qa',
    task: 'documents',
    lengths: [3000],
    longest: 3400,
    prompts: 13_275,
    temperatures: ['0'] as (string | undefined)[],
    places: [0, 4 / 19, 9 / 19, 14 / 19, 1],
    conditions: {
      language: 'en',
      order: 'as listed',
      wording: 'a template 368a84fe24373cc0',
      documents: 'a file of yours 19d062a7c970798a',
    },
  };

  const PAIRS = {
    ...DOCUMENTS,
    benchmark: 'key-value-retrieval',
    task: 'retrieval',
    prompts: 2500,
    places: [0, 34 / 139, 69 / 139, 104 / 139, 1],
    conditions: {
      language: 'en',
      wording: 'a template 62a513f9d0e039c3',
      pairs: 'a file of yours 45d0bcd57a6d3f52',
    },
  };

  const drawn = (measured: Parameters<typeof publishedScores>[0]) =>
    publishedScores(measured).filter(({ differs }) => !differs);

  it('of Lost in the Middle are curves by place, and Table 1', () => {
    const [mpt] = drawn(DOCUMENTS);
    expect(mpt).toMatchObject({ model: 'mpt-30b-instruct', rule: 'first line' });
    expect(mpt!.places!.map(({ recall }) => recall.toFixed(3))).toEqual([
      '0.537',
      '0.518',
      '0.522',
      '0.527',
      '0.562',
    ]);
    expect(drawn(PAIRS).map(({ model, recall }) => [model, recall.toFixed(4)])).toEqual([
      ['mpt-30b-instruct', '0.9176'],
      ['longchat-13b-16k', '0.5296'],
    ]);
    const oracle = drawn({
      ...{ ...DOCUMENTS, task: 'oracle', prompts: 2655, places: [0] },
      conditions: { ...DOCUMENTS.conditions, documents: 'a file of yours 9e0e498f7feaca12' },
    });
    expect(oracle).toHaveLength(9);
    expect(oracle.find(({ model }) => model === 'Claude-1.3')).toMatchObject({
      recall: 0.761,
      figure: 'Table 1',
      source: expect.stringContaining('§2.3'),
    });
  });

  it('of another novel are three runs, and of temperature 1 one', () => {
    const text = 'your files 8bfedc73811f4b72';
    const three = drawn({ ...PAPER_GRID, conditions: { ...PAPER, text } });
    expect(three.map(({ figure, model }) => `${model}, ${figure}`)).toEqual(
      [9, 10, 11].flatMap((n) => [`GPT-4 Turbo, Figure ${n}`, `Kimi Chat, Figure ${n}`]),
    );
    const warm = drawn({ ...PAPER_GRID, temperatures: ['1'], conditions: { ...PAPER, text } });
    expect(warm.map(({ figure, recall }) => [figure, recall.toFixed(4)])).toEqual([
      ['Figure 13', '0.9736'],
      ['Figure 13', '0.6914'],
    ]);
    const shuffled = drawn({ ...PAPER_GRID, conditions: { ...PAPER, order: 'shuffled' } });
    expect(shuffled.map(({ recall }) => recall.toFixed(4))).toEqual(['0.6924', '0.6064']);
  });

  it('of Figure 14 are known by its prompts', () => {
    const prompts = 'a file of yours ba59e1509cbcedb1';
    const english = drawn({ ...PAPER_GRID, conditions: { language: 'en', prompts } });
    expect(english.map(({ figure, recall }) => [figure, recall.toFixed(4)])).toEqual([
      ['Figure 14', '0.9971'],
      ['Figure 14', '0.8955'],
    ]);
  });

  const grids = [PAPER_GRID, DOCUMENTS, PAIRS] as const;
  const step = (by: number) => PAPER_GRID.lengths.map((tokens) => tokens + by);
  const digest = (n: number) => `your files ${String(n).padStart(16, '0')}`;
  it.each([
    ...[1, 2, 3].map((n) => ['text', 0, {}, { text: digest(n) }] as const),
    ['text', 1, {}, { documents: 'a file of yours 0000000000000001' }] as const,
    ['text', 2, {}, { pairs: 'a file of yours 0000000000000001' }] as const,
    ...[1, 2, 3].map((n) => ['wording', 0, {}, { wording: `your own ${n}` }] as const),
    ['wording', 1, {}, { wording: 'a template 368a84fe24373cc1' }] as const,
    ['wording', 2, {}, { wording: 'a template 62a513f9d0e039c4' }] as const,
    ...['random', 'descending', 'none'].map((order) => ['order', 0, {}, { order }] as const),
    ['order', 1, {}, { order: 'shuffled' }] as const,
    ['order', 2, {}, { order: 'shuffled' }] as const,
    ...[127_000, 129_000].map((longest) => ['grid', 0, { longest }, {}] as const),
    ['grid', 0, { lengths: step(0).slice(1), prompts: 31 }, {}] as const,
    ['grid', 1, { places: [0, 0.25, 0.5, 0.75, 1] }, {}] as const,
    ['grid', 2, { places: [0, 0.25, 0.5, 0.75, 1] }, {}] as const,
    ...[['1'], ['0.7'], [undefined]].map(
      (temperatures) => ['temperature', 0, { temperatures }, {}] as const,
    ),
    ['temperature', 1, { temperatures: ['0.1'] }, {}] as const,
    ['temperature', 2, { temperatures: ['0', '1'] }, {}] as const,
    ...['o200k_base', 'p50k_base', 'characters', 'words', 'by provider'].map(
      (tokenizer) => ['tokenizer', 0, {}, { tokenizer }] as const,
    ),
  ])('are not drawn next to a near miss: %s of grid %i, %j %j', (_, at, other, conditions) => {
    const grid = grids[at];
    const temperatures = [...('temperatures' in other ? other.temperatures : ['0'])];
    const changed = { ...grid, ...other, temperatures };
    const all = publishedScores({
      ...changed,
      conditions: { ...grid.conditions, ...conditions },
    });
    expect(all.filter(({ differs }) => !differs)).toEqual([]);
    expect(all.length).toBeGreaterThan(0);
  });
});

describe('published scores of NeedleBench', () => {
  const GRID = {
    benchmark: 'needle-bench',
    task: 'S-RT',
    lengths: [1000, 4000, 8000, 12_000, 16_000, 20_000, 24_000, 28_000, 32_000],
    longest: 32_000,
    prompts: 990,
    temperatures: ['0'],
    conditions: {
      language: 'zh',
      text: 'your files 0123456789abcdef',
      lengths: 'in tokens',
      wording: 'a template 7c278bce3367401e',
      evidence: '1',
      scoring: 'opencompass-2',
      facts: 'a file of yours b7aee75f89d08a2b',
      buffer: '200',
    },
  };

  it("are named, since the authors' texts come in another order in each prompt", () => {
    const all = publishedScores(GRID);
    expect(all).toHaveLength(14);
    expect(all.find(({ model }) => model === 'Zephyr-7B-Beta')).toMatchObject({
      recall: 0.3535,
      figure: 'Table 1',
      date: '2025-09',
      differs: ["text: the authors' texts, in another order for each prompt, not your files"],
    });
    expect(all.every(({ differs }) => differs?.length === 1)).toBe(true);
  });

  it('are not named for another grid, and say how many lengths there are', () => {
    expect(publishedScores({ ...GRID, longest: 64_000 })).toEqual([]);
    const [fewer] = publishedScores({ ...GRID, lengths: GRID.lengths.slice(1) });
    expect(fewer!.differs).toContain('lengths: 9, not 8');
  });

  it.each([
    ['S-RT', 128_000, 880, 'Gemma-3-27B', 0.967],
    ['M-RS', 128_000, 3520, 'DeepSeek-R1', 0.7003],
    ['M-RS', 32_000, 3960, 'Qwen-2.5-72B', 0.398],
  ])('of %s up to %i are those of the paper', (task, longest, prompts, model, recall) => {
    const lengths = longest === 32_000 ? GRID.lengths : [1, 2, 4, 8, 16, 32, 64, 128];
    const { evidence, ...rest } = GRID.conditions;
    const conditions =
      task === 'S-RT'
        ? GRID.conditions
        : { ...rest, facts: 'a file of yours 07f02b1687fbdbfb', gap: '0.1' };
    const all = publishedScores({ ...GRID, task, longest, prompts, lengths, conditions });
    expect(all.find((one) => one.model === model)!.recall).toBe(recall);
  });

  it('of the challenge are named, since statements of kinship are worded by us', () => {
    const templates = ['b047e2db725f366f', 'd3fec1aaa8530f04', '3c53d1846ae75c58'];
    const all = publishedScores({
      ...GRID,
      ...{ benchmark: 'ancestral-trace', task: 'all', prompts: 360 },
      conditions: {
        ...{ language: 'en', lengths: 'in tokens', boxed: 'true', statements: 'ours' },
        names: 'a file of yours 07f02b1687fbdbfb',
        wording: templates.map((digest) => `a template ${digest}`),
      },
    });
    expect(all).toHaveLength(29);
    expect(all.find(({ model }) => model === 'DeepSeek-R1')).toMatchObject({
      recall: 0.4401,
      differs: ["statements: the authors', not ours"],
    });
  });
});
