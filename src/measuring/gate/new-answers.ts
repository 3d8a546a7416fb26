/**
 * What a gate decides by: answers that providers gave in these results. What promptfoo took from its cache
 * says what a reader was once, and not what it is now.
 */

import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import { say } from '../../base/text/language.js';
import type { Row } from '../../contract/row.js';
import { type AskedCase, withCalls } from '../evaluation/asked-case.js';
import { cachedText, isCachedAnswer } from '../evaluation/copies.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { lengthText } from '../output/words.js';
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
  const check = (verdict: CompletenessCheck['verdict'], note: string): CompletenessCheck[] => [
    { kind: 'cached', count, of, named: [], verdict, note },
  ];
  if (allow.cached) {
    return check('passed', say`${cachedText({ cached: count, answers: of })} (--allow cached)`);
  }
  const counted = newAnswersText({ count, of });
  const command = isSearched ? '`search -- --no-cache`' : '--no-cache';
  if (count === of) {
    const note = say`${counted}: promptfoo took them from its cache. Run with ${command}`;
    return check('inconclusive', note);
  }
  const [short] = shortPlaces(own);
  const why = isSearched
    ? say`the search found its length by all of them`
    : short &&
      say`of the ${short.prompts} prompts at ${lengthText(short.tokens)}, ${short.asked} have one`;
  return why === undefined
    ? check('passed', say`${counted}, and only these count`)
    : check(
        'inconclusive',
        say`${counted}, but ${why}: promptfoo took the others from its cache. Run with ${command}`,
      );
}

/** How many answers are new: `60 of 80 answers are new`. */
export function newAnswersText({ count, of }: Pick<CompletenessCheck, 'count' | 'of'>): string {
  return say`${of - count} of ${of} answers are new`;
}

/** Lengths of a series at which too few prompts have a new answer, those with the smallest share first. */
function shortPlaces(cases: readonly AskedCase[]) {
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
