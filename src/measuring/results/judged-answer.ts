/** What a test's assertions say of an answer, without those on its cost and its time. */
import { mean, sum } from '../../base/numbers.js';

/** A result of an assertion, or of a set of them; every field may be something else. */
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

/** The type of what promptfoo's viewer adds for a person's rating, which overrides all other results. */
const HUMAN = 'human';

/** What a person's rating in promptfoo's viewer says of an answer; nothing where there is none. */
export function handRating(all: unknown): boolean | undefined {
  const components = (Array.isArray(all) ? all : []) as (Component | null)[];
  const pass = components.find((one) => one?.assertion?.type === HUMAN)?.pass;
  return typeof pass === 'boolean' ? pass : undefined;
}

/** Assertions that a longer prompt fails by being longer. */
const SPENDING = new Set(['cost', 'latency']);

interface JudgedAnswer {
  pass: boolean;
  score: number;
  /** Assertions that decide, those in sets themselves. */
  components: Component[];
  /** Types of assertions that do not decide. */
  leftOut: string[];
  /** Whether all of them say otherwise than a person's rating, which is what counts. */
  rated?: true;
}

/**
 * Judge an answer by all assertions but those on cost and latency, as promptfoo brings them together: all must pass, or
 * their weighted mean reach the threshold, in each set and in the test.
 *
 * @param given - what promptfoo says of the whole answer; it stands where nothing is left out
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

/** Each result with those that follow it as its own. */
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

/** An assertion may give parts of its result too, which are not judged by themselves. */
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

/** Where nothing is left that decides, every answer passes. */
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
