/** Names answers that failed completely, now and in the baseline. The tests of recall decide on them. */

import { groupBy } from '../../../base/group-by.js';
import type { BaselineCase } from '../../results/baseline/baseline.js';
import { failuresIn, shareAtMost } from '../../statistics/whole-failures.js';
import type { CompletenessCheck } from './gate-result.js';
import { NAMED } from './named-cases.js';
import type { SharedCase } from './shared-cases.js';

/** Counts answers that failed completely. Empty if none did. */
export function collapseChecks(shared: readonly SharedCase[]): CompletenessCheck[] {
  const series = [...groupBy(shared, (one) => one.series).values()];
  const runs = Math.max(0, ...shared.map(({ before }) => before.length));
  const now = countIn(series, ({ after }) => after);
  if (now.collapsed.length === 0) return [];
  const before = Array.from({ length: runs }, (_, run) =>
    countIn(series, (one) => one.before[run]),
  );
  const [old, of] = [
    before.reduce((sum, { collapsed }) => sum + collapsed.length, 0),
    before.reduce((sum, { prompts }) => sum + prompts, 0),
  ];
  const answers = now.collapsed.length;
  return [
    {
      kind: 'collapsed',
      count: answers,
      of: now.prompts,
      named: now.collapsed.slice(0, NAMED).map(({ id, after }) => ({
        id,
        description: after!.description,
      })),
      verdict: 'passed',
      judged: now.judged,
      atMost: shareAtMost(answers, now.judged),
      before: { count: old, of },
    },
  ];
}

function countIn(
  series: readonly (readonly SharedCase[])[],
  answerOf: (shared: SharedCase) => BaselineCase | undefined,
) {
  const collapsed: SharedCase[] = [];
  let judged = 0;
  let prompts = 0;
  for (const cases of series) {
    const own = cases.flatMap((shared) => {
      const answer = answerOf(shared);
      return answer && !answer.unread ? [{ shared, answer }] : [];
    });
    prompts += own.length;
    failuresIn(own.map(({ answer }) => answer)).forEach((is, i) => {
      if (is !== undefined) judged++;
      if (is) collapsed.push(own[i]!.shared);
    });
  }
  return { collapsed, judged, prompts };
}
