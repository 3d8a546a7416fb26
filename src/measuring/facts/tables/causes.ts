/** What most of what a reader lost was lost to. */

import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { say } from '../../../base/text/language.js';
import type { Row } from '../../../contract/row.js';
import { beyondText, placeText } from '../effective-length.js';
import type { LossCause, Reached } from '../length-verdict.js';
import { diagnosisPhrase } from './diagnosis-phrases.js';
import { briefProblem, isProblem, problemOf } from './problems.js';

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
  cause: LossCause;
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
export function causeOf(calls: readonly Row[], row: Pick<Reached, 'reliable'>): Cause | undefined {
  const answered = calls.filter(({ error, control }) => error === undefined && !control);
  const { hole, limit } = row.reliable ?? {};
  const isPlaced = limit !== undefined || (hole?.cut ?? hole?.place) !== undefined;
  if (limit && limit.kind !== 'window') return { cause: { of: 'limit' } };
  const isNotable = lostIn(answered) >= NOTABLE_LOSS * answered.length;
  const most = isNotable
    ? dominant(answered, (call) => problemOf(call) ?? call.diagnosis)
    : undefined;
  const isUnknowing = most && NOT_KNOWN.has(most.cause);
  const isTold = most && !hole?.cut && !(isUnknowing && (isPlaced || most.own.some(isCompacted)));
  if (most && (isProblem(most.cause) || isTold)) {
    const kind = KINDS[most.cause];
    return {
      cause: { of: most.cause, answers: most.own.length, outOf: answered.length },
      ...(kind && { causeKind: kind }),
      ...(DEFECTS.has(most.cause) && { isDefect: true }),
    };
  }
  if (!isPlaced) return undefined;
  return { cause: { of: limit ? 'limit' : 'place' }, ...(hole?.cut && { isDefect: true }) };
}

/**
 * What most of the losses come from, in a few words: `refused 40 of 40`, `misses the end (last 25%)`.
 *
 * @param row - needed where the cause is a place
 */
export function causeText(
  { of, answers = 0, outOf = 0 }: LossCause,
  row?: Pick<Reached, 'reliable' | 'sizes' | 'shortest'>,
): string {
  if (of === 'limit' && row?.reliable?.limit) return beyondText(row.reliable.limit, row.sizes);
  if (of === 'place' || of === 'limit') return (row && placeText(row)) ?? '';
  const problem = briefProblem(of);
  return problem
    ? say`${problem} ${answers} of ${outOf}`
    : say`${diagnosisPhrase(of)} in ${answers} of ${outOf}`;
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
