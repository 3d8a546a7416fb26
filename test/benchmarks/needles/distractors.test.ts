import { describe, expect, it } from 'vitest';
import type { NeedleCase } from '../../../src/benchmarks/needles/hidden-needles.js';
import { distractorsOf, needlesOf } from '../../../src/benchmarks/needles/hidden-needles.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { needleBench, needleInAHaystack, SimulatedReader, score } from '../../../src/index.js';

const caseOf = ({ vars }: { vars?: unknown }) => (vars as { case: NeedleCase }).case;

const scoreOf = (output: string, theCase: NeedleCase) =>
  score(output, { vars: { case: theCase } } as never);

/** One needle at the start of a short prompt. */
const SMALL = { lengths: [1500], depths: [0], haystack: 'prose' };

describe('distractors of needles', () => {
  it('stand in the prompt, which is as long as without, and are the same in all cells', async () => {
    const tests = await needleInAHaystack({ ...SMALL, depths: 2, distractors: 3 });
    const cases = tests.map(caseOf);
    const [all] = cases.map((theCase) => distractorsOf(theCase, needlesOf(theCase)));
    expect(new Set(all!.map(({ sentence }) => sentence)).size).toBe(3);
    for (const theCase of cases) {
      const { prompt, promptTokens, positions } = await buildPrompt(theCase);
      for (const { sentence } of all!) expect(prompt.split(sentence)).toHaveLength(2);
      const missing = theCase.tokens - theCase.reserve - promptTokens;
      expect(missing).toBeGreaterThanOrEqual(0);
      expect(missing).toBeLessThanOrEqual(4);
      expect(positions).toHaveLength(4);
    }
  });

  it('make an answer wrong that takes one for the needle, and it is called so', async () => {
    const [test] = await needleInAHaystack({ ...SMALL, distractors: 2 });
    const theCase = caseOf(test!);
    const [needle] = needlesOf(theCase);
    const [first] = distractorsOf(theCase, [needle!]);
    const taken = await scoreOf(first!.keywords[0]!, theCase);
    expect(taken).toMatchObject({ score: 0, metadata: { diagnosis: 'distractor' } });
    expect(taken.reason).toContain(`"${first!.keywords[0]}" is the answer of a distractor`);
    expect(await scoreOf(needle!.answer, theCase)).toMatchObject({ score: 1 });
    const hidden = new Set(distractorsOf(theCase, [needle!]).map(({ sentence }) => sentence));
    const absent = needle!.distractors.find(({ sentence }) => !hidden.has(sentence))!;
    expect((await scoreOf(absent.keywords[0]!, theCase)).metadata).toMatchObject({
      diagnosis: 'wrong',
    });
  });

  it('are like each of several needles in turn, and like chains', async () => {
    const tests = await needleBench({
      ...SMALL,
      language: 'zh',
      perCell: 1,
      evidence: 3,
      distractors: 4,
    });
    const likes = tests.map(caseOf).map((theCase) => {
      return distractorsOf(theCase, needlesOf(theCase)).map(({ like }) => like);
    });
    expect(likes).toEqual([
      [0, 0, 0, 0],
      [0, 1, 2, 0],
      [0, 0, 0, 0],
    ]);
    const model = new SimulatedReader({ config: { profile: 'perfect' } });
    const blind = new SimulatedReader({ config: { profile: 'forgetful', recall: 0 } });
    for (const { vars } of tests) {
      const { prompt } = await buildPrompt((vars as { case: NeedleCase }).case);
      const context = { vars } as never;
      const { output } = await model.callApi(prompt, context);
      expect((await score(String(output), context)).score).toBe(1);
      const misled = await blind.callApi(prompt, context);
      expect((await score(String(misled.output), context)).metadata).toMatchObject({
        diagnosis: 'distractor',
      });
    }
  });

  it('can be of a user, and are refused where there are none', async () => {
    const needle = {
      sentence: 'The gate is chartreuse.',
      question: 'What colour is the gate?',
      keywords: ['chartreuse'],
      distractors: [{ sentence: 'The door is blue.', keywords: ['blue'] }],
    };
    const [test] = await needleInAHaystack({ ...SMALL, needle, distractors: 1 });
    expect((await buildPrompt(caseOf(test!))).prompt).toContain('The door is blue.');
    await expect(needleInAHaystack({ ...SMALL, needle })).rejects.toThrow(
      'needleInAHaystack: `needle` has `distractors`, but nothing says how many are hidden.',
    );
    await expect(needleInAHaystack({ ...SMALL, needle, distractors: 2 })).rejects.toThrow(
      'needles: `distractors` is 2, but own has 1 in the set. Use fewer, or a file',
    );
    await expect(needleBench({ scoring: 'opencompass-2', distractors: 1 })).rejects.toThrow(
      '`distractors` have no part in M-RS with `scoring` opencompass-2',
    );
  });
});
