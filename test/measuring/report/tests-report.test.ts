import { expect, it } from 'vitest';
import { suiteOf } from '../../../src/measuring/facts/tests/suite.js';
import type { ResultsName } from '../../../src/measuring/report/next-steps.js';
import { testsReport, testsReportDocument } from '../../../src/measuring/report/tests-report.js';
import { testRow } from '../../../src/measuring/results/test-row.js';
import { resultOf } from '../facts/tests/rows-for-tests.js';

it('names the results in its steps, and the gate where there is a baseline', () => {
  const tests = [0, 1, 2].map((test) => testRow(resultOf({ test, pass: test > 0 }))!);
  const report = testsReport(suiteOf([{ name: 'results.json', tests }]));
  const commandsOf = (results?: ResultsName) => {
    const { blocks } = testsReportDocument(report, 'Tests', results);
    return blocks.flatMap((block) => (block.kind === 'next' ? block.steps : []))[0]!.command;
  };
  expect(commandsOf()).toBe('npx promptfoo-counting-stars baseline');
  expect(commandsOf({ files: ['a.json'] })).toBe('npx promptfoo-counting-stars baseline a.json');
  expect(commandsOf({ files: ['a.json'], baseline: 'other' })).toBe(
    'npx promptfoo-counting-stars gate a.json',
  );
});
