import { describe, expect, it } from 'vitest';
import { chipsOf, outcomeText } from '../../src/assertions/score.js';
import { speaking } from '../../src/base/text/speaking.js';
import { type CountingStarsCase, starCounts } from '../../src/benchmarks/counting-stars/stars.js';
import { countingStars, type ProviderIdentity, score } from '../../src/index.js';

const [test] = await countingStars({ stars: 32, lengths: [4000], order: 'ascending' });
const theCase = test!.vars!.case as unknown as CountingStarsCase;
const reference = starCounts(theCase);
const answer = (numbers: number[]) => JSON.stringify({ little_penguin: numbers });
const graded = (output: unknown, threshold?: number) =>
  score(output, {
    vars: { case: theCase },
    test: {
      assert: [{ type: 'javascript', value: 'package:promptfoo-counting-stars:score', threshold }],
    },
  });

describe('score', () => {
  it('gives a perfect answer everything', async () => {
    expect(await graded(answer(reference))).toMatchObject({
      pass: true,
      score: 1,
      reason: 'Found 32 of 32 facts.',
      namedScores: {
        'facts found': 1,
        precision: 1,
        format: 1,
        'q1 start': 1,
        q2: 1,
        q3: 1,
        'q4 end': 1,
      },
      metadata: { id: test!.metadata!.id, missing: [], extra: [], readBy: 'json' },
    });
  });

  it('says in one line how many, which are missing and where', async () => {
    const missing = [24, 26, 27, 29, 30].map((i) => reference[i]!);
    const listed = [...reference.filter((stars) => !missing.includes(stars)), 500, 600];
    const result = await graded(answer(listed));
    expect(result.reason).toBe(
      'Found 27 of 32 facts. 5 of the last 8 are missing. It lists 2 numbers not in the text.',
    );
    expect(result.score).toBe(27 / 32);
    expect(result.pass).toBe(false);
    expect(result.namedScores).toMatchObject({ precision: 27 / 29, 'q4 end': 3 / 8 });
    expect(result.metadata).toMatchObject({ missing, extra: [500, 600] });
    expect(result.metadata!.marks).toHaveLength(32);
    expect(result.metadata!.positions).toEqual(reference.map((_, i) => (i + 1) / 32));
  });

  it('looks twice at JSON that something is said around, or whose numbers may have separators', async () => {
    const [{ vars } = {}] = await countingStars({ stars: 8, lengths: [2000] });
    const counts = starCounts(vars!.case as unknown as CountingStarsCase);
    const doubtOf = async (output: string) =>
      (await score(output, { vars: vars! })).metadata!.doubt;
    const json = answer(counts);
    expect(await doubtOf(json)).toBeUndefined();
    expect(await doubtOf(`${json} (or 999?)`)).toBe('asked');
    expect(await doubtOf(`${json}\nActually no, that is wrong.`)).toBe('corrected');
    expect(await doubtOf(json.replace(`[${counts[0]},`, '[1,234,'))).toBe('form');
  });

  it('says it in the language of the Case', async () => {
    const config = { language: 'zh', stars: 8, lengths: [2000] };
    const [chinese] = await countingStars(config);
    const { vars } = chinese!;
    const counts = starCounts(vars!.case as unknown as CountingStarsCase);
    const half = await score(JSON.stringify({ little_penguin: counts.slice(0, 4) }), {
      vars: vars!,
      providerResponse: { finishReason: 'length' },
    });
    expect(half.reason).toBe(
      '共 8 条，找到 4 条。漏掉后 4 条。回答在输出上限处被截断（结束原因“length”）。请调高 provider 的 max_tokens。',
    );
    expect(half.metadata).toMatchObject({ diagnosis: 'cut-off' });
  });

  it('passes from the threshold of its own assertion, 0.85 without one', async () => {
    const most = answer(reference.slice(0, 27));
    expect((await graded(most)).pass).toBe(false);
    expect((await graded(most, 0.8)).pass).toBe(true);
    expect((await graded(answer(reference.slice(0, 28)))).pass).toBe(true);
  });

  it('passes from the threshold of the first pattern that matches the provider, 0.85 without one', async () => {
    const passes = async (threshold: Record<string, number>, provider?: ProviderIdentity) => {
      const value = 'package:promptfoo-counting-stars:score';
      const test = { assert: [null, { type: 'javascript', value, config: { threshold } }] };
      const output = answer(reference.slice(0, 16));
      return (await score(output, { vars: { case: theCase }, test, provider })).pass;
    };
    const openai = { id: () => 'openai:chat:x', label: 'big' };
    expect(await passes({ 'openai:*': 0.5, '*': 0.9 }, openai)).toBe(true);
    expect(await passes({ '*': 0.9, 'openai:*': 0.5 }, openai)).toBe(false);
    expect(await passes({ big: 0.5 }, openai)).toBe(true);
    expect(await passes({ small: 0.5 }, openai)).toBe(false);
    expect(await passes({ '*': 0.5 })).toBe(true);
    expect(await passes({ 'openai:*': 0.5 })).toBe(false);
  });

  it('never passes an answer that cannot be read, whatever the threshold', async () => {
    const result = await graded('There are many\nof them.', 0);
    expect(result).toMatchObject({
      pass: false,
      score: 0,
      namedScores: { 'facts found': 0, format: 0 },
    });
    expect(result.reason).toBe(
      'No numbers could be read. The answer begins: "There are many of them."',
    );
    expect((await graded('  ', 0)).reason).toBe('The answer is empty.');
  });

  it('is 0 for a value that a program gave and JSON does not have', async () => {
    const round: Record<string, unknown> = {};
    round.round = round;
    for (const output of [1n, { little_penguin: 3n }, round]) {
      expect(await graded(output)).toMatchObject({ pass: false, score: 0 });
    }
  });

  it('keeps little of a runaway answer', async () => {
    const result = await graded(answer(new Array(100_000).fill(7)));
    expect(JSON.stringify(result.metadata).length).toBeLessThan(4000);
  });

  it('fails clearly on a test without a Case', async () => {
    await expect(score('[]', { vars: {} })).rejects.toThrow('needs a generated test');
  });
});

