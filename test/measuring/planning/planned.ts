/** Suites that are planned, for the tests of this folder. */
import type { Case } from '../../../src/contract/case.js';
import type { OurTest, PlannedSuite } from '../../../src/measuring/planning/suite.js';
import { exampleCase } from '../../contract/example-case.js';

export const OPTIONS = {
  prices: [],
  drop: 0.05,
  recall: 0.95,
  icc: 0,
  alpha: 0.05,
  maxDrop: 0.02,
};

export function caseOf(fields: Partial<Case> & { version?: string } = {}): Case {
  return exampleCase({ tokens: 8000, reserve: 200, ...fields });
}

/** A suite with two providers; the second is asked nothing unless `calls` says so. */
export function suiteOf(cases: readonly Case[], calls: number[] = [1, 0]): PlannedSuite {
  return {
    providers: [{ id: 'openai:gpt-4.1' }, { id: 'file://mine.mjs', label: 'mine' }],
    tests: cases.map((theCase) => testOf(theCase, calls)),
  };
}

/** A planned test of Counting-Stars: each star gets a mark. */
export function testOf(theCase: Case, calls: number[] = [1]): OurTest {
  return { case: theCase, calls, marks: theCase.evidence ?? 1 };
}
