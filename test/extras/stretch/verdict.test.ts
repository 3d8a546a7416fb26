import { describe, expect, it } from 'vitest';
import { speaking } from '../../../src/base/text/speaking.js';
import { stretchFinding } from '../../../src/extras/stretch/finding.js';
import { stretchDocument } from '../../../src/extras/stretch/stretch-document.js';
import { type StretchVerdict, stretchOf } from '../../../src/extras/stretch/verdict.js';
import { testRow } from '../../../src/measuring/results/test-row.js';
import { decisionsOf, mediaOf, terminalOf } from '../../measuring/document/media.js';
import { resultOf } from '../../measuring/facts/tests/rows-for-tests.js';
import { breaking, type Simulated, simulatedResults, simulatedRun } from './simulated.js';

/** Four of forty tests break: one from 32K on, three at 128K. */
const FOUR = new Map([
  [3, 32_000],
  [7, 128_000],
  [11, 128_000],
  [19, 128_000],
]);

function verdictOf(simulated: Partial<Simulated> = {}): StretchVerdict {
  return stretchOf(simulatedRun({ tests: 40, passes: breaking(FOUR), ...simulated }))!;
}

/** The only reader's. */
function modelOf(simulated?: Partial<Simulated>) {
  return verdictOf(simulated).models[0]!;
}

/** Names of tests that are said to have broken. */
function brokenIn(simulated?: Partial<Simulated>): string[] {
  return modelOf(simulated)
    .tests.filter(({ state }) => state === 'broke')
    .map(({ name }) => name);
}

describe('a verdict on stretched tests', () => {
  it('counts what passed at each length, as the server did', () => {
    const served = new Map<string, { passed: number; of: number }>();
    const passes = breaking(FOUR);
    const { asIs, oneTurn, lengths } = modelOf({
      passes: (test, arm, chance) => {
        const key = `${arm.arm}/${arm.length}`;
        const { passed, of } = served.get(key) ?? { passed: 0, of: 0 };
        const isRight = passes(test, arm, chance);
        served.set(key, { passed: passed + Number(isRight), of: of + 1 });
        return isRight;
      },
    });
    const shown = [asIs, oneTurn!, ...lengths].map(({ arm, length, passed, answers }) => {
      return [`${arm}/${length}`, { passed, of: answers }];
    });
    expect(shown).toEqual([...served]);
    expect(lengths[2]!.passRate).toBeCloseTo(lengths[2]!.passed / lengths[2]!.answers, 12);
  });

  it('says at which lengths fewer pass, and names what broke, with where', () => {
    const { lengths, tests } = modelOf();
    expect(lengths.map(({ compared }) => compared!.isLower)).toEqual([false, true, true]);
    expect(lengths[2]!.cause).toBe('length');
    const broke = tests.filter(({ state }) => state === 'broke');
    expect(broke.map(({ name, from }) => [name, from])).toEqual([
      ['Question 3?', 32_000],
      ['Question 7?', 128_000],
      ['Question 11?', 128_000],
      ['Question 19?', 128_000],
    ]);
    expect(decisionsOf(stretchDocument(verdictOf()))).toEqual([
      'bad: 1 of 40 tests breaks at 32K tokens: Question 3?.',
      'bad: 3 more tests break at 128K tokens: Question 7?, Question 11?, Question 19?.',
    ]);
    expect(stretchDocument(verdictOf()).lead).toMatch(
      /^Pass rate \d\d% as they are, \d\d% at 8K, \d\d% at 32K, \d\d% at 128K\. One extra turn: \d\d% pass\. Length causes at least part of the loss\.$/,
    );
  });

  it('says the same in Chinese, with every word', () => {
    const verdict = verdictOf();
    const said = speaking(['zh'], () => terminalOf(stretchDocument(verdict)));
    expect(said).toMatch(/^✗ 40 个测试中有 1 个在 32K token 处变为失败：Question 3\?。/);
    const ours = said
      .split('\n')
      .slice(0, -1)
      .join('')
      .replaceAll(/Question \d+\?|\d+\.?\d*[KM]/g, '');
    expect(ours.replaceAll(/token|Question|--price/g, '')).not.toMatch(/[a-z]/i);
  });

  it('finds no loss where there is none, and says how large one may be', () => {
    const verdict = verdictOf({ passes: breaking(new Map()) });
    expect(verdict.models[0]!.lengths.some(({ compared }) => compared!.isLower)).toBe(false);
    expect(decisionsOf(stretchDocument(verdict))).toEqual([
      expect.stringMatching(/^good: No loss detected up to 128K tokens \(at most \S+ points\)\.$/),
    ]);
  });

  it('names no test that was asked once: only how many broke', () => {
    const simulated = { repeats: 1, passes: breaking(new Map(range(16, 128_000)), 0) };
    expect(brokenIn(simulated)).toEqual([]);
    const document = stretchDocument(verdictOf(simulated), {
      command: { options: [], args: [] },
    });
    expect(decisionsOf(document)).toEqual(['bad: About 16 of 40 tests break at 128K tokens.']);
    expect(mediaOf(document).terminal).toContain('--lengths 8K,32K,128K --repeat 3');
  });

  it('names no test where all lost a little', () => {
    const passes: Simulated['passes'] = (_, { length }, chance) =>
      chance < (length === 128_000 ? 0.75 : 0.98);
    expect(modelOf({ passes }).lengths[2]!.compared!.isLower).toBe(true);
    expect(brokenIn({ passes })).toEqual([]);
    expect(stretchFinding(modelOf({ passes }))).toMatchObject({
      ...{ kind: 'lower', length: 128_000, isOnce: false },
    });
  });

  it('takes a test that never passes as it is for none that breaks', () => {
    const passes = breaking(FOUR, 0);
    const { tests } = modelOf({ passes: (test, ...more) => test !== 30 && passes(test, ...more) });
    expect(tests[30]).toMatchObject({ state: 'fails' });
    const verdict = verdictOf({
      passes: (test, ...more) => test !== 30 && passes(test, ...more),
    });
    expect(terminalOf(stretchDocument(verdict))).toContain(
      "1 test fails without padding, so it can't break.",
    );
  });

  it('tells the form from the length', () => {
    const verdict = verdictOf({
      passes: (_, { arm }, chance) => chance < (arm === 'as-is' ? 0.98 : 0.75),
    });
    const { lengths, oneTurn } = verdict.models[0]!;
    expect(oneTurn!.compared!.isLower).toBe(true);
    expect(lengths.map(({ cause }) => cause)).toEqual(['form', 'form', 'form']);
    expect(stretchFinding(verdict.models[0]!)).toEqual({ kind: 'format' });
    mediaOf(stretchDocument(verdict));
  });

  it('does not take repeats that copy each other for more evidence', () => {
    const copied = (broken: number) =>
      modelOf({ tests: 20, passes: breaking(new Map(range(broken, 128_000)), 0) });
    expect(copied(2).lengths[2]!.compared!.isLower).toBe(false);
    expect(copied(8).lengths[2]!.compared!.isLower).toBe(true);
  });
});

