/** What most of what a reader lost was lost to. */

import { groupBy } from '../../base/group-by.js';
import { mean, sum } from '../../base/numbers.js';
import { type Diagnosis, PHRASES } from '../../contract/diagnosis.js';
import type { Row } from '../../contract/row.js';
import { drawOf, placesOf } from '../evaluation/prompts.js';
import { lengthText } from '../output/words.js';
import {
  isSharp,
  type LostPlaces,
  lostPlaces,
  type NeededMarks,
} from '../statistics/lost-places.js';
import { middleDip, tailLoss } from '../statistics/positions.js';
import { failuresIn } from '../statistics/whole-failures.js';
import { briefTrouble, troubleOf } from './troubles.js';

/** A loss smaller than this has no cause worth a word. */
const NOTABLE_LOSS = 0.05;

/** A cause is the dominant one with this share of all that was lost; */
const DOMINANT = 0.5;

/** a place with a little less, since its borders are seldom sharp. */
const DOMINANT_PLACE = 1 / 3;

/** What says nothing of why things were lost; the places of all answers together say more than those of one. */
const UNSPECIFIC = new Set<string>([
  ...['complete', 'scattered', 'wrong'],
  ...['missing-head', 'missing-middle', 'missing-tail'],
]);

/** What an answer is like that does not know: whatever is shown of the places is why. */
const NOT_KNOWN = new Set<string>(['missing', 'another', 'distractor', 'empty']);

/**
 * What most of a reader's losses come from, in a few words: `refused 40 of 40`, `cut off 12 of 32`,
 * `loses the tail (last 25 %)`. Nothing where little was lost, where no cause is shown, and where most was lost in
 * answers that failed whole, which are counted beside the length.
 */
export function causeOf(calls: readonly Row[]): string | undefined {
  const answered = calls.filter(({ error, control }) => error === undefined && !control);
  const all = lostIn(answered);
  if (all < NOTABLE_LOSS * answered.length) return undefined;
  const counted = (own: readonly Row[]) => `${own.length} of ${answered.length}`;
  const most = dominant(answered, (call) => troubleOf(call) ?? call.diagnosis);
  const trouble = most && briefTrouble(most.cause);
  if (trouble) return `${trouble} ${counted(most.own)}`;
  const whole = answered.filter((call) => !troubleOf(call));
  const places = placesLost(whole, all);
  const isWindow = places?.kind === 'beyond-last';
  if (most && !isWindow && !(NOT_KNOWN.has(most.cause) && (places || most.own.some(isCompacted)))) {
    return `${PHRASES[most.cause as Diagnosis] ?? most.cause} in ${counted(most.own)}`;
  }
  return places && placesText(places, whole);
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

/** Where most was lost, if that is a place and not a few answers as a whole. */
function placesLost(calls: readonly Row[], all: number): LostPlaces | undefined {
  // What is lost by place in a shortened history was lost to the compaction, and not to the reader.
  if (calls.some(isCompacted)) return undefined;
  const failed = failuresIn(calls);
  if (lostIn(calls.filter((_, i) => failed[i])) >= DOMINANT * all) return undefined;
  const prompts = calls
    .filter((_, i) => !failed[i])
    .map((call) => ({
      unit: call.cluster ?? drawOf(call),
      tokens: call.tokens,
      marks: call.marks,
      positions: placesOf(call),
      needed: call.needed,
    }));
  const places = lostPlaces(prompts);
  if (!places || lostTo(places, prompts) < DOMINANT_PLACE * all) return undefined;
  const column = { middle: middleDip, tail: tailLoss }[places.kind as string];
  const beside = column?.(prompts);
  return beside && beside.value <= 0 ? undefined : places;
}

/** How much more was lost there than would have been elsewhere, in answers. */
function lostTo(places: LostPlaces, prompts: readonly NeededMarks[]): number {
  return sum(
    prompts.map((prompt) =>
      mean(prompt.marks.map((mark, i) => (places.isIn(prompt, i) ? places.elsewhere - mark : 0))),
    ),
  );
}

/** How it is said of a reader that it knows only one end of a prompt. */
export const LAST_TOKENS = 'knows only the last ';
export const FIRST_TOKENS = 'knows only the first ';

/** Gaps that are wider do not tell where a border is. */
const WIDEST_GAP = 0.15;

function placesText(places: LostPlaces, calls: readonly Row[]): string {
  if ('from' in places) return stretchText(places, calls);
  const known = places.kind === 'beyond-last' ? LAST_TOKENS : FIRST_TOKENS;
  return `${known}${lengthText(Math.round(places.tokens))} tokens`;
}

type LostStretch = Extract<LostPlaces, { from: unknown }>;

function stretchText(places: LostStretch, calls: readonly Row[]): string {
  const { kind, from, to, above } = places;
  const beyond = above === undefined ? '' : ` above ${lengthText(above)}`;
  const isTold = [from, to].every(([low, high]) => high - low <= WIDEST_GAP);
  if (isTold && isSharp(places)) {
    if (kind === 'front') return `finds only the last ${partText(to, true)}${beyond}`;
    if (kind === 'tail') {
      const first = beyond === '' && firstOf(places, calls);
      return `finds only the first ${first || partText(from)}${beyond}`;
    }
  }
  const share = {
    front: () => `first ${percent(to)}`,
    middle: () => `${percent(from).replace(' %', '')}–${percent(to)}`,
    tail: () => `last ${percent(from, true)}`,
  }[kind];
  if (kind === 'middle' && (from[0] >= 0.5 || to[1] <= 0.5)) {
    return `loses what is at ${share()} of the context${beyond}`;
  }
  return `loses the ${kind}${isTold ? ` (${share()})` : ''}${beyond}`;
}

/** `8 of 32`, where all answers have as many marks and lose those behind the same one. */
function firstOf({ from }: LostStretch, calls: readonly Row[]): string | undefined {
  const counts = new Set(
    calls.map(({ positions }) =>
      [positions.filter((position) => position <= from[0]).length, positions.length].join(' of '),
    ),
  );
  const [only] = counts;
  return counts.size === 1 && !only!.endsWith(' of 1') ? only : undefined;
}

/** Parts of a context that have a name. */
const PARTS: readonly (readonly [number, string])[] = [
  [1 / 4, 'quarter'],
  [1 / 3, 'third'],
  [1 / 2, 'half'],
  [2 / 3, 'two thirds'],
  [3 / 4, 'three quarters'],
];

/** The part before a border, or behind it. */
function partText(gap: readonly [number, number], isBehind = false): string {
  const [low, high] = isBehind ? [1 - gap[1], 1 - gap[0]] : gap;
  const part = PARTS.find(([share]) => share >= low - 1e-9 && share <= high + 1e-9);
  return part?.[1] ?? percent(gap, isBehind);
}

function percent([low, high]: readonly [number, number], isBehind = false): string {
  const share = (low + high) / 2;
  return `${Math.round(100 * (isBehind ? 1 - share : share))} %`;
}

function isCompacted({ compaction }: Row): boolean {
  return compaction !== undefined;
}