it('says why an answer is not whole, and what to do', () => {
  expect(outcomeText('cut-off', { finishReason: 'length', outputTokens: 240 })).toBe(
    'The answer was cut off at the output limit of 240 tokens (finish reason "length"). ' +
      "Raise the provider's max_tokens.",
  );
  const thought = { finishReason: 'length', outputTokens: 240, reasoningTokens: 240 };
  expect(outcomeText('thinking-used-up', thought)).toBe(
    '240 tokens of thinking used up the output limit before the answer (finish reason "length"). ' +
      "Raise the provider's max_tokens, or lower its thinking budget.",
  );
});

it('names a finish reason and tokens only where they are told', () => {
  expect(outcomeText('filtered', {})).toBe(
    "The provider's filter held the answer back. Change its safety settings or the haystack.",
  );
  expect(outcomeText('cut-off', { finishReason: ' Max  Tokens' })).toBe(
    'The answer was cut off at the output limit (finish reason " Max  Tokens"). ' +
      "Raise the provider's max_tokens.",
  );
  expect(outcomeText('refused', {})).toBe('The provider reports that the model refused');
  expect(outcomeText('finished', { finishReason: 'stop' })).toBe('');
});

it('says it in the language that is spoken', () => {
  const said = speaking(['zh'], () => outcomeText('cut-off', { outputTokens: 240 }));
  expect(said).toBe('回答在 240 token 的输出上限处被截断。请调高 provider 的 max_tokens。');
});

it('names the score first, as promptfoo sorts names, and few others', () => {
  const quarters = { 'recall q1 start': 1, 'recall q2': 0.5, 'recall q3': 0, 'recall q4 end': 0 };
  const all = chipsOf(0.4, { ...quarters, recall: 0.4, precision: 1, format: 0.5, anywhere: 1 });
  const names = Object.keys(all).sort((a, b) => a.localeCompare(b, 'en'));
  expect(names).toEqual([
    ...['facts found', 'format', 'precision'],
    ...['q1 start', 'q2', 'q3', 'q4 end'],
  ]);
  expect(all).toMatchObject({ 'facts found': 0.4, q2: 0.5 });
});

it('names nothing twice', () => {
  expect(
    chipsOf(0.5, { likeness: 0.5, f1: 0.5, recall: 0.5, boxed: 1, anywhere: 1, exact: 0 }),
  ).toEqual({
    'facts found': 0.5,
    'in a box': 1,
    'found anywhere': 1,
    'matches exactly': 0,
  });
});
