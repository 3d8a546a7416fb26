/** Finds the main cause of what a model lost. */

import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import type { Row } from '../../../contract/row.js';
import type { LossCause, Reached } from '../length-verdict.js';
import { isProblem, problemOf } from './problems.js';

/** Smaller losses have no cause worth naming. */
const NOTABLE_LOSS = 0.05;

/** Share of the losses that makes a cause the main one. */
const DOMINANT = 0.5;

/** Diagnoses that say nothing of why. Places of all answers together say more than those of one. */
const UNSPECIFIC = new Set<string>([
  ...['complete', 'scattered', 'wrong'],
  ...['missing-head', 'missing-middle', 'missing-tail'],
]);

/** Diagnoses of not knowing, whose reason is whatever the places show. */
const NOT_KNOWN = new Set<string>(['missing', 'another', 'off-topic', 'distractor', 'empty']);

const DEFECTS = new Set<string>(['superseded', 'obeyed']);

export interface Cause {
  cause: LossCause;
  causeKind?: NonNullable<Reached['causeKind']>;
  /** Wrong with the model, whatever it is asked. */
  isDefect?: true;
}

const KINDS: Readonly<Record<string, NonNullable<Reached['causeKind']>>> = {
  refused: 'refused',
  filtered: 'refused',
  unreadable: 'unread',
  'regular-sequence': 'made-up',
};

/** Finds the main cause of a model's losses. Nothing if little was lost and no place is ignored. */
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

function lostIn(calls: readonly Row[]): number {
  return sum(calls.map(({ score }) => 1 - score));
}

/** Finds the specific cause of most losses, with its answers. */
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
