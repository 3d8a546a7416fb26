/** What most of what a reader lost was lost to. */

import { groupBy } from '../../base/group-by.js';
import { mean, sum } from '../../base/numbers.js';
import { say } from '../../base/text/language.js';
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
import { diagnosisPhrase } from './diagnosis-phrases.js';
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

/** Diagnoses that say more of a reader than where it loses. */
const DEFECTS = new Set<string>(['superseded', 'obeyed']);

/** What most of a reader's losses come from. */
export interface Cause {
  /** In a few words: `refused 40 of 40`, `cut off 12 of 32`, `loses the tail (last 25 %)`. */
  cause: string;
  /** That it is wrong with the reader, whatever it was asked. */
  isDefect?: true;
}

/**
 * What most of a reader's losses come from. Nothing where little was lost, where no cause is shown, and where most was
 * lost in answers that failed whole, which are counted beside the length.
 */
export function causeOf(calls: readonly Row[]): Cause | undefined {
  const answered = calls.filter(({ error, control }) => error === undefined && !control);
  const all = lostIn(answered);
  if (all < NOTABLE_LOSS * answered.length) return undefined;
  const most = dominant(answered, (call) => troubleOf(call) ?? call.diagnosis);
  const trouble = most && briefTrouble(most.cause);
  if (trouble) return { cause: say`${trouble} ${most.own.length} of ${answered.length}` };
  const whole = answered.filter((call) => !troubleOf(call));
  const places = placesLost(whole, all);
  const isWindow = places?.kind === 'beyond-last';
  if (most && !isWindow && !(NOT_KNOWN.has(most.cause) && (places || most.own.some(isCompacted)))) {
    return {
      cause: say`${diagnosisPhrase(most.cause)} in ${most.own.length} of ${answered.length}`,
      ...(DEFECTS.has(most.cause) && { isDefect: true }),
    };
  }
  if (!places) return undefined;
  if ('from' in places) return { cause: stretchText(places, whole) };
  const length = lengthText(Math.round(places.tokens));
  return {
    cause: isWindow
      ? say`knows only the last ${length} tokens`
      : say`knows only the first ${length} tokens`,
    isDefect: true,
  };
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

/** Gaps that are wider do not tell where a border is. */
const WIDEST_GAP = 0.15;

type LostStretch = Extract<LostPlaces, { from: unknown }>;

function stretchText(places: LostStretch, calls: readonly Row[]): string {
  const { above } = places;
  const lost = lostStretch(places, calls);
  return above === undefined ? lost : say`${lost} above ${lengthText(above)}`;
}

function lostStretch(places: LostStretch, calls: readonly Row[]): string {
  const { kind, from, to, above } = places;
  const isTold = [from, to].every(([low, high]) => high - low <= WIDEST_GAP);
  if (isTold && isSharp(places)) {
    if (kind === 'front') return say`finds only the last ${partText(to, true)}`;
    if (kind === 'tail') {
      const first = above === undefined ? firstOf(places, calls) : undefined;
      if (first) return say`finds only the first ${first.found} of ${first.all}`;
      return say`finds only the first ${partText(from)}`;
    }
  }
  if (kind === 'middle') {
    const share = `${percent(from).replace(' %', '')}–${percent(to)}`;
    if (from[0] >= 0.5 || to[1] <= 0.5) return say`loses what is at ${share} of the context`;
    return isTold ? say`loses the middle (${share})` : say`loses the middle`;
  }
  if (kind === 'front') {
    return isTold ? say`loses the front (first ${percent(to)})` : say`loses the front`;
  }
  return isTold ? say`loses the tail (last ${percent(from, true)})` : say`loses the tail`;
}

/** `8 of 32`, where all answers have as many marks and lose those behind the same one. */
function firstOf({ from }: LostStretch, calls: readonly Row[]) {
  const before = (call: Row) => call.positions.filter((position) => position <= from[0]).length;
  const [first] = calls;
  const [found, all] = [before(first!), first!.positions.length];
  const areAlike = calls.every((call) => before(call) === found && call.positions.length === all);
  return areAlike && all !== 1 ? { found, all } : undefined;
}

/** Parts of a context that have a name. */
const PARTS: readonly (readonly [number, () => string])[] = [
  [1 / 4, () => say`quarter`],
  [1 / 3, () => say`third`],
  [1 / 2, () => say`half`],
  [2 / 3, () => say`two thirds`],
  [3 / 4, () => say`three quarters`],
];

/** The part before a border, or behind it. */
function partText(gap: readonly [number, number], isBehind = false): string {
  const [low, high] = isBehind ? [1 - gap[1], 1 - gap[0]] : gap;
  const part = PARTS.find(([share]) => share >= low - 1e-9 && share <= high + 1e-9);
  return part?.[1]() ?? percent(gap, isBehind);
}

function percent([low, high]: readonly [number, number], isBehind = false): string {
  const share = (low + high) / 2;
  return `${Math.round(100 * (isBehind ? 1 - share : share))} %`;
}

function isCompacted({ compaction }: Row): boolean {
  return compaction !== undefined;
}
