/**
 * Finds the result of `score` for this very Case among a test's assertion results. The user's assertions, a
 * model's response and an edited config may claim anything.
 */
import { SCORED_BY } from '../../contract/signs.js';

interface Component {
  pass?: unknown;
  reason?: unknown;
  assertion?: { value?: unknown } | null;
  metadata?: { id?: unknown; scoredBy?: unknown } | null;
}

const OWN_VALUE = 'package:promptfoo-counting-stars:score';

const NOT_SCORED =
  'the assertion `score` of promptfoo-counting-stars has no result here. Leave the `assert` of generated tests as it is';

/** The result of `score` by its index, or why there is none. */
type OwnGrading = { index: number } | { problem: string };

/**
 * Finds the result of `score`.
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

/** Tells whether `score` is among a test's assertions or their results. */
export function isScored(assertions: unknown, components: unknown): boolean {
  const all = (Array.isArray(components) ? components : []) as (Component | null)[];
  const asked = (Array.isArray(assertions) ? assertions : []) as Required<Component>['assertion'][];
  return (
    all.some((one) => one && isScore(one)) || asked.some((assertion) => isScore({ assertion }))
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
