/** Judges an answer by its assertions, without those on cost and time. */
import { mean, sum } from '../../base/numbers.js';

/** Result of an assertion or a set. Any field may be something else. */
export interface Component {
  pass?: unknown;
  score?: unknown;
  reason?: unknown;
  assertion?: {
    type?: unknown;
    value?: unknown;
    metric?: unknown;
    weight?: unknown;
  } | null;
  componentResults?: unknown;
  metadata?: {
    assertionSet?: { threshold?: unknown; weight?: unknown } | null;
    graderError?: unknown;
  } | null;
}

/** Type of a person's rating in promptfoo's viewer, which overrides all other results. */
const HUMAN = 'human';

/** Returns what a person's rating says of an answer, if there is one. */
export function handRating(all: unknown): boolean | undefined {
  const components = (Array.isArray(all) ? all : []) as (Component | null)[];
  const pass = components.find((one) => one?.assertion?.type === HUMAN)?.pass;
  return typeof pass === 'boolean' ? pass : undefined;
}

/** Assertions that a longer prompt fails just by being longer. */
const SPENDING = new Set(['cost', 'latency']);

interface JudgedAnswer {
  pass: boolean;
  score: number;
  components: Component[];
  leftOut: string[];
  /** Whether a person's rating, which counts, contradicts all of them. */
  rated?: true;
}

/**
 * Judges an answer by all assertions but those on cost and latency, combined as promptfoo does: all must pass,
 * or their weighted mean reach the threshold, in each set and in the test.
 *
 * @param given - promptfoo's own judgement, kept if nothing is left out
 * @param all - promptfoo's list, in which a set's assertions follow it
 */
export function judgedAnswer(
  given: { pass: boolean; score: number },
  all: readonly unknown[],
  threshold: unknown,
): JudgedAnswer {
  const rating = handRating(all);
  if (rating !== undefined) {
    const others = all.filter((one) => (one as Component | null)?.assertion?.type !== HUMAN);
    const asserted = together(
      groupsOf(others as Component[]).map(({ own }) => weighed(own)),
      threshold,
    );
    const { components, leftOut } = judgedAnswer(given, others, threshold);
    return { ...given, components, leftOut, ...(asserted.pass !== rating && { rated: true }) };
  }
  const groups = groupsOf(all as readonly (Component | null)[]);
  const singles = groups.flatMap(({ own, inner }) => (isSet(own) ? inner : [own]));
  const components = singles.filter((one) => !isSpending(one));
  const leftOut = [...new Set(singles.filter(isSpending).map(typeOf))].sort();
  if (leftOut.length === 0) return { ...given, components, leftOut };
  const deciding = groups.flatMap(({ own, inner }): Deciding[] => {
    if (isSpending(own)) return [];
    if (!isSet(own) || !inner.some(isSpending)) return [weighed(own)];
    const left = inner.filter((one) => !isSpending(one)).map(weighed);
    if (left.length === 0) return [];
    const { weight } = weighed(own);
    return [{ ...together(left, own.metadata?.assertionSet?.threshold), weight }];
  });
  return { ...together(deciding, threshold), components, leftOut };
}

interface Group {
  own: Component;
  inner: Component[];
}

function groupsOf(all: readonly (Component | null)[]): Group[] {
  const groups: Group[] = [];
  for (let i = 0; i < all.length; i++) {
    const own = all[i];
    if (!own) continue;
    const count = Array.isArray(own.componentResults) ? own.componentResults.length : 0;
    groups.push({ own, inner: all.slice(i + 1, i + 1 + count).filter((one) => one !== null) });
    i += count;
  }
  return groups;
}

/** Tells a set from an assertion that reports parts of its result, which are not judged by themselves. */
function isSet({ metadata }: Component): boolean {
  return Boolean(metadata?.assertionSet);
}

function typeOf({ assertion }: Component): string {
  return typeof assertion?.type === 'string' ? assertion.type : '';
}

function isSpending(one: Component): boolean {
  return SPENDING.has(typeOf(one).replace(/^not-/, ''));
}

interface Deciding {
  pass: boolean;
  score: number;
  weight: number;
}

function weighed({ pass, score, assertion, metadata }: Component): Deciding {
  const weight = metadata?.assertionSet ? metadata.assertionSet.weight : assertion?.weight;
  return {
    pass: pass === true,
    score: typeof score === 'number' ? score : Number(pass === true),
    weight: typeof weight === 'number' ? weight : 1,
  };
}

/** Combines assertions. With none left, every answer passes. */
function together(all: readonly Deciding[], threshold: unknown): Omit<Deciding, 'weight'> {
  const weights = sum(all.map(({ weight }) => weight));
  const score =
    all.length === 0
      ? 1
      : weights > 0
        ? sum(all.map((one) => one.score * one.weight)) / weights
        : mean(all.map((one) => one.score));
  const isReached =
    typeof threshold === 'number' && all.length > 0 ? score >= threshold : undefined;
  return { pass: isReached ?? all.every(({ pass }) => pass), score };
}
