import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { ANOTHER_PROMPT } from '../../../src/contract/signs.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import { modelsOf, pillOf } from '../../../src/measuring/report/models.js';
import { keptSteps, type ResultsName } from '../../../src/measuring/report/next-steps.js';
import { imagine } from '../results/rows-for-tests.js';
import { terminalReport } from './outputs.js';

const EVALUATION = 'eval-abc-2026-11-22T10:11:12';
const rows = imagine('model', () => 1, { seeds: 4 });
const failing = (error: string, share = 0.25): Row[] =>
  rows.map((row, i) => (i < share * rows.length ? { ...row, error } : row));
const reported = (own: readonly Row[]) =>
  terminalReport(analyse(evaluationOf(own, { evalId: EVALUATION })));

describe('what to do about calls that failed', () => {
  it('is to send them again', () => {
    const text = reported(failing('503 overloaded'));
    expect(text).toMatch(/^! 4 of 16 calls failed\. In the others: model is reliable up to /m);
    expect(text).toContain(`npx promptfoo retry ${EVALUATION}`);
    const data = analyse(evaluationOf(failing('503 overloaded')));
    expect(modelsOf(data).map(pillOf)).toMatchObject([{ tone: 'warn' }]);
  });

  it('is another evaluation where another prompt was sent, which promptfoo takes for answered', () => {
    const text = reported(failing(`${ANOTHER_PROMPT}. Evaluate again.`));
    expect(text).not.toContain('promptfoo retry');
    expect(text).toContain('Correct the prompt that was sent, then run it again.');
  });

  it('is the same in a battery', () => {
    const own = failing('503 overloaded');
    const battery = [...own, ...own.map((row): Row => ({ ...row, benchmark: 'ruler' }))];
    expect(reported(battery)).toContain(`npx promptfoo retry ${EVALUATION}`);
  });

  it('is nothing where none failed', () => {
    expect(reported(rows)).not.toMatch(/calls failed|promptfoo retry|Correct the prompt/);
  });
});

describe('what keeps results', () => {
  const data = analyse(evaluationOf(rows));
  const commandsOf = (results: ResultsName, own = data) =>
    keptSteps(own, results).map(({ command }) => command);

  it('is a baseline where there is none, and the gate where there is one', () => {
    expect(commandsOf({ files: ['a.json'] })).toEqual([
      'npx promptfoo-counting-stars baseline a.json',
    ]);
    expect(commandsOf({ files: [], evalId: 'eval-a', baseline: 'other' })).toEqual([
      'npx promptfoo-counting-stars gate --eval eval-a',
    ]);
    expect(commandsOf({ files: ['a.json'], baseline: 'no other' })).toEqual([]);
  });

  it('is nothing where shards are missing, which no baseline may lack', () => {
    const part = { ...data, missing: { ...data.missing, shards: ['2/2'] } };
    expect(commandsOf({ files: ['a.json'] }, part)).toEqual([]);
  });
});
