/** What most of what a reader lost was lost to. */

import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { say } from '../../../base/text/language.js';
import type { Row } from '../../../contract/row.js';
import { placeText } from '../effective-length.js';
import type { Reached } from '../length-verdict.js';
import { diagnosisPhrase } from './diagnosis-phrases.js';
import { briefProblem, problemOf } from './problems.js';

/** A loss smaller than this has no cause worth a word. */
const NOTABLE_LOSS = 0.05;

/** A cause is the dominant one with this share of all that was lost. */
const DOMINANT = 0.5;

/** What says nothing of why things were lost; the places of all answers together say more than those of one. */
const UNSPECIFIC = new Set<string>([
  ...['complete', 'scattered', 'wrong'],
  ...['missing-head', 'missing-middle', 'missing-tail'],
]);

/** What an answer is like that does not know: whatever is shown of the places is why. */
const NOT_KNOWN = new Set<string>(['missing', 'another', 'distractor', 'empty']);

/** Diagnoses that say more of a reader than where it loses. */
const DEFECTS = new Set<string>(['superseded', 'obeyed']);

/** What most of a reader's losses come from. */
export interface Cause {
  /** In a few words: `refused 40 of 40`, `cut off 12 of 32`, `misses the end (last 25%)`. */
  cause: string;
  /** That it says more of the reader than any length. */
  causeKind?: 'refused' | 'made-up';
  /** That it is wrong with the reader, whatever it was asked. */
  isDefect?: true;
}

/** Causes that say more of a reader than any length. */
const KINDS: Readonly<Record<string, NonNullable<Cause['causeKind']>>> = {
  refused: 'refused',
  filtered: 'refused',
  'regular-sequence': 'made-up',
};

/**
 * What most of a reader's losses come from. Nothing where little was lost and no place is ignored, and where no cause is shown.
 *
 * @param row - how far the reader is reliable, with the place that it ignores
 */
export function causeOf(
  calls: readonly Row[],
  row: Pick<Reached, 'reliable' | 'sizes' | 'shortest'>,
): Cause | undefined {
  const answered = calls.filter(({ error, control }) => error === undefined && !control);
  const place = placeText(row);
  const isNotable = lostIn(answered) >= NOTABLE_LOSS * answered.length;
  const most = isNotable
    ? dominant(answered, (call) => problemOf(call) ?? call.diagnosis)
    : undefined;
  const kind = most && KINDS[most.cause];
  const problem = most && briefProblem(most.cause);
  if (problem) {
    const cause = say`${problem} ${most.own.length} of ${answered.length}`;
    return { cause, ...(kind && { causeKind: kind }) };
  }
  const cut = place === undefined ? undefined : row.reliable?.hole?.cut;
  const isUnknowing = most && NOT_KNOWN.has(most.cause);
  if (most && !cut && !(isUnknowing && (place !== undefined || most.own.some(isCompacted)))) {
    return {
      cause: say`${diagnosisPhrase(most.cause)} in ${most.own.length} of ${answered.length}`,
      ...(kind && { causeKind: kind }),
      ...(DEFECTS.has(most.cause) && { isDefect: true }),
    };
  }
  return place === undefined ? undefined : { cause: place, ...(cut && { isDefect: true }) };
}

function lostIn(calls: readonly Row[]): number {
  return sum(calls.map(({ score }) => 1 - score));
}

/** The specific cause to which most was lost, with its answers. */
function dominant(calls: readonly Row[], of: (call: Row) => string | undefined) {
  const byCause = groupBy(
    calls.filter(({ score }) => score < 1),
    of,
  );
  const least = DOMINANT * lostIn(calls);
  for (const [cause, own] of byCause) {
    if (cause !== undefined && !UNSPECIFIC.has(cause) && lostIn(own) >= least)
      return { cause, own };
  }
  return undefined;
}

function isCompacted({ compaction }: Row): boolean {
  return compaction !== undefined;
}
