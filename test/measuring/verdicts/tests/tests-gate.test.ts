import { describe, expect, it } from 'vitest';
import { speaking } from '../../../../src/base/text/speaking.js';
import { documentJunit } from '../../../../src/measuring/document/render/junit.js';
import { documentMarkdown } from '../../../../src/measuring/document/render/markdown.js';
import { documentTerminal } from '../../../../src/measuring/document/render/terminal.js';
import { keptRuns, suiteOf, suiteRuns } from '../../../../src/measuring/facts/tests/suite.js';
import { testsReport, testsReportDocument } from '../../../../src/measuring/report/tests-report.js';
import {
  type BaselineFile,
  parseBaseline,
} from '../../../../src/measuring/results/baseline/baseline.js';
import { baselineText } from '../../../../src/measuring/results/baseline/baseline-text.js';
import { testRow } from '../../../../src/measuring/results/test-row.js';
import { DEFAULT_GATE } from '../../../../src/measuring/verdicts/gate/gate.js';
import { gateDocument } from '../../../../src/measuring/verdicts/gate/gate-document.js';
import {
  type WholeGate,
  withTests,
} from '../../../../src/measuring/verdicts/gate/gate-with-tests.js';
import { gateJson } from '../../../../src/measuring/verdicts/gate/verdict-json.js';
import {
  checkMinimums,
  type PassMinimum,
  parsePassMinimum,
} from '../../../../src/measuring/verdicts/tests/pass-minimums.js';
import {
  gateTests,
  type TestsGateOptions,
} from '../../../../src/measuring/verdicts/tests/tests-gate.js';
import { resultOf, runOf } from '../../facts/tests/rows-for-tests.js';
import { htmlOf, markdownOf, terminalOf } from '../../report/outputs.js';

const source = (results: readonly object[], name = 'results.json') => ({
  name,
  tests: results.map((result) => testRow(result)!),
});

const OPTIONS: TestsGateOptions = {
  ...{ alpha: 0.05, maxDrop: 0.02, detect: 0.05, providers: [] },
  allow: { errors: false, missing: false, cached: false, new: false },
};

function gated(
  before: readonly object[],
  now: readonly object[],
  { minPass, ...more }: Partial<TestsGateOptions> & { minPass?: PassMinimum[] } = {},
) {
  const options = { ...OPTIONS, ...more };
  const suite = suiteOf([source(now)], options.allow.cached);
  return gateTests(keptRuns([source(before)]), suite, {
    ...options,
    ...(minPass && { minimums: checkMinimums(suite, minPass) }),
  });
}

const STEADY = Array.from({ length: 20 }, (_, i) => (i % 5 === 0 ? '110' : '111'));
/** The first tests fail in every round. */
const broken = (count: number) => STEADY.map((digits, i) => (i < count ? '000' : digits));
const gateMarkdown = (whole: WholeGate) =>
  documentMarkdown(gateDocument(whole)).replaceAll('`', '');
const gateJunit = (whole: WholeGate) => documentJunit(gateDocument(whole));
const textOf = (gate: ReturnType<typeof gated>) =>
  documentTerminal(gateDocument(withTests(undefined, gate, DEFAULT_GATE)), {
    ...{ colour: false, width: 200 },
  }).replace(/\n {2}(?=\S)/g, ' ');

describe('a test that a person rated', () => {
  const whole = resultOf({ test: 0, pass: true });
  const rated = {
    ...whole,
    gradingResult: {
      ...{ pass: true, score: 1 },
      componentResults: [
        { pass: false, score: 0, assertion: { type: 'contains', value: 'right 0' } },
        { pass: true, score: 1, assertion: { type: 'human' } },
      ],
    },
  };

  it('passes as it was rated, which gate and report say', () => {
    const now = [rated, ...runOf(STEADY).slice(1)];
    const gate = gated(runOf(STEADY), now);
    expect(gate.rated).toEqual({ count: 1, of: 60 });
    const said =
      "1 of 60 answers pass or fail only because a person rated them in promptfoo's viewer.";
    expect(textOf(gate)).toContain(said);
    expect(gateMarkdown(withTests(undefined, gate, DEFAULT_GATE))).toContain(said);
    const report = testsReport(suiteOf([source(now)]));
    expect(report.rated).toEqual({ count: 1, of: 60 });
    const document = testsReportDocument(report, 'Tests');
    expect(terminalOf(document).replace(/\s+/g, ' ')).toContain(said);
    for (const text of [htmlOf(document), markdownOf(document)]) {
      expect(text.replace(/\s+/g, ' ')).toMatch(/1 of 60 answers pass or fail only because/);
    }
  });
});

