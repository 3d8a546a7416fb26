import { describe, expect, it } from 'vitest';
import { historyDocument } from '../../../../src/extras/history/history-document.js';
import { testsHistory } from '../../../../src/extras/history/tests-history.js';
import { keptRuns, suiteOf, suiteRuns } from '../../../../src/measuring/facts/tests/suite.js';
import {
  planTests,
  takenByCall,
  testsPlanDocument,
} from '../../../../src/measuring/planning/tests-plan.js';
import {
  testsCsv,
  testsReport,
  testsReportDocument,
} from '../../../../src/measuring/report/tests-report.js';
import { testRow } from '../../../../src/measuring/results/test-row.js';
import { decisionsOf, mediaOf } from '../../document/media.js';
import { htmlOf, markdownOf, terminalOf } from '../../report/outputs.js';
import { resultOf, runOf } from './rows-for-tests.js';

const source = (results: readonly object[], name: string) => ({
  name,
  tests: results.map((result) => testRow(result)!),
});

const STEADY = Array.from({ length: 30 }, (_, i) => (i % 6 === 0 ? '110' : '111'));
const WORSE = STEADY.map((digits, i) => (i < 12 ? '000' : digits));

describe('a history of tests', () => {
  it('says since when the pass rate is lower', () => {
    const days = [STEADY, STEADY, STEADY, WORSE, WORSE].map((digits, day) =>
      source(runOf(digits), `day${day + 1}.json`),
    );
    const { runs, names } = suiteRuns(days);
    const history = testsHistory(runs, names, {
      ...{ alpha: 0.05, maxDrop: 0.02, detect: 0.05, providers: [] },
      allow: { errors: true, missing: true, cached: true, new: true },
    });
    expect(history.models[0]!.course.steps.map(({ run }) => run)).toEqual([3]);
    expect(history.last?.verdict).toBe('passed');
    const document = historyDocument({
      ...{ format: 'promptfoo-counting-stars history', version: 4, runs: [], models: [] },
      options: { alpha: 0.05, maxDrop: 0.02, threshold: 0.85 },
      tests: history,
    });
    expect(decisionsOf(document)).toEqual([
      expect.stringMatching(/^bad: .+ passes fewer of your tests since day4: \d\d points lower\.$/),
    ]);
    const { terminal, junit } = mediaOf(document);
    expect(terminal).toMatch(/^day4 +57% +▼ −3\d points/m);
    expect(junit).toContain('failures="1"');
  });
});

describe('a plan of tests', () => {
  it('says how many repeats find what', () => {
    const plan = planTests(keptRuns([source(runOf(STEADY.slice(0, 20)), 'a.json')]), {
      drop: 0.05,
      alpha: 0.05,
    });
    expect(plan.tests).toBe(20);
    const at = (repeats: number) =>
      plan.powers.find((one) => one.repeats === repeats && one.runs === 1)!;
    expect(at(1).eighth).toBeLessThan(at(3).eighth);
    const { terminal } = mediaOf(testsPlanDocument(plan));
    expect(terminal).toMatch(
      /^Repeats +Baseline runs +Calls +1 test +2 tests +1 in 8 +all 5 points$/m,
    );
    expect(terminal).toMatch(/--repeat \d and [13] baseline runs?/);
    expect(() => planTests([], { drop: 0.05, alpha: 0.05 })).toThrow(
      'These results have no answered test',
    );
  });
});

describe('a plan of tests whose repeats copy their run', () => {
  const limits = { drop: 0.05, alpha: 0.05 };
  const COPIED = ['111', '000', ...Array.from({ length: 16 }, () => '111')];
  const MOVED = ['000', '111', ...COPIED.slice(2)];

  it('finds less, and says why, where runs show it', () => {
    const runs = [COPIED, MOVED].map((digits, i) => source(runOf(digits), `${i}.json`));
    const copied = planTests(keptRuns(runs), limits);
    const apart = planTests(
      keptRuns(
        [STEADY, STEADY]
          .map((digits) => digits.slice(0, 18))
          .map((digits, i) => source(runOf(digits), `${i}.json`)),
      ),
      limits,
    );
    expect(copied.copied).toBeGreaterThan(0.9);
    expect(apart.copied).toBeLessThan(0.1);
    const one = ({ powers }: typeof copied) =>
      powers.find(({ repeats, runs: count }) => repeats === 3 && count === 3)!.one;
    expect(one(copied)).toBeLessThan(0.3);
    expect(one(apart)).toBeGreaterThan(0.6);
    const textOf = (plan: typeof copied) => mediaOf(testsPlanDocument(plan)).terminal;
    expect(textOf(copied)).toContain('Repeats hardly ever differ within a run');
    expect(textOf(apart)).not.toContain('Repeats hardly');
  });

  it('may find less where one run cannot tell', () => {
    const may = planTests(keptRuns([source(runOf(COPIED), 'a.json')]), limits);
    expect(may).toMatchObject({ mayCopy: true });
    expect(mediaOf(testsPlanDocument(may)).terminal).toContain('Repeats of this run never differ.');
  });
});

