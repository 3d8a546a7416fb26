/** Restricts the gate to new answers. An answer from promptfoo's cache says what a model was once, not what it is now. */

import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import type { Row } from '../../../contract/row.js';
import { type AskedCase, withCalls } from '../../facts/evaluation/asked-case.js';
import { isCachedAnswer } from '../../facts/evaluation/copies.js';
import type { Evaluation } from '../../facts/evaluation/evaluation.js';
import type { CompletenessCheck, GateOptions } from './gate-result.js';

/** Passing needs new answers to at least this share of the prompts of each length. */
const LEAST_SHARE = 0.5;

type Cases = ReadonlyMap<string, AskedCase>;

/** Keeps new answers and failed calls. */
export function newCasesOf(cases: Cases): Cases {
  const isCounted = (call: Row) => !isCachedAnswer(call);
  return new Map(
    [...cases].flatMap(([id, asked]) =>
      withCalls(asked, isCounted).map((own) => [id, own] as const),
    ),
  );
}

/** Keeps new answers, and models that have any. */
export function newAnswersOf(evaluation: Evaluation): Evaluation {
  const models = evaluation.models
    .map((model) => ({ ...model, cases: newCasesOf(model.cases) }))
    .filter(({ cases }) => cases.size > 0);
  return { ...evaluation, models };
}

/**
 * Counts new answers, and checks that they suffice to pass. Empty if all are new.
 * @param cases - all that the model has
 * @param isSearched - minimums are of a figure that rests on all answers
 */
export function newAnswerChecks(
  cases: Cases,
  { allow }: Pick<GateOptions, 'allow'>,
  isSearched = false,
): CompletenessCheck[] {
  const members = [...cases.values()].filter(({ series, answer }) => !series.control && answer);
  const answers = members.flatMap(({ calls }) => calls.filter(({ error }) => error === undefined));
  const count = answers.filter(isCachedAnswer).length;
  if (count === 0) return [];
  const of = answers.length;
  const check = (verdict: CompletenessCheck['verdict'], short?: Short): CompletenessCheck[] => [
    {
      ...{ kind: 'cached', count, of, named: [], verdict },
      ...(allow.cached && { isAllowed: true }),
      ...(isSearched && { isSearched: true }),
      ...(short && { short }),
    },
  ];
  if (allow.cached) return check('passed');
  if (count === of) return check('inconclusive');
  const [short] = isSearched ? [] : shortPlaces(members);
  return isSearched || short ? check('inconclusive', short) : check('passed');
}

type Short = { tokens: number; prompts: number; asked: number };

/** Returns the lengths with too few new answers, the worst first. */
function shortPlaces(cases: readonly AskedCase[]): Short[] {
  const places = groupBy(cases, ({ series, tokens }) => JSON.stringify([series.key, tokens]));
  return [...places.values()]
    .map((members) => ({
      tokens: members[0]!.tokens,
      prompts: members.length,
      asked: sum(members.map(({ calls }) => (calls.some(isAsked) ? 1 : 0))),
    }))
    .filter(({ prompts, asked }) => asked < LEAST_SHARE * prompts)
    .sort((a, b) => a.asked / a.prompts - b.asked / b.prompts || b.tokens - a.tokens);
}

function isAsked(call: Row): boolean {
  return call.error === undefined && !isCachedAnswer(call);
}