describe('a test whose grader failed', () => {
  const ungraded = {
    ...resultOf({ test: STEADY.length - 1, pass: false }),
    gradingResult: {
      ...{ pass: false, score: 0 },
      componentResults: [
        { pass: false, score: 0, reason: 'HTTP 429', metadata: { graderError: true } },
      ],
    },
  };

  it('is a failed call, which says nothing of the answer', () => {
    expect(testRow(ungraded)!.error).toBe('the grader failed: HTTP 429');
    const now = [...runOf(STEADY.slice(0, -1)), ungraded];
    const gate = gated(runOf(STEADY), now);
    expect(gate.verdict).toBe('failed');
    expect(textOf(gate)).toContain('1 test without an answer, because calls failed: question 19.');
    const allowed = { ...OPTIONS.allow, errors: true };
    expect(gated(runOf(STEADY), now, { allow: allowed }).verdict).toBe('passed');
  });
});

describe('a test', () => {
  it('is what is asked and how it is judged, however its answer and its place change', () => {
    const { test } = testRow(resultOf({ test: 1 }))!;
    const same = [
      resultOf({ test: 1, pass: false, column: 3, prompt: 'edited', description: 'named' }),
      { ...resultOf({ test: 1 }), testIdx: 7 },
      { ...resultOf({ test: 1 }), vars: { question: 'question 1', _conversation: [] } },
    ];
    expect(same.map((result) => testRow(result)!.test)).toEqual([test, test, test]);
    expect(testRow(resultOf({ test: 2 }))!.test).not.toEqual(test);
    const judged = testRow(resultOf({ test: 1, assert: [{ type: 'icontains', value: 'x' }] }))!;
    expect(judged.test).toEqual({
      asked: test.asked,
      judged: expect.not.stringContaining(test.judged),
    });
  });

  it('is named by its description, or else by its variables, without secrets', () => {
    const nameOf = (made: Parameters<typeof resultOf>[0]) => testRow(resultOf(made))!.name;
    expect(nameOf({ description: 'refunds' })).toBe('refunds');
    expect(nameOf({ description: 'Row #3' })).toBe('question 0');
    expect(nameOf({ vars: { a: 'x', b: 2 } })).toBe('a: x, b: 2');
    expect(nameOf({ vars: { a: `sk-${'a1'.repeat(24)}` } })).not.toContain('a1a1a1');
  });

  it('has metrics that are shares, and an error where there is no answer', () => {
    const row = testRow(resultOf({ metrics: { right: 0.5, seconds: 12 }, error: '503' }))!;
    expect([row.metrics, row.error]).toEqual([{ right: 0.5 }, '503']);
    expect(testRow({ success: 'yes' })).toBeUndefined();
  });
});

