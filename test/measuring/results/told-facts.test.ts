/** Which results say all of their Cases, so that the half that makes prompts is not loaded for them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { scoreAnswer } from '../../../src/assertions/score.js';
import * as caseFacts from '../../../src/commands/asking-side.js';
import { caseId } from '../../../src/contract/case-identity.js';
import type { GeneratedTest } from '../../../src/generators/generate.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { countingStars } from '../../../src/index.js';
import { factsOfCase } from '../../../src/measuring/results/own-results.js';

let test: GeneratedTest;
let prompt: string;
let result: Awaited<ReturnType<typeof resultOf>>;

/** A result as promptfoo stores it. */
async function resultOf(sent: string) {
  const { vars, metadata, assert } = test;
  const graded = await scoreAnswer('{"little_penguin": [1]}', { vars, prompt: sent });
  return {
    prompt: { raw: sent },
    vars: { case: vars.case },
    testCase: { metadata },
    metadata,
    response: { output: '{}' },
    gradingResult: { componentResults: [{ ...graded, assertion: assert![0] }] },
  };
}

beforeAll(async () => {
  [test] = (await countingStars({ stars: 4, lengths: [1000] })) as [GeneratedTest];
  ({ prompt } = await buildPrompt(test.vars.case));
  result = await resultOf(prompt);
});

/** What is known of a result, and how often the door was opened for it. */
async function asked(one: object) {
  let opened = 0;
  const facts = await factsOfCase(one, async () => {
    opened++;
    return caseFacts;
  });
  return { facts, opened };
}

const without = (name: string) => {
  const { [name]: _, ...metadata } = test.metadata!;
  return { ...result, testCase: { metadata }, metadata };
};

describe('a result of this version', () => {
  it('says its conditions as its benchmark does, and that its prompt was looked at', async () => {
    const { facts, opened } = await asked(result);
    const theCase = test.vars.case;
    expect(opened).toBe(0);
    const conditions = facts.conditionsOf(theCase.benchmark, theCase);
    expect(conditions).toEqual(caseFacts.conditionsOf(theCase.benchmark, theCase));
    expect(conditions).toMatchObject({ language: 'en', lengths: 'in tokens' });
    expect(facts.foreignPrompt(prompt, theCase)).toBeUndefined();
  });

  it.each([
    ['whose prompt stands in a template', async () => resultOf(`Dear model!\n${prompt}`)],
    ['without its prompt', async () => ({ ...result, prompt: { raw: '[prompt stripped]' } })],
    [
      'of a call that failed',
      async () => ({ ...result, gradingResult: null, failureReason: 2, error: 'no such host' }),
    ],
    ['of an ordinary test', async () => ({ vars: { topic: 'boats' }, prompt: { raw: 'Hi' } })],
  ])('is not asked about where it is one %s', async (_, make) => {
    expect((await asked(await make())).opened).toBe(0);
  });
});

describe('the half that makes prompts', () => {
  it('is asked of a result that lacks what an older version did not write', async () => {
    const { facts, opened } = await asked(without('conditions'));
    expect(opened).toBe(1);
    const { benchmark } = test.vars.case;
    expect(facts.conditionsOf(benchmark, test.vars.case)).toEqual(test.metadata!.conditions);
    const [graded] = result.gradingResult.componentResults;
    const { promptDigest, ...metadata } = graded!.metadata!;
    expect(promptDigest).toMatch(/^[0-9a-f]{12}$/);
    const old = { ...result, gradingResult: { componentResults: [{ ...graded, metadata }] } };
    expect((await asked(old)).opened).toBe(1);
  });

  it('finds a prompt that took the place of the one that was scored', async () => {
    const raw = prompt.replace('★', '');
    const { facts, opened } = await asked({ ...result, prompt: { raw } });
    expect(opened).toBe(1);
    expect(facts.foreignPrompt(raw, test.vars.case)).toContain('another prompt');
  });

  it('says the conditions of a Case that is not the one its test tells of', async () => {
    const theCase = { ...test.vars.case, order: 'ascending' };
    const { facts, opened } = await asked({ ...result, vars: { case: theCase } });
    expect(caseId(theCase)).not.toBe(test.metadata!.id);
    expect(opened).toBe(1);
    expect(facts.conditionsOf(theCase.benchmark, theCase)).toMatchObject({ order: 'ascending' });
  });

  it('is asked where conditions are none', async () => {
    const metadata = { ...test.metadata, conditions: { language: 1 } };
    expect((await asked({ ...result, testCase: { metadata }, metadata })).opened).toBe(1);
  });
});
