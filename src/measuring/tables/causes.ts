/** What most of what a reader lost was lost to. */

import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import { type Diagnosis, PHRASES } from '../../contract/diagnosis.js';
import type { Row } from '../../contract/row.js';
import { lengthText } from '../output/words.js';
import { briefTrouble, troubleOf } from './troubles.js';

/** A loss smaller than this has no cause worth a word. */
const NOTABLE_LOSS = 0.05;

/** What says nothing of why things were lost. */
const UNSPECIFIC = new Set<string>(['complete', 'scattered', 'wrong']);

/** A cause is the dominant one with this share of all that was lost. */
const DOMINANT = 0.5;

/**
 * What most of a reader's losses come from, in a few words: `refused 40 of 40`, `cut off 12 of 32`,
 * `lost the tail in 30 of 32`. Nothing where little was lost, or for no one reason.
 */
export function causeOf(calls: readonly Row[]): string | undefined {
  const answered = calls.filter(({ error, control }) => error === undefined && !control);
  const lost = (rows: readonly Row[]) => sum(rows.map(({ score }) => 1 - score));
  const all = lost(answered);
  if (all < NOTABLE_LOSS * answered.length) return undefined;
  const causes = groupBy(
    answered.filter(({ score }) => score < 1),
    (call) => troubleOf(call) ?? call.diagnosis,
  );
  for (const [cause, own] of causes) {
    if (cause === undefined || UNSPECIFIC.has(cause)) continue;
    if (cause === 'missing' && own.some(isCompacted)) continue;
    if (lost(own) < DOMINANT * all) continue;
    const counted = `${own.length} of ${answered.length}`;
    const trouble = briefTrouble(cause);
    if (trouble) return `${trouble} ${counted}`;
    const last = lastTokens(answered);
    if (last) return last;
    const where = onlyPart(own);
    if (where) return `finds only the ${where}`;
    return `${PHRASES[cause as Diagnosis] ?? cause} in ${counted}`;
  }
  return lastTokens(answered);
}

/** How it is said of a reader that it knows only the last of a prompt. */
export const LAST_TOKENS = 'knows only the last ';

/** At least this many marks are lost before such a border, and as many found behind it. */
const FEWEST_MARKS = 8;

/**
 * `knows only the last 8K tokens` of a reader that finds nearly all behind a border at a distance from the
 * end, and nearly nothing before it; for prompts of several lengths, whose parts it would else be.
 */
function lastTokens(calls: readonly Row[]): string | undefined {
  if (calls.some(isCompacted) || new Set(calls.map(({ tokens }) => tokens)).size < 2)
    return undefined;
  const marks = calls
    .flatMap(({ tokens, positions, needed = positions, marks: own }) =>
      needed.map((position, i) => ({ behind: tokens * (1 - position), mark: own[i]! })),
    )
    .sort((a, b) => a.behind - b.behind);
  let found = 0;
  let best = { at: 0, found: 0, right: Number.NEGATIVE_INFINITY };
  marks.forEach(({ mark }, i) => {
    found += mark;
    const right = 2 * found - (i + 1);
    if (right > best.right) best = { at: i + 1, found, right };
  });
  const lost = marks.length - best.at;
  if (best.at < FEWEST_MARKS || lost < FEWEST_MARKS) return undefined;
  if (best.found < FOUND_BEHIND * best.at || found - best.found > ELSEWHERE * lost)
    return undefined;
  return `${LAST_TOKENS}${lengthText(Math.round((marks[best.at - 1]!.behind + marks[best.at]!.behind) / 2))} tokens`;
}

/** Parts of the context by quarters, which a reader may find alone. */
const PARTS = [
  { name: 'first quarter', from: 0, to: 1 },
  { name: 'last quarter', from: 3, to: 4 },
  { name: 'first half', from: 0, to: 2 },
  { name: 'last half', from: 2, to: 4 },
];

/** Of a part that alone is found at least this is, and elsewhere at most this. */
const FOUND = 0.7;
const ELSEWHERE = 0.1;
const FOUND_BEHIND = 0.9;

/** The only part of the context in which a reader finds something. */
function onlyPart(calls: readonly Row[]): string | undefined {
  if (calls.some(isCompacted)) return undefined;
  const quarters = [0, 1, 2, 3].map((quarter) =>
    calls.flatMap(({ marks, positions }) =>
      marks.filter(
        (_, i) =>
          positions[i] !== undefined && Math.min(3, Math.floor(positions[i]! * 4)) === quarter,
      ),
    ),
  );
  if (quarters.some((marks) => marks.length === 0)) return undefined;
  const recalls = quarters.map((marks) => sum(marks) / marks.length);
  return PARTS.find(({ from, to }) =>
    recalls.every((recall, i) => (i >= from && i < to ? recall >= FOUND : recall <= ELSEWHERE)),
  )?.name;
}

/** What is missing or lost by place in a shortened history was lost to the compaction, and not to the reader. */
function isCompacted({ compaction }: Row): boolean {
  return compaction !== undefined;
}
