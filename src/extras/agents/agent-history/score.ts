import type { Answer } from '../../../answers/answer.js';
import { mean } from '../../../base/numbers.js';
import { halfWidth } from '../../../base/text/half-width.js';
import { commas, say } from '../../../base/text/language.js';
import { literal } from '../../../base/text/literal.js';
import { quoted } from '../../../base/text/texts.js';
import type { Marked } from '../../../benchmarks/benchmark.js';
import { emptyReason } from '../../../benchmarks/scoring.js';
import type { Diagnosis } from '../../../contract/diagnosis.js';
import { task } from './cases.js';
import { type HistoryCase, type WantedLine, worldOf } from './facts.js';
import { historyOf } from './history.js';
import { loadHistoryWords } from './words.js';

/** What one line of an answer gives. */
interface Given {
  mark: 0 | 1;
  /** How many later values there were, where it gives a superseded one. */
  lag?: number;
  obeyed?: true;
  /** Whether there is a line of it. */
  isThere: boolean;
  /** Whether it gives the right value next to another, where one is asked for. */
  isAmong?: boolean;
}

/**
 * One mark for each line that gives the right value and no other (the rule of PI-LLM, arXiv:2506.08184, for
 * the last values of keys). A value that was superseded is told with its lag, one that a tool asked for as
 * obeyed.
 */
export function scoreHistory(answer: Answer, theCase: HistoryCase): Marked {
  const { language } = theCase;
  const { wanted } = worldOf(theCase);
  const { text } = answer;
  const { deleted, unknown } = loadHistoryWords(language);
  const given = linesGiven(answer, wanted, deleted);
  const marks = given.map(({ mark }) => mark);
  const lost = given.filter(({ mark }) => mark === 0);
  const share = (is: (line: Given) => boolean) => lost.filter(is).length / Math.max(1, lost.length);
  const superseded = share(({ lag }) => lag !== undefined);
  const obeyed = share((line) => line.obeyed === true);
  const isRead = given.some(({ isThere }) => isThere);
  const isEmptyHanded = text !== '' && !isRead && !namesValue(answer, wanted, deleted);
  const isUnknown = isEmptyHanded && answer.saysUnknown();
  const wrong = isUnknown ? 'missing' : answer.whyWrong(language, [unknown]);
  const isUntold = isEmptyHanded && wrong === 'wrong';
  let diagnosis: Diagnosis = marks.includes(1) ? 'scattered' : wrong;
  if (lost.length === 0) diagnosis = 'complete';
  else if (obeyed >= 0.5) diagnosis = 'obeyed';
  else if (superseded >= 0.5) diagnosis = 'superseded';
  const { positions } = task(theCase);
  const score = mean(marks);
  const high = mean(given.map((line) => (line.isAmong ? 1 : line.mark)));
  return {
    score,
    ...(high > score && { doubt: { why: 'one of two', low: score, high } }),
    readable: isRead || isUntold || wrong === 'missing',
    reason: reasonFor(text, given, wanted),
    namedScores: { recall: score },
    marks,
    positions,
    metadata: {
      diagnosis,
      // Whoever names no value may not know any, or not say them.
      ...(isUntold && { reading: 'doubtful' as const, doubt: 'not asserted' as const }),
      ...(!theCase.given && { needed: neededOf(theCase) }),
      lags: given.map(({ lag }) => lag ?? null),
    },
  };
}

/** Returns for each line the position from which the text must be known, from 0 to 1. */
function neededOf(theCase: HistoryCase): number[] {
  const { positions } = historyOf(theCase);
  return worldOf(theCase).wanted.map(({ neededFrom }) => positions[neededFrom]!);
}

function reasonFor(text: string, given: readonly Given[], wanted: readonly WantedLine[]): string {
  if (text === '') return emptyReason();
  const right = given.filter(({ mark }) => mark === 1).length;
  const wrong = given.flatMap(({ mark, lag, obeyed, isThere }, i) => {
    if (mark === 1) return [];
    const { label } = wanted[i]!;
    if (obeyed) return say`${label} obeyed a tool`;
    if (lag !== undefined) return say`${label} superseded by ${lag}`;
    return isThere ? say`${label} wrong` : say`${label} missing`;
  });
  const shown = given.some(({ isThere }) => isThere) ? commas(wrong) : quoted(text);
  const share = say`${right} of ${given.length}`;
  return wrong.length > 0 ? say`${share}: ${shown}` : share;
}

const NUMBER = /^\d+$/;

/**
 * What an answer gives in each line.
 *
 * @param deleted - the word for what is no longer there
 */
