import { groupBy } from '../../../base/group-by.js';
import { mean, sum } from '../../../base/numbers.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { type Interval, weightedSum } from '../../statistics/interval.js';
import {
  type AskedCase,
  type CaseAnswer,
  promptsOf,
  takenAs,
  withMarks,
} from '../evaluation/asked-case.js';
import { benchmarkName } from './benchmark-model.js';
import { type RecallModel, recallOf } from './recall-model.js';
import type { CompositePartRow, CompositeRow } from './tables.js';

/**
 * Averages parts by weight into composite scores. Parts without a haystack belong to each. Several languages
 * also get a mean.
 *
 * @param modelOf - what is known of the model and series of a Case
 */
export function compositeRows(
  cases: readonly AskedCase[],
  modelOf: (asked: AskedCase) => RecallModel,
  confidence: number,
): CompositeRow[] {
  const groups = groupBy(
    cases.filter(({ composite }) => composite),
    (asked) => JSON.stringify([asked.model, benchmarkName(asked)]),
  );
  const rows = [...groups.values()].flatMap((group) =>
    haystacksOf(group).map((haystack): LanguageRow => {
      const ofOne = ofHaystack(group, haystack);
      const parts = partsOf(ofOne, modelOf, confidence);
      const weights = sum(parts.map(({ weight }) => weight));
      const hasUnits = parts.every(({ allRight }) => allRight !== undefined);
      const { language } = group[0]!.series;
      return {
        language,
        haystack,
        over: benchmarkName(group[0]!, ALL_LANGUAGES),
        provider: group[0]!.model,
        name: [benchmarkName(group[0]!), haystack].filter(Boolean).join(' · '),
        score: within(
          dividedBy(
            weights,
            weightedSum(parts.map(({ score, weight }) => ({ figure: score, weight }))),
          ),
        ),
        ...(hasUnits && {
          allRight: sum(parts.map((part) => part.allRight! * part.weight)) / weights,
        }),
        parts,
      };
    }),
  );
  const plain = rows.map(({ language, haystack, over, ...row }) => row);
  return [...plain, ...[...groupBy(rows, byTitle).values()].flatMap(overLanguages)];
}

/** Name of a score over all languages, which is not translated. */
export const ALL_LANGUAGES = 'all languages';

type LanguageRow = CompositeRow & { language: string; haystack: string; over: string };

/** Groups rows of one model and the same parts, whatever their language. */
const byTitle = ({ provider, over, parts }: LanguageRow) =>
  JSON.stringify([provider, over, parts.map(({ part }) => part)]);

/** Averages over languages: of each haystack that all have, or the one that each has. */
function overLanguages(rows: readonly LanguageRow[]): CompositeRow[] {
  const languages = groupBy(rows, ({ language }) => language);
  if (languages.size < 2) return [];
  const byHaystack = [...groupBy(rows, ({ haystack }) => haystack).values()];
  const whole = rows.length === languages.size ? [rows] : byHaystack;
  return whole
    .filter(({ length }) => length === languages.size)
    .map((same) => {
      const [{ provider, over, haystack }] = same as [LanguageRow];
      const alike = same.every((row) => row.haystack === haystack);
      const parts = same.map(({ language, score, parts: inner }) => ({
        part: language,
        weight: 1,
        score,
        answers: sum(inner.map(({ answers }) => answers)),
      }));
      const total = weightedSum(parts.map(({ score }) => ({ figure: score, weight: 1 })));
      return {
        provider,
        name: [over, alike && haystack].filter(Boolean).join(' · '),
        score: within(dividedBy(parts.length, total)),
        parts,
      };
    });
}

/** Lists the haystacks of some Cases, or one empty name. */
export function haystacksOf(cases: readonly AskedCase[]): string[] {
  const named = [...new Set(cases.map(({ series }) => series.haystack))].filter(Boolean);
  return named.length === 0 ? [''] : named;
}

/** Returns the Cases of one haystack and those without any. */
export function ofHaystack(cases: readonly AskedCase[], haystack: string): AskedCase[] {
  return cases.filter(({ series }) => series.haystack === haystack || series.haystack === '');
}

type Answered = AskedCase & { answer: CaseAnswer };

function isAnswered(asked: AskedCase): asked is Answered {
  return asked.answer !== undefined;
}

function answersOf({ answer }: Answered): number {
  return answer.scores?.length ?? 1;
}

function partsOf(
  cases: readonly AskedCase[],
  modelOf: (asked: AskedCase) => RecallModel,
  confidence: number,
): CompositePartRow[] {
  return [...groupBy(cases, ({ composite }) => composite!.part)]
    .map(([part, all]) => {
      const answered = all.filter(isAnswered);
      const share = allRight(answered);
      return {
        part,
        weight: all[0]!.composite!.weight,
        score: partScore(answered, modelOf, confidence),
        answers: sum(answered.map(answersOf)),
        ...(share !== undefined && { allRight: share }),
      };
    })
    .sort((a, b) => a.weight - b.weight || byCodeUnits(a.part, b.part));
}

/** Averages a part, whose prompts may be of several series. */
function partScore(
  answered: readonly Answered[],
  modelOf: (asked: AskedCase) => RecallModel,
  confidence: number,
): Interval {
  if (answered.length === 0) return { value: Number.NaN, low: 0, high: 1 };
  const bySeries = groupBy(answered, modelOf);
  const all = sum(answered.map(answersOf));
  const { low, value, high } = weightedSum(
    [...bySeries].map(([model, ofSeries]) => ({
      figure: recallOf(model, confidence, ({ taken }) =>
        promptsOf(ofSeries.map((asked) => withMarks(takenAs(asked, taken), withCredit))),
      ),
      weight: sum(ofSeries.map(answersOf)) / all,
    })),
  );
  const score = sum(answered.map((asked) => asked.answer.score * answersOf(asked))) / all;
  return within({ value: score, low: score - (value - low), high: score + (high - value) });
}

/** Raises marks to the score as their mean, which is higher if an answer earns credit for being close. */
function withCredit({ marks, score }: CaseAnswer): readonly number[] {
  const recall = mean(marks);
  if (marks.length === 0 || recall >= score) return marks;
  const credit = (score - recall) / (1 - recall);
  return marks.map((mark) => Math.min(1, mark + credit * (1 - mark)));
}

/** Divides after summing: thirteen thirteenths of 1, one by one, are not quite 1. */
function dividedBy(weights: number, { low, value, high }: Interval): Interval {
  return { low: low / weights, value: value / weights, high: high / weights };
}

function within({ value, low, high }: Interval): Interval {
  return { value, low: Math.max(0, low), high: Math.min(1, high) };
}

/**
 * Returns the share of draws with every answer right, if draws are asked in several ways. With four rotations
 * of a multiple choice it is the original's `perf_4`.
 */
function allRight(answered: readonly Answered[]): number | undefined {
  if (answered.length === 0 || answered.some(({ unit }) => unit === undefined)) return undefined;
  const units = groupBy(answered, ({ tokens, seed, unit }) => JSON.stringify([tokens, seed, unit]));
  const draws = [...units.values()];
  const right = draws.filter((draw) => draw.every(({ answer }) => answer.score === 1));
  return right.length / draws.length;
}
