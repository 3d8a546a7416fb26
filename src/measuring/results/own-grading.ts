/**
 * Which of the assertions' results of a test is the one of `score`, for this very Case. Assertions of
 * the user's own, a model's response and an edited config may say anything besides.
 */
import { SCORED_BY } from '../../contract/signs.js';

/** What is read of an assertion's result to tell whose it is; every field may be something else. */
interface Component {
  pass?: unknown;
  reason?: unknown;
  assertion?: { value?: unknown } | null;
  metadata?: { id?: unknown; scoredBy?: unknown } | null;
}

/** How a generated test calls `score`. */
const OWN_VALUE = 'package:promptfoo-counting-stars:score';

/** Why a result has no score where `score` is not among its assertions' results. */
export const NOT_SCORED =
  'the assertion `score` of promptfoo-counting-stars has no result here. Leave the `assert` of generated tests as it is';

/** The result of `score`, by its place among the assertions' results; or why there is none. */
type OwnGrading = { index: number } | { problem: string };

/**
 * Find the result of `score` among the results of a test's assertions.
 *
 * @param components - promptfoo's `gradingResult.componentResults`
 * @param id - identity of the test's Case
 */
export function ownGrading(components: unknown, id: string): OwnGrading {
  const all = (Array.isArray(components) ? components : []) as (Component | null)[];
  const called = all.flatMap((one, index) => (one && isScore(one) ? [{ one, index }] : []));
  const own = called.filter(({ one }) => one.metadata?.id === id);
  if (own.length > 1) {
    return {
      problem: `${own.length} assertions scored this answer with \`score\`, and one must. Leave the one that the generator made`,
    };
  }
  const [only] = own;
  if (only) return { index: only.index };
  const thrown = called.find(({ one }) => one.pass === false && one.metadata?.id === undefined);
  if (thrown) return { problem: firstLine(thrown.one.reason) };
  if (called.length > 0) {
    return { problem: 'the score is of another Case. Evaluate it again with `npx promptfoo eval`' };
  }
  return { problem: NOT_SCORED };
}

/**
 * Whether `score` is among the assertions of a test or their results.
 *
 * @param assertions - the test's `assert`
 * @param components - as for `ownGrading`
 */
export function isScored(assertions: unknown, components: unknown): boolean {
  const all = (Array.isArray(components) ? components : []) as (Component | null)[];
  const asked = (Array.isArray(assertions) ? assertions : []) as Required<Component>['assertion'][];
  return (
    all.some((one) => one && isScore(one)) || asked.some((assertion) => isScore({ assertion }))
  );
}

/**
 * By the name that generators give it; by a file's name only with the word of `score` itself. promptfoo 0.121.1 to 0.121.3
 * leave the assertion out, so that only this word is there.
 */
function isScore({ assertion, metadata }: Component): boolean {
  if (assertion == null) return metadata?.scoredBy === SCORED_BY;
  const { value } = assertion;
  if (typeof value !== 'string') return false;
  if (value === OWN_VALUE) return true;
  return /^file:\/\/.*:score$/s.test(value) && metadata?.scoredBy === SCORED_BY;
}

/** What was thrown, without the stack that promptfoo puts behind it. */
function firstLine(reason: unknown): string {
  const [line = ''] = String(reason ?? '').split('\n', 1);
  return line || '`score` failed without a reason';
}
