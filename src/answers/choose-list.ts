/** Chooses, among the lists that an answer could mean, the most likely one. */

import { once } from '../base/kept.js';
import type { Form } from './answer.js';
import { isAside, isPart, type Role, roleBefore } from './labels.js';
import type { Region } from './prepared-answer.js';
import { anyOf, readingWords } from './words.js';

/** How much each form is worth. Forms nearer to the one asked for are worth more. */
const WEIGHTS: Readonly<Record<Form, number>> = {
  json: 6,
  fenced: 6,
  embedded: 6,
  damaged: 6,
  recited: 7,
  table: 5,
  lines: 5,
  prose: 4,
  counted: 3,
};

const UNDER_KEY = 3;
const NAMED = 1.5;
const CALLED_RIGHT = 3;
const ASIDE = -7;
/** For a list that repeats the one before it with more, or is called right and about as long. */
const CORRECTS = 3;
/** For a list without any number of the longest one, times the share that it is shorter. */
const SHORTER = -3;
const LAST = 1;

/** A second list whose worth is so near makes the choice doubtful. */
const NEAR = 1;

/** A corrected list keeps at least this share of the earlier list's numbers. */
const LEAST_KEPT = 0.75;

export interface ListChoice {
  chosen: ListCandidate;
  /** What speaks for the list and not for the next one. */
  why: Reason;
  near: ListCandidate[];
}

type Reason =
  | 'only'
  | 'called right'
  | 'under the key'
  | 'corrects'
  | 'others set aside'
  | 'longer'
  | 'last'
  | 'form';

interface Weighed {
  candidate: ListCandidate;
  parts: Partial<Record<Reason, number>>;
  sum: number;
}

const alternative = once(() => new RegExp(`^[\\s,]*(?:${anyOf(readingWords().or)})\\s*$`, 'iu'));

/**
 * Chooses the list that an answer most likely means. Nothing if nothing speaks for any.
 *
 * @param names - words for who counts, in small letters
 */
export function chooseList(
  found: readonly ListCandidate[],
  names: readonly string[],
): ListChoice | undefined {
  const known = found
    .filter(({ loose }) => !loose)
    .map((list) => ({ ...list, role: list.role ?? roleBefore(list.label) }))
    .sort((a, b) => a.start - b.start);
  // What is called right is so in both: "The right ones are [3, 5] or [3, 9]".
  known.forEach((list, i) => {
    if (alternative().test(list.label)) list.role = known[i - 1]?.role;
  });
  const wholes = merged(known);
  const lists = wholes.filter(({ single, keyed }) => !single || keyed);
  // An array of one number, often a footnote, counts where nothing else does.
  const candidates = lists.length > 0 ? lists : wholes.filter(({ form }) => VALUES.has(form));
  const lengths = candidates.map(({ role, numbers }) => (isAside(role) ? 0 : numbers.length));
  const longest = Math.max(1, ...lengths);
  let before: ListCandidate | undefined;
  const weighed = candidates.map((candidate, i): Weighed => {
    const { form, label, keyed, numbers, role } = candidate;
    const isCount = role === 'count' && VALUES.has(form);
    const isNamed = isCount || (!keyed && names.some((name) => label.toLowerCase().includes(name)));
    const parts: Weighed['parts'] = {
      form: WEIGHTS[form],
      'under the key': (keyed ? UNDER_KEY : 0) + (isNamed ? NAMED : 0),
      'called right': role === 'right' ? CALLED_RIGHT : 0,
      'others set aside': isAside(role) ? ASIDE : 0,
      corrects: before && isCorrection(candidate, before) ? CORRECTS : 0,
      longer: SHORTER * Math.max(0, 1 - numbers.length / longest),
      last: i === candidates.length - 1 ? LAST : 0,
    };
    if (!isAside(role)) before = candidate;
    return { candidate, parts, sum: Object.values(parts).reduce((sum, part) => sum + part, 0) };
  });
  const [first, ...others] = weighed
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum || b.candidate.start - a.candidate.start);
  if (!first) return undefined;
  const list = String(first.candidate.numbers);
  const different = others.filter(({ candidate }) => String(candidate.numbers) !== list);
  return {
    chosen: first.candidate,
    why: reasonOf(first, different[0]),
    near: different.filter(({ sum }) => first.sum - sum <= NEAR).map(({ candidate }) => candidate),
  };
}

function reasonOf(first: Weighed, second: Weighed | undefined): Reason {
  if (!second) return 'only';
  const reasons = Object.keys(first.parts) as Reason[];
  const lead = (reason: Reason) => first.parts[reason]! - second.parts[reason]!;
  return reasons.reduce((best, reason) => (lead(reason) > lead(best) ? reason : best));
}

function isCorrection(candidate: ListCandidate, before: ListCandidate): boolean {
  const { numbers } = candidate;
  if (alternative().test(candidate.label)) return false;
  if (candidate.role === 'right') return numbers.length >= LEAST_KEPT * before.numbers.length;
  const known = new Set(numbers);
  return (
    numbers.length > before.numbers.length && before.numbers.every((number) => known.has(number))
  );
}

/** Forms in which one list may come in parts. */
const VALUES: ReadonlySet<Form> = new Set(['json', 'fenced', 'embedded', 'damaged']);
const TEXTS: ReadonlySet<Form> = new Set(['lines', 'prose']);

/** Joins parts of one list, which have no number in common. */
function merged(candidates: readonly ListCandidate[]): ListCandidate[] {
  const open = new Map<
    boolean,
    { whole: ListCandidate; last: ListCandidate; known: Set<number> }
  >();
  return candidates.flatMap((candidate) => {
    const isValue = VALUES.has(candidate.form);
    const group = open.get(isValue);
    const isNew = candidate.numbers.every((number) => !group?.known.has(number));
    if (group && areSiblings(group.last, candidate) && (isNew || candidate.single)) {
      const { whole, known } = group;
      for (const number of candidate.numbers) {
        whole.numbers.push(number);
        known.add(number);
      }
      whole.single = false;
      whole.end = candidate.end;
      if (whole.role !== 'right') whole.role = 'count';
      group.last = candidate;
      return [];
    }
    const whole = { ...candidate, numbers: [...candidate.numbers] };
    const begun = { whole, last: candidate, known: new Set(candidate.numbers) };
    if (isValue || TEXTS.has(candidate.form)) open.set(isValue, begun);
    return [whole];
  });
}

function areSiblings(last: ListCandidate, other: ListCandidate): boolean {
  if (!VALUES.has(other.form) && !TEXTS.has(other.form)) return false;
  if (isAside(last.role) || isAside(other.role) || other.role === 'right') return false;
  if (Boolean(last.keyed) !== Boolean(other.keyed)) return false;
  if (other.adjacent) return Boolean(last.single) === Boolean(other.single) || Boolean(last.keyed);
  return isPart(other.label) && (other.keyed || isPart(last.label) || other.role === 'partial');
}

export interface ListCandidate extends Region {
  numbers: number[];
  form: Form;
  label: string;
  /** Whether it stands under the key that was asked for. */
  keyed?: boolean;
  /** Whether nothing stands between it and the one of its kind before it. */
  adjacent?: boolean;
  /** Whether it is one number, which is a list only with others. */
  single?: boolean;
  /** Whether it is a number that nothing calls a list or part of one. */
  loose?: boolean;
  /** What is known of the numbers besides their label. */
  role?: Role | undefined;
}