describe('a gate of tests', () => {
  it('passes a run that did not change', () => {
    const gate = gated(runOf(STEADY), runOf(STEADY.toReversed().map((_, i) => STEADY[i]!)));
    expect([gate.verdict, gate.tests, gate.broke]).toEqual(['passed', 20, []]);
    expect(textOf(gate)).toMatch(
      /^Passed: no test broke\.\nPass rate 93% → 93% \(20 tests × 3\)\. Any drop is at most \d+ points\./,
    );
  });

  it('names the tests that broke, in every output', () => {
    const gate = gated(runOf(STEADY), runOf(broken(4)));
    expect(gate.verdict).toBe('failed');
    expect(gate.broke.map(({ name }) => name).sort()).toEqual(
      [0, 1, 2, 3].map((i) => `question ${i}`),
    );
    const whole = withTests(undefined, gate, DEFAULT_GATE);
    expect(whole.verdict).toBe('failed');
    for (const written of [textOf(gate), gateMarkdown(whole), gateJunit(whole)]) {
      expect(written).toContain('question 3');
    }
    expect(textOf(gate)).toMatch(
      /^Failed: 4 of 20 tests broke: question \d, question \d, question \d and 1 more\./,
    );
    expect(gateJunit(whole)).toContain(
      '<testsuites name="gate" tests="20" failures="4" errors="0" skipped="0">',
    );
    expect(gateMarkdown(whole)).toMatch(/^### ❌ Gate of your tests: 4 of 20 tests broke: /);
  });

  it('is the same to programs in Chinese', () => {
    const [english, chinese] = [['en'], ['zh']].map((codes) =>
      speaking(codes, () => {
        const gate = gated(runOf(STEADY), runOf(broken(4)));
        const whole = withTests(undefined, gate, DEFAULT_GATE);
        return [gateJson(whole), gateJunit(whole).match(/<testcase [^>]*/g)];
      }),
    );
    expect(chinese).toEqual(english);
  });

  it('says that a name may be chance where repeats copy their run', () => {
    const copied = Array.from({ length: 40 }, (_, i) => (i % 10 === 0 ? '000' : '111'));
    const now = copied.map((digits, i) => (i > 0 && i < 10 ? '000' : i === 10 ? '111' : digits));
    const gate = gated(runOf(copied), runOf(now));
    expect([gate.verdict, gate.broke.length]).toEqual(['failed', 9]);
    const said = (one: typeof gate) => gateMarkdown(withTests(undefined, one, DEFAULT_GATE));
    expect(said(gate)).toContain('so a name may be chance.');
    const broke = copied.map((digits, i) => (i > 0 && i < 10 ? '000' : digits));
    expect(said(gated(runOf(copied), runOf(broke)))).not.toContain('may be chance');
    expect(said(gated(runOf(STEADY), runOf(broken(4))))).not.toContain('may be chance');
  });

  it('says the same in Chinese, with every word', () => {
    const said = speaking(['zh'], () => textOf(gated(runOf(STEADY), runOf(broken(4)))));
    expect(said).toMatch(/^未通过：/);
  });

  it('finds a run of single answers worse without naming a test', () => {
    const before = Array.from({ length: 40 }, () => '1');
    const gate = gated(runOf(before), runOf(before.map((_, i) => (i < 9 ? '0' : '1'))));
    expect([gate.verdict, gate.broke.length, gate.mayHaveBroken.length]).toEqual(['failed', 0, 9]);
    expect(textOf(gate)).toMatch(/^Failed: 9 of 40 tests that always passed now fail: /);
  });

  it('says what so few answers cannot show', () => {
    const before = Array.from({ length: 40 }, () => '1');
    const gate = gated(runOf(before), runOf(before));
    expect(gateMarkdown(withTests(undefined, gate, DEFAULT_GATE))).toContain('| 1 test | ');
    expect(gate.power!.one).toBeLessThan(0.5);
  });

  it('keeps a test whose prompt was edited, and says so', () => {
    const gate = gated(
      runOf(STEADY, { prompt: 'Q {{q}}' }),
      runOf(broken(4), { prompt: 'Say {{q}}' }),
    );
    expect([gate.verdict, gate.tests]).toEqual(['failed', 20]);
    expect(gate.models[0]!.editedPrompt).toEqual({ from: 'Q {{q}}', to: 'Say {{q}}' });
  });

  it('lists changed, added, removed and failed tests apart', () => {
    const before = runOf([...STEADY, '111', '111', '111']);
    const now = [
      ...runOf(STEADY),
      resultOf({ test: 20, assert: [{ type: 'equals', value: 'x' }], pass: false }),
      resultOf({ test: 21, error: '503' }),
      resultOf({ test: 30, pass: false }),
    ];
    const gate = gated(before, now);
    const [{ changed, added, removed, failed }] = gate.models as [(typeof gate.models)[0]];
    expect([changed, added, removed, failed]).toEqual([
      ['question 20'],
      ['question 30'],
      ['question 22'],
      [{ name: 'question 21', error: '503' }],
    ]);
    expect([gate.verdict, gate.tests]).toEqual(['failed', 20]);
    expect(gate.reasons.map(({ kind, count }) => [kind, count])).toEqual([
      ['new tests', 2],
      ['failed calls', 1],
    ]);
    const allow = { ...OPTIONS.allow, errors: true, new: true };
    expect(gated(before, now, { allow }).verdict).toBe('passed');
  });

  it('is inconclusive with nothing in common, and where most tests are gone', () => {
    const always = STEADY.map(() => '111');
    const gone = gated(runOf(always), runOf(always, { vars: { other: 1 } }));
    expect(gone.verdict).toBe('inconclusive');
    expect(textOf(gone)).toContain(
      'the results and the baseline share no test. Compare with a baseline of these tests.',
    );
    const renamed = gated(runOf(always), runOf(always, { provider: 'other' }), {
      allow: { ...OPTIONS.allow, new: true },
    });
    expect(textOf(renamed)).toMatch(
      /^Inconclusive: the results and the baseline share no model\. If one was renamed, pass --compare "gpt=other"\./,
    );
    const part = gated(runOf(STEADY), runOf(STEADY.slice(0, 8)));
    expect(part.verdict).toBe('inconclusive');
    const allow = { ...OPTIONS.allow, missing: true };
    expect(gated(runOf(STEADY), runOf(STEADY.slice(0, 8)), { allow }).verdict).toBe('passed');
  });

  it('decides by new answers alone', () => {
    const cached = runOf(STEADY, { cached: true });
    const all = gated(runOf(STEADY), cached);
    expect([all.verdict, all.cached]).toEqual(['inconclusive', { count: 60, of: 60 }]);
    expect(textOf(all)).toContain('60 of 60 answers came from the cache. Run with --no-cache.');
    expect(
      gated(runOf(STEADY), cached, { allow: { ...OPTIONS.allow, cached: true } }).verdict,
    ).toBe('passed');
    const some = [...runOf(STEADY), ...runOf(STEADY, { cached: true, output: 'old' })];
    expect(gated(runOf(STEADY), some).verdict).toBe('passed');
  });

  it('judges each reader and all together, within one error rate', () => {
    const models = (digits: readonly string[]) => [
      ...runOf(STEADY, { provider: 'a' }),
      ...runOf(digits, { provider: 'b', column: 1 }),
    ];
    const gate = gated(models(STEADY), models(broken(4)));
    expect(gate.verdict).toBe('failed');
    expect(gate.broke.every(({ model }) => model === 'b')).toBe(true);
    const failed = gate.findings.filter((finding) => finding.failed).map(({ model }) => model);
    expect(failed).toContain('b');
    expect(failed).not.toContain('a');
  });

  it('names the reader that fell where all together did not', () => {
    const run = (by: number, low: number) => [
      ...STEADY.flatMap((_, test) => [
        resultOf({ test, provider: 'a', metrics: { right: ((test * 7 + by) % 10) / 10 } }),
        resultOf({ test, provider: 'b', column: 1, metrics: { right: 0.9 - low - test / 100 } }),
      ]),
    ];
    const gate = gated(run(0, 0), run(3, 0.1), { measures: ['right'] });
    const failed = gate.findings.filter((finding) => finding.failed).map(({ model }) => model);
    expect([gate.verdict, new Set(failed)]).toEqual(['failed', new Set(['b'])]);
    expect(gate.reasons.map(({ kind }) => kind)).toEqual(['drop']);
    expect(textOf(gate)).toMatch(/^Failed: b: right fell 10 points \(/);
  });

  it('compares readers of other names where it is told', () => {
    const [before, now] = [
      runOf(STEADY, { provider: 'old' }),
      runOf(broken(4), { provider: 'new' }),
    ];
    expect(gated(before, now).reasons.map(({ kind }) => kind)).toEqual(['nothing in common']);
    expect(gated(before, now, { providers: ['old=new'] }).verdict).toBe('failed');
    expect(() => gated(before, now, { providers: ['x=new'] })).toThrow('--compare "x=new" must be');
  });

  it('follows a metric that is a share', () => {
    const metric = (share: number) =>
      STEADY.flatMap((_, test) =>
        [0, 1, 2].map((round) =>
          resultOf({ test, metrics: { right: share + ((test + round) % 3) / 20 } }),
        ),
      );
    const gate = gated(metric(0.8), metric(0.5), { measures: ['right'] });
    expect([gate.verdict, gate.measures[0]!.measure]).toEqual(['failed', 'right']);
    expect(() => gated(metric(0.8), metric(0.8), { measures: ['wrong'] })).toThrow(
      '--metric "wrong" is no metric of these tests. They have "pass", "score", "right".',
    );
  });
});

describe('tests that the baseline does not have', () => {
  it('fail the gate where one of their answers failed, unless that is allowed', () => {
    const gate = gated([], runOf(['111', '110', '000']));
    expect(gate.verdict).toBe('failed');
    expect(textOf(gate)).toMatch(/^Failed: 2 of 3 tests failed: question 1, question 2\./);
    const xml = gateJunit(withTests(undefined, gate, DEFAULT_GATE));
    expect(xml).toContain('<testsuites name="gate" tests="3" failures="2" ');
    const allowed = gated([], runOf(['111', '110']), { allow: { ...OPTIONS.allow, new: true } });
    expect(allowed.verdict).toBe('passed');
    expect(textOf(allowed)).toMatch(/^Passed: 1 of 2 tests pass\./);
  });

  it('pass it where all of them pass', () => {
    const gate = gated([], runOf(['111', '111']));
    expect([gate.verdict, textOf(gate)]).toEqual(['passed', 'Passed: all 2 tests pass.']);
  });
});

describe('tests that always passed and never do now', () => {
  const ALWAYS = Array.from({ length: 12 }, () => '111');
  const without = (count: number, digits: string) =>
    ALWAYS.map((_, i) => (i < count ? digits.replaceAll('1', '0') : digits));

  it('fail a suite whose repeats never differ', () => {
    const gate = gated(runOf(ALWAYS), runOf(without(2, '111')));
    expect(gate.verdict).toBe('failed');
    expect(gate.broke).toHaveLength(2);
    expect(gate.power).toMatchObject({ one: 1, two: 1, eighth: 1 });
    const document = gateDocument(withTests(undefined, gate, DEFAULT_GATE));
    expect(documentMarkdown(document)).toMatch(
      /^\| individual tests \| 12 \| 100% \| 83% \| {2}\| {2}\| \*\*failed\*\* \|$/m,
    );
    expect(textOf(gate)).toMatch(/^Failed: 2 of 12 tests broke: question 0, question 1\./);
  });

  it('leave it open where one answer each is too few, and say what settles it', () => {
    const gate = gated(runOf(ALWAYS), runOf(without(2, '1')));
    expect(gate.verdict).toBe('inconclusive');
    expect(textOf(gate)).toMatch(
      /^Inconclusive: 2 of 12 tests that always passed now fail: question 0, question 1\. Rerun with --repeat 3\./,
    );
    expect(gateJunit(withTests(undefined, gate, DEFAULT_GATE))).toContain(
      'tests="12" failures="0" errors="2"',
    );
  });

  it('leave it open where a few tests flake and the others never do', () => {
    const before = ALWAYS.map((digits, i) => (i > 9 ? '100' : digits));
    const now = before.map((_, i) => (i < 2 || i > 9 ? '0' : '1'));
    const gate = gated(runOf(before), runOf(now));
    expect(gate.verdict).toBe('inconclusive');
    expect(gate.mayHaveBroken.map(({ name }) => name)).toEqual(['question 0', 'question 1']);
  });

  it('are named with those that mostly passed', () => {
    const before = ALWAYS.map((digits, i) => (i === 0 ? '110' : digits));
    const gate = gated(runOf(before), runOf(without(3, '1')));
    expect(textOf(gate)).toMatch(/^Inconclusive: 3 of 12 tests that passed before now fail: /);
  });

  it('are within chance where others differ as often', () => {
    const flaky = Array.from({ length: 12 }, (_, i) => ['110', '101', '111'][i % 3]!);
    const now = flaky.map((_, i) => (i % 3 === 2 && i < 3 ? '0' : '1'));
    expect(gated(runOf(flaky), runOf(now)).verdict).toBe('passed');
  });
});

describe('minimums of tests', () => {
  const minimums = (...texts: string[]) => ({ minPass: texts.map(parsePassMinimum) });
  const ten = runOf(['1111111111', '1111111100', '1111111000', '0000000000']);
  const reached = (before: readonly object[], now: readonly object[], ...texts: string[]) => {
    const gate = gated(before, now, minimums(...texts));
    return [gate.verdict, gate.minimums.map(({ failed }) => failed.map(({ name }) => name))];
  };

  it('are what each test must pass, without a baseline', () => {
    expect(reached([], ten, '8/10')).toEqual(['failed', [['question 2', 'question 3']]]);
    expect(reached([], ten.slice(0, 20), '8/10')).toEqual(['passed', [[]]]);
    const gate = gated([], ten, minimums('8/10'));
    expect(textOf(gate)).toMatch(
      /^Failed: too few answers pass for 8\/10 in 2 of 4 tests: question 2, question 3\./,
    );
    expect(gateJunit(withTests(undefined, gate, DEFAULT_GATE))).toContain(
      '<testsuites name="gate" tests="4" failures="2" errors="0" skipped="0"',
    );
  });

  it('are open where answers are too few, and missed where more would not help', () => {
    const few = gated([], runOf(['111']), minimums('8/10'));
    expect(textOf(few)).toMatch(
      /^Inconclusive: too few answers for 8\/10 in 1 of 1 test\. Rerun with --repeat 10\./,
    );
    expect(reached([], runOf(['000']), '8/10')).toEqual(['failed', [['question 0']]]);
  });

  it('are the chance that all of several answers pass', () => {
    const gate = gated([], runOf(['1111', '1110']), minimums('pass^2=0.8'));
    expect([gate.verdict, gate.minimums[0]!.value]).toEqual(['failed', 0.75]);
    expect(textOf(gate)).toContain(
      'gpt: all 2 answers pass in 75% of cases, below the minimum pass^2 80%.',
    );
    expect(reached([], runOf(['1111', '1110']), 'pass^2=70%')[0]).toBe('passed');
    expect(reached([], runOf(['1']), 'pass^2=70%')[0]).toBe('inconclusive');
  });

  it('are of the tests with a tag', () => {
    const tagged = ten.map((result) => ({
      ...result,
      testCase: {
        ...result.testCase,
        metadata: { area: result.testIdx < 2 ? 'billing' : ['a', 'b'] },
      },
    }));
    expect(reached([], tagged, '8/10@billing')).toEqual(['passed', [[]]]);
    expect(reached([], tagged, '8/10@area=a')[0]).toBe('failed');
    const gate = gated([], tagged, minimums('8/10@billing'));
    expect(textOf(gate)).toContain('Not judged: 2 tests without a minimum (2 failed).');
    expect(gateJunit(withTests(undefined, gate, DEFAULT_GATE))).toContain(
      '<testsuites name="gate" tests="4" failures="0" errors="0" skipped="2"',
    );
    expect(gated([], tagged, minimums('8/10@billing', '1/10')).unjudged).toEqual([]);
    expect(gated(runOf(STEADY), runOf(STEADY), minimums('2/3')).unjudged).toEqual([]);
    expect(() => gated([], tagged, minimums('8/10@none'))).toThrow('No test has the tag "none"');
  });

  it.each(['8', '9/8', '0/3', 'pass^0=0.5', 'pass^2=2', '8/10@'])('are not %s', (text) => {
    expect(() => parsePassMinimum(text)).toThrow(`A minimum of tests such as "${text}" must be`);
  });

  it('are said next to what broke', () => {
    const gate = gated(runOf(STEADY), runOf(broken(4)), minimums('2/3'));
    expect(gate.reasons.map(({ kind }) => kind)).toEqual(['drop', 'minimum missed']);
  });
});

describe('scores that are neither 0 nor 1', () => {
  const graded = (by: number) =>
    Array.from({ length: 8 }, (_, test) =>
      [0, 1, 2].map((round) => {
        const result = resultOf({ test, output: `${test}/${round}` });
        return { ...result, score: 0.95 - by + 0.01 * round + 0.002 * test };
      }),
    ).flat();

  it('fail the gate where their mean fell by more than chance, though all tests pass', () => {
    const gate = gated(graded(0), graded(0.09));
    expect(gate.verdict).toBe('failed');
    expect(textOf(gate)).toMatch(/^Failed: score fell 9 points \(97% → 88%\)\./);
    expect(gate.measures.map(({ measure }) => measure)).toEqual(['pass', 'score']);
  });

  it('pass as they were', () => {
    expect(gated(graded(0), graded(0)).verdict).toBe('passed');
  });
});

describe('answers that are empty or refused', () => {
  const some = (...told: object[]) =>
    runOf(STEADY).map((result, i) => (told[i] ? { ...result, ...told[i] } : result));
  const empty = { response: { output: ' ' } };
  const refused = { response: { output: 'No.', isRefusal: true } };

  it('stand in the first line where there are more than before', () => {
    const gate = gated(runOf(STEADY), some(empty, empty, refused));
    expect(textOf(gate).split('\n')[0]).toBe(
      'Passed: no test broke. 2 of 60 answers are empty (before 0 of 60). ' +
        '1 of 60 answers are refusals (before 0 of 60).',
    );
    expect(gated(some(empty, empty), some(empty, empty)).blanks).toEqual([]);
  });

  it('are kept by a baseline', () => {
    const runs = keptRuns([source(some(empty, refused))]);
    const read = parseBaseline(
      baselineText({ runs: [], identities: new Map(), tests: runs }),
      'b.json',
    );
    const gate = gateTests(read.tests!, suiteOf([source(some(empty, refused))]), OPTIONS);
    expect(gate.blanks).toEqual([]);
  });
});

describe('a baseline of tests', () => {
  const file = (tests: BaselineFile['tests']): BaselineFile => {
    return { runs: [], identities: new Map(), ...(tests && { tests }) };
  };

  it('is the same after it was written and read', () => {
    const before = runOf(['10', '11'], { metrics: { right: 0.25 } });
    const runs = keptRuns([source(before, 'a.json'), source(runOf(['01', '11']), 'b.json')]);
    const text = baselineText(file(runs));
    expect(text).toContain('"version": 5');
    const read = parseBaseline(text, 'b.json');
    expect(read.tests).toHaveLength(2);
    expect(baselineText(file(read.tests))).toBe(text);
    expect(text).not.toContain('rendered');
  });

  it('does not depend on the order of answers', () => {
    const [one, other] = ['110', '011'].map((digits) =>
      baselineText(file(keptRuns([source(runOf([digits], { output: 'right' }))]))),
    );
    expect(other).toBe(one);
  });

  it('is refused where it is damaged', () => {
    const text = baselineText(file(keptRuns([source(runOf(['11']))])));
    expect(() => parseBaseline(text.replace('"pass":"11"', '"pass":"2"'), 'b.json')).toThrow(
      'b.json: `tests` is damaged (gpt.tests.',
    );
  });

  it('counts a run that only repeats another one out of the cache as none', () => {
    const again = runOf(STEADY, { cached: true });
    const { runs, copied } = suiteRuns([source(runOf(STEADY), 'a.json'), source(again, 'b.json')]);
    expect([runs.length, copied.map(({ name }) => name)]).toEqual([1, ['b.json']]);
  });
});