function range<T>(count: number, value: T): [number, T][] {
  return Array.from({ length: count }, (_, i) => [i, value]);
}

const TOO_LONG = "API error: 400 This model's maximum context length is 131072 tokens.";

describe('calls without an answer', () => {
  it('are no broken tests, and are counted by why', () => {
    const verdict = verdictOf({
      lengths: [8000, 1_000_000],
      passes: breaking(new Map(), 0),
      error: (test, { arm, length }) => {
        if (length === 1_000_000) return TOO_LONG;
        return test === 5 && arm === 'padded' ? 'API error: 500' : undefined;
      },
    });
    const [short, long] = verdict.models[0]!.lengths;
    expect(short!.missing).toEqual({ window: 0, room: 0, call: 3 });
    expect(long!.missing).toEqual({ window: 120, room: 0, call: 0 });
    expect(long).not.toHaveProperty('compared');
    const document = stretchDocument(verdict);
    expect(decisionsOf(document)).toEqual([
      'bad: Prompts of 1M tokens are too long for the model.',
      expect.stringMatching(/^good: No loss detected up to 8K tokens/),
    ]);
    expect(mediaOf(document).terminal).toMatch(/^1M +– +120/m);
  });

  it('leave the error rate to the longest length with answers', () => {
    const { lengths } = modelOf({
      lengths: [8000, 128_000, 1_000_000],
      error: (test, { length }) => (length === 1_000_000 && test > 2 ? TOO_LONG : undefined),
    });
    expect(lengths.map(({ compared }) => compared!.level)).toEqual(
      [0.005, 0.04, 0.005]
        .map((level) => expect.closeTo(level, 9))
        .with(0, expect.closeTo(0.045, 9)),
    );
  });

  it('are those of a grader that failed, and those that were not sent', () => {
    const assertion = { type: 'llm-rubric', value: 'polite' };
    const failedGrader = {
      gradingResult: {
        ...{ pass: false, score: 0, reason: 'API error' },
        componentResults: [
          {
            pass: false,
            score: 0,
            reason: 'API error',
            assertion,
            metadata: { graderError: true },
          },
        ],
      },
    };
    const [first] = simulatedResults({ tests: 1, passes: () => false, more: () => failedGrader });
    expect(testRow(first)).toMatchObject({ error: 'the grader failed: API error' });

    const [, , , padded] = simulatedResults({ tests: 1, passes: () => true });
    const { response } = padded as { response: { metadata: { stretch: object } } };
    const skipped = {
      ...padded,
      failureReason: 2,
      response: {
        error: 'Not asked',
        metadata: { stretch: { ...response.metadata.stretch, skipped: true } },
      },
    };
    expect(testRow(skipped)!.stretch).toMatchObject({
      missing: 'room',
      arm: 'padded',
      length: 8000,
    });
  });
});

