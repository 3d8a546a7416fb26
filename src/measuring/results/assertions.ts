/**
 * Reads what promptfoo's assertions say of an answer: `score`, the user's metrics, and all but cost and time. The user's
 * assertions, a model's response and an edited config may claim anything.
 */

import { mean, sum } from '../../base/numbers.js';
import { RECALL, SCORED_BY } from '../../contract/signs.js';

/** Result of an assertion or a set. Any field may be something else. */
export interface Component {
  pass?: unknown;
  score?: unknown;
  reason?: unknown;
  assertion?: {
    type?: unknown;
    value?: unknown;
    threshold?: unknown;
    metric?: unknown;
    weight?: unknown;
  } | null;
  namedScores?: Readonly<Record<string, unknown>> | null;
  componentResults?: unknown;
  metadata?: {
    id?: unknown;
    scoredBy?: unknown;
    assertionSet?: { threshold?: unknown; weight?: unknown } | null;
    graderError?: unknown;
  } | null;
}

function listed<T = Component>(all: unknown): (T | null)[] {
  return Array.isArray(all) ? all : [];
}

const OWN_VALUE = 'package:promptfoo-counting-stars:score';

const NOT_SCORED =
  'the assertion `score` of promptfoo-counting-stars has no result here. Leave the `assert` of generated tests as it is';

/**
 * Finds the result of `score` by its index, or tells why there is none.
 *
 * @param components - promptfoo's `gradingResult.componentResults`
 * @param id - identity of the test's Case
 */
export function ownGrading(
  components: unknown,
  id: string,
): { index: number } | { problem: string } {
  const all = listed(components);
  const called = all.flatMap((component, index) =>
    component && isScore(component) ? [{ one: component, index }] : [],
  );
  const matching = called.filter(({ one }) => one.metadata?.id === id);
  if (matching.length > 1) {
    return {
      problem: `${matching.length} assertions scored this answer with \`score\`, and one must. Leave the one that the generator made`,
    };
  }
  const [only] = matching;
  if (only) return { index: only.index };
  const thrown = called.find(({ one }) => one.pass === false && one.metadata?.id === undefined);
  if (thrown) return { problem: firstLine(thrown.one.reason) };
  if (called.length > 0) {
    return { problem: 'the score is of another Case. Evaluate it again with `npx promptfoo eval`' };
  }
  return { problem: NOT_SCORED };
}

/** Tells whether `score` is among a test's assertions or their results. */
export function isScored(assertions: unknown, components: unknown): boolean {
  const asked = listed<NonNullable<Component['assertion']>>(assertions);
  return [...listed(components), ...asked.map((assertion) => ({ assertion }))].some(
    (component) => component && isScore(component),
  );
}

/**
 * Recognizes `score` by the name that generators give it, or by its own word, which alone remains behind another file's name.
 */
function isScore({ assertion, metadata }: Component): boolean {
  const { value } = assertion ?? {};
  if (typeof value !== 'string') return false;
  if (value === OWN_VALUE) return true;
  return /^file:\/\/.*:score$/s.test(value) && metadata?.scoredBy === SCORED_BY;
}

/** Drops the stack that promptfoo adds. */
function firstLine(reason: unknown): string {
  const [line = ''] = String(reason ?? '').split('\n', 1);
  return line || '`score` failed without a reason';
}

/** A result of promptfoo, as far as metrics are read from it. */
interface Judged {
  namedScores?: Readonly<Record<string, number>> | null | undefined;
  gradingResult?:
    | {
        componentResults?: unknown;
        namedScoreWeights?: Readonly<Record<string, unknown>> | null | undefined;
      }
    | null
    | undefined;
  latencyMs?: number | null | undefined;
  cost?: number | null | undefined;
}

/**
 * Returns every metric of a test's other assertions, as promptfoo combines them. promptfoo gives 0 for
 * assertions without weight, so theirs is their mean. Latency and cost have a budget: 1 within it, else the
 * budget's share of what was spent.
 *
 * @param index - index of `score` among the assertions' results, whose named scores are not the user's
 */
export function measuresOf(
  { namedScores, gradingResult, latencyMs, cost }: Judged,
  index: number | undefined,
): Record<string, number> {
  const components = listed(gradingResult?.componentResults);
  const said = index === undefined ? undefined : components[index]?.namedScores;
  const ours = typeof said === 'object' && said !== null ? said : {};
  const weights = gradingResult?.namedScoreWeights ?? {};
  const isOurs = (name: string) => index !== undefined && (name === RECALL || name in ours);
  const measures = new Map<string, number>();
  for (const [name, value] of Object.entries(namedScores ?? {}).filter(([name]) => !isOurs(name))) {
    const said = weights[name] === 0 ? saidOf(name, components) : [value];
    if (said.length > 0) measures.set(name, mean(said));
  }
  const spent: Readonly<Record<string, number | null | undefined>> = { latency: latencyMs, cost };
  for (const component of components) {
    const { type, threshold: budget } = component?.assertion ?? {};
    if ((type !== 'latency' && type !== 'cost') || typeof budget !== 'number') continue;
    const used = spent[type];
    if (typeof used === 'number' && !measures.has(type)) {
      measures.set(type, used <= budget ? 1 : budget / used);
    }
  }
  return Object.fromEntries(measures);
}

function saidOf(name: string, components: readonly (Component | null)[]): number[] {
  return components.flatMap((component) => {
    const value =
      component?.assertion?.metric === name ? component.score : component?.namedScores?.[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : [];
  });
}

/** Type of a person's rating in promptfoo's viewer, which overrides all other results. */
const HUMAN = 'human';

/** Returns what a person's rating says of an answer, if there is one. */
export function handRating(all: unknown): boolean | undefined {
  const pass = listed(all).find((component) => component?.assertion?.type === HUMAN)?.pass;
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
    const others = all.filter((entry) => (entry as Component | null)?.assertion?.type !== HUMAN);
    const asserted = together(
      groupsOf(others as Component[]).map(({ own }) => weighed(own)),
      threshold,
    );
    const { components, leftOut } = judgedAnswer(given, others, threshold);
    return { ...given, components, leftOut, ...(asserted.pass !== rating && { rated: true }) };
  }
  const groups = groupsOf(all as readonly (Component | null)[]);
  const singles = groups.flatMap(({ own, inner }) => (isSet(own) ? inner : [own]));
  const components = singles.filter((component) => !isSpending(component));
  const leftOut = [...new Set(singles.filter(isSpending).map(typeOf))].sort();
  if (leftOut.length === 0) return { ...given, components, leftOut };
  const deciding = groups.flatMap(({ own, inner }): Deciding[] => {
    if (isSpending(own)) return [];
    if (!isSet(own) || !inner.some(isSpending)) return [weighed(own)];
    const left = inner.filter((component) => !isSpending(component)).map(weighed);
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
    const component = all[i];
    if (!component) continue;
    const count = listed(component.componentResults).length;
    groups.push({
      own: component,
      inner: all.slice(i + 1, i + 1 + count).filter((component) => component !== null),
    });
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

function isSpending(component: Component): boolean {
  return SPENDING.has(typeOf(component).replace(/^not-/, ''));
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
        ? sum(all.map((decision) => decision.score * decision.weight)) / weights
        : mean(all.map((decision) => decision.score));
  const isReached =
    typeof threshold === 'number' && all.length > 0 ? score >= threshold : undefined;
  return { pass: isReached ?? all.every(({ pass }) => pass), score };
}
