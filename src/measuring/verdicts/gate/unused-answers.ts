/** Counts answers that a comparison leaves out. One answer to a prompt is compared with one, not with the mean of many. */

import { mean, sum } from '../../../base/numbers.js';
import type { UnusedAnswers } from './gate-result.js';
import { scoresOf } from './regressions.js';
import type { SharedCase } from './shared-cases.js';

/** Counts answers where one side has more to each prompt. Questions that are asked several times use all answers. */
export function unusedAnswers(shared: readonly SharedCase[]): UnusedAnswers[] {
  const both = shared.flatMap(({ cluster, before, after }) => {
    const runs = before.filter((run) => run && !run.unread).map(scoresOf);
    if (cluster !== undefined || !after || after.unread || runs.length === 0) return [];
    return { runs, now: scoresOf(after) };
  });
  const sides = both.map(({ runs, now }) => {
    const fewest = Math.min(now.length, ...runs.map(({ length }) => length));
    return { now, runs: runs.flat(), fewest, ofRuns: fewest * runs.length };
  });
  const side = (
    of: UnusedAnswers['of'],
    all: readonly (readonly number[])[],
    compared: number,
  ): UnusedAnswers[] => {
    const answers = sum(all.map(({ length }) => length));
    return compared === answers ? [] : [{ of, compared, answers, score: mean(all.map(mean)) }];
  };
  return [
    ...side(
      'results',
      sides.map(({ now }) => now),
      sum(sides.map(({ fewest }) => fewest)),
    ),
    ...side(
      'baseline',
      sides.map(({ runs }) => runs),
      sum(sides.map(({ ofRuns }) => ofRuns)),
    ),
  ];
}