describe('what decides', () => {
  const latency = { type: 'latency', threshold: 500 };

  /** A result whose assertion on latency fails wherever there is a text around the prompt. */
  function slow(test: number, { length }: { length: number }) {
    const pass = length === 0;
    const contains = { type: 'contains', value: `right ${test}` };
    return {
      success: pass,
      score: pass ? 1 : 0.5,
      testCase: { vars: { question: `Question ${test}?` }, assert: [contains, latency] },
      gradingResult: {
        ...{ pass, score: pass ? 1 : 0.5, reason: '' },
        componentResults: [
          { pass: true, score: 1, reason: '', assertion: contains },
          { pass, score: Number(pass), reason: 'Latency 900ms is greater', assertion: latency },
        ],
      },
    };
  }

  it('is not an assertion on cost or latency', () => {
    const verdict = verdictOf({ passes: breaking(new Map(), 0), more: slow });
    expect(verdict.models[0]!.lengths.map(({ passRate }) => passRate)).toEqual([1, 1, 1]);
    expect(verdict.leftOut).toEqual({ types: ['latency'], tests: 40 });
    expect(terminalOf(stretchDocument(verdict)).replace(/\s+/g, ' ')).toContain(
      "Assertions on latency don't count (40 tests): longer prompts always fail them.",
    );
  });
});

describe('readers', () => {
  it('are told apart by provider and prompt, and each has its own answer', () => {
    const one = simulatedResults({ tests: 8, provider: 'gpt', passes: breaking(new Map(), 0) });
    const other = simulatedResults({ tests: 8, provider: 'mini', passes: breaking(new Map(), 0) });
    const moved = other.map((result) => {
      return { ...result, promptIdx: 6 + (result as { promptIdx: number }).promptIdx };
    });
    const tests = [...one, ...moved].flatMap((result) => testRow(result) ?? []);
    const verdict = stretchOf([{ name: 'results.json', tests }])!;
    const decisions = decisionsOf(stretchDocument(verdict));
    expect(decisions.map((text) => text.split(' ')[1])).toEqual(['gpt:', 'mini:']);
  });

  it('of one name are numbered, in whatever columns they are', () => {
    const results = simulatedResults({ tests: 2, passes: () => true });
    const moved = results.map((result) => {
      return { ...result, promptIdx: 6 + (result as { promptIdx: number }).promptIdx };
    });
    const tests = [...results, ...moved].flatMap((result) => testRow(result) ?? []);
    const { models } = stretchOf([{ name: 'results.json', tests }])!;
    expect(models.map(({ name, asIs }) => [name, asIs.answers])).toEqual([
      ['gpt (1)', 12],
      ['gpt (2)', 12],
    ]);
  });

  it('have lengths of different names, however close', () => {
    const lengths = [8000, 32_000, 32_768, 1_500_000];
    const [{ tests }] = simulatedRun({ tests: 1, repeats: 1, lengths, passes: () => true }) as [
      ReturnType<typeof simulatedRun>[number],
    ];
    expect(tests.map(({ provider }) => provider)).toEqual(
      ['as it is', 'as it is', 'one turn more', '8K', '32K', '32768', '1.5M'].map(
        (place) => `stretch, ${place}: gpt`,
      ),
    );
  });

  it('that are not stretched are no matter of it', () => {
    expect(stretchOf([{ name: 'results.json', tests: [testRow(resultOf())!] }])).toBeUndefined();
  });
});
