/**
 * What a gate decides by: answers that providers gave in these results. What promptfoo took from its cache
 * says what a reader was once, and not what it is now.
 */

import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import type { Row } from '../../contract/row.js';
import { type AskedCase, withCalls } from '../evaluation/asked-case.js';
import { isCachedAnswer } from '../evaluation/copies.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import type { CompletenessCheck, GateOptions } from './gate-result.js';

/** To pass, at least this share of the prompts of every length must have a new answer. */
const LEAST_SHARE = 0.5;

type Cases = ReadonlyMap<string, AskedCase>;

/** The Cases of a reader by their new answers alone, and failed calls. */
export function newCasesOf(cases: Cases): Cases {
  const isCounted = (call: Row) => !isCachedAnswer(call);
  return new Map(
    [...cases].flatMap(([id, asked]) =>
      withCalls(asked, isCounted).map((own) => [id, own] as const),
    ),
  );
}

/** An evaluation of new answers alone. Readers without any are not in it. */
export function newAnswersOf(evaluation: Evaluation): Evaluation {
  const readers = evaluation.readers
    .map((reader) => ({ ...reader, cases: newCasesOf(reader.cases) }))
    .filter(({ cases }) => cases.size > 0);
  return { ...evaluation, readers };
}

/**
 * How many of a reader's answers are new, and whether it can pass by them; nothing where all are.
 *
 * @param cases - all that it has
 * @param isSearched - floors are of a figure that rests on all answers
 */
export function newAnswerChecks(
  cases: Cases,
  { allow }: Pick<GateOptions, 'allow'>,
  isSearched = false,
): CompletenessCheck[] {
  const own = [...cases.values()].filter(({ series, answer }) => !series.control && answer);
  const answers = own.flatMap(({ calls }) => calls.filter(({ error }) => error === undefined));
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
  const [short] = isSearched ? [] : shortPlaces(own);
  return isSearched || short ? check('inconclusive', short) : check('passed');
}

type Short = { tokens: number; prompts: number; asked: number };

/** Lengths of a series at which too few prompts have a new answer, those with the smallest share first. */
function shortPlaces(cases: readonly AskedCase[]): Short[] {
  const places = groupBy(cases, ({ series, tokens }) => JSON.stringify([series.key, tokens]));
  return [...places.values()]
    .map((own) => ({
      tokens: own[0]!.tokens,
      prompts: own.length,
      asked: sum(own.map(({ calls }) => (calls.some(isAsked) ? 1 : 0))),
    }))
    .filter(({ prompts, asked }) => asked < LEAST_SHARE * prompts)
    .sort((a, b) => a.asked / a.prompts - b.asked / b.prompts || b.tokens - a.tokens);
}

function isAsked(call: Row): boolean {
  return call.error === undefined && !isCachedAnswer(call);
}
