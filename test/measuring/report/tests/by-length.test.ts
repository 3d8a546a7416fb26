import { describe, expect, it } from 'vitest';
import { documentTerminal } from '../../../../src/measuring/document/render/terminal.js';
import { suiteOf } from '../../../../src/measuring/facts/tests/suite.js';
import type { ResultsName } from '../../../../src/measuring/report/next-steps.js';
import { byLength } from '../../../../src/measuring/report/tests/by-length.js';
import { testsReport } from '../../../../src/measuring/report/tests/tests-report.js';
import { testsReportDocument } from '../../../../src/measuring/report/tests/tests-report-document.js';
import { testRow } from '../../../../src/measuring/results/test-row.js';
import { resultOf } from '../../facts/tests/rows-for-tests.js';

interface Sized {
  tokens: number;
  /** How many tests are so long, and how many of them fail. */
  tests: number;
  failing: number;
}

function suite(sizes: readonly Sized[], isCounted = true) {
  let test = 0;
  const rows = sizes.flatMap(({ tokens, tests, failing }) =>
    Array.from({ length: tests }, (_, i) => {
      const result = resultOf({ test: test++, pass: i >= failing });
      return testRow({
        ...result,
        prompt: { raw: 'word'.repeat(tokens), label: 'answer' },
        response: {
          ...result.response,
          ...(isCounted && { tokenUsage: { prompt: tokens, completion: 5, total: tokens + 5 } }),
        },
      })!;
    }),
  );
  return suiteOf([{ name: 'results.json', tests: rows }]);
}

const SHORT_AND_LONG = [
  { tokens: 500, tests: 40, failing: 1 },
  { tokens: 5000, tests: 10, failing: 0 },
  { tokens: 40_000, tests: 20, failing: 4 },
];

describe('pass rates by the length of prompts', () => {
  it.each([true, false])('have intervals and no effect of length (counted: %s)', (isCounted) => {
    const found = byLength(suite(SHORT_AND_LONG, isCounted))!;
    expect(found.counted).toBe(isCounted);
    expect(
      found.bands.map(({ from, to, tests, passRate }) => [from, to, tests, passRate.value]),
    ).toEqual([
      [0, 2000, 40, 39 / 40],
      [2000, 32_000, 10, 1],
      [32_000, undefined, 20, 0.8],
    ]);
    for (const { passRate } of found.bands) expect(passRate.low).toBeLessThan(passRate.value);
  });

  it('are not shown where prompts are about as long, or few are longer', () => {
    expect(byLength(suite([{ tokens: 900, tests: 40, failing: 4 }]))).toBeUndefined();
    const few = [
      { tokens: 900, tests: 40, failing: 4 },
      { tokens: 50_000, tests: 4, failing: 4 },
    ];
    expect(byLength(suite(few))).toBeUndefined();
  });

  it('stand in the report', () => {
    const document = testsReportDocument(testsReport(suite(SHORT_AND_LONG)), 'Tests');
    const text = documentTerminal(document, { colour: false, width: 100 });
    expect(text).toMatch(/below 2K +40 +98% \(87–100%\)/);
    expect(text).not.toMatch(/\b(?:broke|effect)\b/);
  });

  it('stand above steps that name the results, and the gate where there is a baseline', () => {
    const commandsOf = (results?: ResultsName) => {
      const { blocks } = testsReportDocument(testsReport(suite(SHORT_AND_LONG)), 'Tests', results);
      return blocks.flatMap((block) => (block.kind === 'next' ? block.steps : []))[0]!.command;
    };
    expect(commandsOf()).toBe('npx promptfoo-counting-stars baseline');
    expect(commandsOf({ files: ['a.json'] })).toBe('npx promptfoo-counting-stars baseline a.json');
    expect(commandsOf({ files: ['a.json'], baseline: 'other' })).toBe(
      'npx promptfoo-counting-stars gate a.json',
    );
  });
});