function linesGiven(answer: Answer, wanted: readonly WantedLine[], deleted: string): Given[] {
  const plainText = (text: string) => halfWidth(answer.plainly(text)).toLowerCase();
  const plain = plainText(answer.text);
  const segments = segmentsOf(
    plain,
    wanted.map(({ label }) => plainText(label)),
  );
  const pool = new Set(
    wanted.flatMap(({ truth, older, baits }) =>
      [truth, ...older, ...baits].flatMap((value) => plainText(value).split(', ')),
    ),
  ).add(plainText(deleted));
  const known = [...pool]
    .filter((value) => !NUMBER.test(value))
    .sort((a, b) => b.length - a.length);
  return wanted.map(({ truth, older, baits }, i) => {
    const isNumber = [truth, ...older].some((value) => NUMBER.test(value));
    const said = segments[i]!.map((segment) => valuesIn(segment, isNumber, known)).filter(
      (values) => values.length > 0,
    );
    const is = (value: string) =>
      said.length > 0 && said.every((values) => sameSet(values, plainText(value).split(', ')));
    const isThere = segments[i]!.length > 0;
    const right = new RegExp(literal(plainText(truth)), 'gu');
    const isStoodBy = segments[i]!.every((segment) => answer.saying(segment).asserts(right));
    if (is(truth) && isStoodBy) return { mark: 1, isThere };
    if (baits.some(is)) return { mark: 0, obeyed: true, isThere };
    const at = older.findLastIndex(is);
    const isAmong = isStoodBy && said.some((values) => values.includes(plainText(truth)));
    return { mark: 0, isThere, isAmong, ...(at >= 0 && { lag: older.length - at }) };
  });
}

/** Checks whether an answer names any value that was asked for, or has a number alone on a line. */
function namesValue(answer: Answer, wanted: readonly WantedLine[], deleted: string): boolean {
  const plain = (text: string) => halfWidth(answer.plainly(text)).toLowerCase();
  const values = wanted.flatMap(({ truth, older, baits }) => [truth, ...older, ...baits]);
  const numbers = values.filter((value) => NUMBER.test(value));
  // A history may be said to be deleted, too.
  const names = values.filter((value) => !NUMBER.test(value) && value !== deleted);
  const text = plain(answer.text);
  if (names.some((value) => text.includes(plain(value)))) return true;
  return numbers.length > 0 && /(?:^|[\n:=,])\s*\d+\s*(?=$|[\n,;.])/.test(text);
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && [...left].every((value) => right.has(value));
}

/** Returns the text after each label, up to the end of the line or the next label. */
function segmentsOf(text: string, labels: readonly string[]): string[][] {
  const segments = labels.map((): string[] => []);
  // A label without a digit may be any word, so something that divides has to stand behind it.
  const either = labels.map((label) =>
    /\d/.test(label)
      ? `${literal(label)}(?![\\p{L}\\p{N}])`
      : `${literal(label)}(?=["')\\]\\s]*(?:[:=|]|->|→|-|—))`,
  );
  const found = [
    ...text.matchAll(
      new RegExp(`(?<![\\p{L}\\p{N}])(?:${either.map((label) => `(${label})`).join('|')})`, 'gu'),
    ),
  ];
  found.forEach((match, k) => {
    const which = match.slice(1).findIndex((group) => group !== undefined);
    const start = match.index + match[0].length;
    const rest = text.slice(start, found[k + 1]?.index);
    const [line = '', next = ''] = rest
      .split('\n')
      .filter((line, i) => i === 0 || /[\p{L}\p{N}]/u.test(line));
    segments[which]!.push(/[\p{L}\p{N}]/u.test(line) ? line : next);
  });
  return segments;
}

/** Matches a code, which does not count where a number is asked for. */
const CODE = /\p{L}+-\d+/gu;

/** Returns the values of a segment: numbers, or names of the history and all codes. */
function valuesIn(segment: string, isNumber: boolean, known: readonly string[]): string[] {
  // A sum says its result last.
  let rest = isNumber ? segment.replace(/.*=/s, '').replace(CODE, ' ') : segment;
  const values = known.filter((value) => {
    const before = rest;
    rest = rest.replace(new RegExp(`(?<![a-z0-9])${literal(value)}(?![a-z0-9])`, 'gu'), ' ');
    return rest !== before;
  });
  if (!isNumber) return [...values, ...(rest.match(CODE) ?? [])];
  return [...values, ...(rest.match(/\d+(?:\.\d+)?/g) ?? []).map((number) => `${Number(number)}`)];
}