describe('what a run of tests takes', () => {
  const told = { cost: 0.002, tokens: { prompt: 900, completion: 100 } };
  const limits = { drop: 0.05, alpha: 0.05 };

  it('is said of each design, where results tell it', () => {
    const sources = [source(runOf(STEADY.slice(0, 8), told), 'a.json')];
    const plan = planTests(keptRuns(sources), { ...limits, call: takenByCall(sources) });
    expect(plan.call).toEqual({ tokens: 1000, cost: expect.closeTo(0.002) });
    const { terminal } = mediaOf(testsPlanDocument(plan));
    expect(terminal).toMatch(/Calls +Tokens +Cost +1 test/);
    expect(terminal).toMatch(/^3 +1 +24 +24K +\$0\.0480 /m);
  });

  it('is the mean of the calls that tell it, without those of a cache', () => {
    const own = [source([...runOf(['1'], told), ...runOf(['1'])], 'a.json')];
    expect(takenByCall(own)).toEqual({ tokens: 1000, cost: 0.002 });
    expect(takenByCall([source(runOf(['11'], { ...told, cached: true }), 'a.json')])).toEqual({
      unpriced: ['gpt'],
    });
  });

  it('is priced where it was not billed, and as the user says', () => {
    const free = { tokens: told.tokens };
    const sources = [
      source(runOf(['1'], { ...told, provider: 'billed' }), 'a.json'),
      source(runOf(['1'], { ...free, provider: 'openai:gpt-4.1', column: 1 }), 'b.json'),
    ];
    const listed = (900 * 2 + 100 * 8) / 1e6;
    expect(takenByCall(sources)?.cost).toBeCloseTo((0.002 + listed) / 2);
    const prices = [{ provider: 'billed', input: 10, output: 0 }];
    expect(takenByCall(sources, prices)?.cost).toBeCloseTo((0.009 + listed) / 2);
    expect(() => takenByCall(sources, [{ provider: 'x', input: 1, output: 1 }])).toThrow(
      '--price: "x=1/1" names no provider of the config.',
    );
    const unknown = [
      ...sources,
      source(runOf(['1'], { ...free, provider: 'mine', column: 2 }), 'c.json'),
    ];
    const plan = planTests(keptRuns(unknown), { ...limits, call: takenByCall(unknown) });
    expect(plan.call).toEqual({ tokens: 1000, unpriced: ['mine'] });
    expect(mediaOf(testsPlanDocument(plan, ['c.json'])).terminal).toContain(
      'npx promptfoo-counting-stars plan c.json --price mine=2/8',
    );
  });
});

describe('a report of tests', () => {
  const results = [
    ...runOf(['11', '10', '00'], { metrics: { right: 0.5 } }),
    ...runOf(['11', '11', '11'], { provider: 'claude', prompt: 'terse', column: 1 }),
    ...runOf(['11', '11', '11'], { provider: 'claude', column: 2 }),
    resultOf({ test: 3, error: '503' }),
  ];
  const report = testsReport(suiteOf([source(results, 'a.json')]));

  it('has pass rates by reader, provider and prompt, and each test', () => {
    expect(
      report.summary.map(({ by, name, tests, failedCalls }) => [by, name, tests, failedCalls]),
    ).toEqual([
      ['model', 'gpt', 4, 1],
      ['model', 'claude · terse', 3, 0],
      ['model', 'claude · answer', 3, 0],
      ['provider', 'gpt', 4, 1],
      ['provider', 'claude', 6, 0],
      ['prompt', 'answer', 7, 1],
      ['prompt', 'terse', 3, 0],
    ]);
    const { passRate, metrics } = report.summary[0]!;
    expect([passRate.value, metrics]).toEqual([0.5, { right: 0.5 }]);
    expect(passRate.low).toBeLessThan(0.5);
    expect(report.tests.find(({ test }) => test === 'question 1')).toMatchObject({
      ...{ model: 'gpt', passed: 1, answers: 2, flaky: true },
    });
  });

  it('is written in every format, and names what does not always pass', () => {
    const document = testsReportDocument(report, 'Help desk');
    const texts = [htmlOf(document), markdownOf(document), terminalOf(document), testsCsv(report)];
    for (const text of texts) expect(text).toContain('question 2');
    expect(terminalOf(document)).toMatch(/^question 2 +gpt +0 of 2$/m);
  });
});
