/** What a report says first: how far the best reader holds, or what is left behind a compaction. */
import { largest, smallest } from '../../base/extremes.js';
import { groupBy } from '../../base/group-by.js';
import { clauses, commas, say, sayCount } from '../../base/text/language.js';
import { type Answer, answerOn, answerSentence, sentenceOf } from '../document/answer.js';
import { formTexts } from '../document/forms.js';
import { lengthText, percentText, rangeText, shareText, sizeText } from '../document/words.js';
import {
  adviceText,
  effectiveLengthAnswer,
  effectiveLengthSentence,
} from '../facts/effective-length.js';
import { sinceTexts } from '../facts/evaluation/changes.js';
import { ratedScoresText } from '../facts/hand-ratings.js';
import { holdsLongest, saidToFail, saidToHold } from '../facts/length-verdict.js';
import { compactionSentences, recallText, wayName } from '../facts/tables/compaction.js';
import { type Defect, defects, defectsOf, isToldByLength, NAMED } from '../facts/tables/defects.js';
import { addedSentences } from '../facts/tables/sent-lengths.js';
import type { CompactionRow, Ranked, ReportData, SummaryRow } from '../facts/tables/tables.js';
import { heldByMeasure, heldText, lineOf } from './columns/held.js';
import { explanations } from './html/verdict.js';
import { unansweredBriefly, unansweredText } from './unanswered.js';

/** Of so few readers each has a sentence. */
const FEW = 3;

/** How a reader's name is written. */
type Written = (name: string) => string;

/**
 * The answer of a report, for those who read no further.
 *
 * @param written - how a reader's name is written
 *
 * @example
 * // { answer: 'gpt is reliable up to 64K tokens', beside: '', explained: ['Behind it: qwen (below 32K).'] }
 */
export function reportAnswer(data: ReportData, written: Written = (name) => name): Answer {
  return compactionAnswer(data, written) ?? readersAnswer(data, written);
}

function readersAnswer(data: ReportData, written: Written): Answer {
  const [first] = data.ranking;
  // Of few readers each has a sentence, of many the first.
  const line = first && lineOf(data, first.provider);
  const said = data.ranking.length <= FEW && data.series.length === 1 ? data.summary : [];
  const isTold = isToldByLength([
    ...said,
    ...(line ? [{ ...line, provider: first.provider }] : []),
  ]);
  const explained = [
    ...addedSentences(data.about.added),
    ...(line ? [adviceText(line) ?? ''] : []),
    ...(first ? onReaders(data, first, written) : []),
    ...warnings(data, written, isTold),
  ].filter((text) => text !== '');
  if (!first) return { answer: say`No reader gave an answer`, beside: '', explained };
  return answerOn(written(first.provider), holdsText(data, first.provider), explained);
}

/** What of the conditions differs between models or has changed since the baseline, before anything is said of a model. */
export function conditionTexts({
  since,
  providers,
  conditions: now = [],
}: Pick<ReportData, 'since' | 'providers' | 'conditions'>): string[] {
  const forms = formTexts(
    now.flatMap(({ provider: name, conditions: { transcript: forms } }) =>
      forms ? [{ name, forms }] : [],
    ),
  );
  const { conditions = [], baseline } = since ?? {};
  if (conditions.length === 0) return forms;
  const changesOf = new Map(conditions.map(({ model, changes }) => [model, changes]));
  const models = providers.map((model) => ({ model, changes: changesOf.get(model) ?? [] }));
  return [...forms, ...sinceTexts(models, say`Since ${baseline!}`)];
}

/** What is wrong with readers, whoever is first: who got worse, why they lose, of whom little is known. */
export function warnings(
  {
    ranking,
    since,
    benchmarks,
    about,
  }: Pick<ReportData, 'ranking' | 'since' | 'benchmarks' | 'about'>,
  written: Written,
  isTold?: (defect: Defect) => boolean,
): string[] {
  const without = (why: Ranked['unranked']) =>
    ranking.flatMap(({ provider, unranked }) => (unranked === why ? written(provider) : []));
  const [unread, failed] = [without('unread'), without('failed')];
  const worse = (since?.changes ?? []).flatMap(({ verdict, provider }) =>
    verdict === 'worse' ? written(provider) : [],
  );
  return [
    ...(worse.length > 0 ? [say`Worse than ${written(since!.baseline)}: ${named(worse)}.`] : []),
    ...defects({ benchmarks }, written, isTold),
    ...(about.rated ? [ratedScoresText(about.rated)] : []),
    ...(unread.length > 0 ? [say`Too few answers could be read: ${named(unread)}.`] : []),
    ...(failed.length > 0
      ? [say`Not ranked, since most of their calls failed: ${named(failed)}.`]
      : []),
  ];
}

/** How far a reader holds, in words that follow its name. */
function holdsText(data: ReportData, provider: string): string {
  const unanswered = unansweredText(rowsOf(data, provider));
  if (unanswered !== undefined) return unanswered;
  const line = lineOf(data, provider);
  if (!line) {
    const byMeasure = heldByMeasure(data, provider);
    if (byMeasure !== undefined) return say`is reliable up to ${byMeasure}`;
    return (
      heldInAllText(data, provider) ??
      say`is reliable at every length in ${heldText(data, provider)}`
    );
  }
  if (!Number.isFinite(line.recall.value)) return say`gave no answer that could be scored`;
  const { recall: _, ...reached } = line;
  return effectiveLengthSentence(reached);
}

function rowsOf({ summary }: ReportData, provider: string): SummaryRow[] {
  return summary.filter((row) => row.provider === provider);
}

/** The length that a reader holds in every benchmark, where there is one. */
function heldInAllText({ benchmarks }: ReportData, provider: string): string | undefined {
  const own = benchmarks.filter((row) => row.provider === provider);
  const least = smallest(own.map(saidToHold));
  const longest = largest(own.map((row) => row.longest));
  if (own.length === 0 || least === 0 || own.some(({ sizes }) => sizes)) return undefined;
  const length = lengthText(least);
  const whole = own.filter(holdsLongest).length;
  return clauses([
    own.length === 2
      ? say`is reliable up to ${length} tokens in both benchmarks`
      : say`is reliable up to ${length} tokens in all ${own.length} benchmarks`,
    least >= longest || whole === 0 ? '' : say`at every length in ${whole}`,
  ]);
}

/** What is to be known of the first reader beside its length, and how far the others hold. */
function onReaders(data: ReportData, first: Ranked, written: Written): string[] {
  const { ranking, series, summary } = data;
  const others = ranking.slice(1).filter(({ rank }) => rank !== undefined);
  const isDetailed = series.length === 1 && ranking.length <= FEW;
  const rowOf = ({ provider }: Ranked) => summary.find((row) => row.provider === provider);
  const own = series.length === 1 ? rowOf(first) : undefined;
  const line = lineOf(data, first.provider) ?? NO_LINE;
  const isShorter = ({ provider }: Ranked) =>
    saidToFail(lineOf(data, provider) ?? NO_LINE) <= saidToHold(line);
  const ofSameRank = others.filter(({ rank }) => rank === first.rank);
  const shorter = ofSameRank.filter(isShorter);
  const alike = ofSameRank.filter((one) => !isShorter(one));
  const behind = others.filter(({ rank }) => rank !== first.rank);
  const list = (what: string, some: readonly Ranked[]) => {
    const brief = some.map(
      ({ provider }) => say`${written(provider)} (${briefText(data, provider)})`,
    );
    return some.length > 0 ? say`${what}: ${named(brief, FEWER)}.` : '';
  };
  const told = defectsOf(data);
  const notesOf = (row: SummaryRow) =>
    explanations(row).filter(
      (note) => !told.some(({ provider, cause }) => provider === row.provider && cause === note),
    );
  const [recall = '', ...notes] = own ? notesOf(own) : [];
  return [
    sentenceOf([ranking.length <= FEW ? recall : '', ...notes]),
    ...(isDetailed
      ? others.map((one) => {
          const row = rowOf(one)!;
          const [, ...notes] = notesOf(row);
          const rank = alike.includes(one) ? say`not shown to be worse` : '';
          const length = unansweredText([row]) ?? effectiveLengthSentence(row);
          const said = clauses([length, ...notes, rank]);
          return say`${written(one.provider)} ${said}.`;
        })
      : [
          list(say`Not shown to be worse`, alike),
          list(
            say`Not shown to recall less, but not reliable at ${sizeText(saidToHold(line), line.sizes)}`,
            shorter,
          ),
          list(say`Behind it`, behind),
        ]),
  ].filter((text) => text !== '');
}

/** Where there is no one line of a reader, no length is said of it. */
const NO_LINE: Pick<SummaryRow, 'likely' | 'sizes'> = { likely: [] };

/** How far a reader holds, in a few words. */
function briefText(data: ReportData, provider: string): string {
  const unanswered = unansweredBriefly(rowsOf(data, provider));
  if (unanswered !== undefined) return unanswered;
  const line = lineOf(data, provider);
  return line
    ? effectiveLengthAnswer(line)
    : (heldByMeasure(data, provider) ?? heldText(data, provider));
}

/** At most this many are named with how far they hold: the table has all. */
const FEWER = 2;

/** The first few of some names. */
function named(names: readonly string[], most: number = NAMED): string {
  const more = names.length - most;
  const first = commas(names.slice(0, most));
  return more > 0 ? say`${first} and ${more} more` : first;
}

/** What is left behind each compaction; nothing where no history was shortened. */
function compactionAnswer(data: ReportData, written: Written): Answer | undefined {
  const rows = (data.compactions ?? []).filter(({ series }) => series === undefined);
  if (rows.length === 0) return undefined;
  const [first, ...others] = groupBy(rows, ({ provider }) => provider).values();
  const histories = data.series.filter(({ control }) => !control);
  const lengths = histories.flatMap((one) => one.lengths);
  const { answer, beside } = leftBehind(first!, written);
  return {
    answer: say`After ${rangeText(smallest(lengths), largest(lengths))} tokens of history ${answer}`,
    beside,
    explained: [
      ...others.slice(0, NAMED).map((own) => {
        const other = leftBehind(own, written);
        return answerSentence(other);
      }),
      ...cheapest(first!, written),
      ...compactionSentences({ compactions: rows.filter(isSpecial).slice(0, NAMED) }, written),
      ...defects(data, written),
    ],
  };
}

/** What figures alone do not tell of a compaction: it failed, its cost is unknown, or the provider did it. */
function isSpecial({ failed, lost, isProviders }: CompactionRow): boolean {
  return failed !== undefined || lost === undefined || isProviders === true;
}

/** What is left behind the compactions of one reader: `gpt recalls 0.880`, `; with rolling 0.710, with once 0.800` */
function leftBehind(rows: readonly CompactionRow[], written: Written): Omit<Answer, 'explained'> {
  const [first] = rows;
  const before = new Set(rows.map((row) => shareText(row.without)));
  const reader = written(first!.provider);
  const [isOne, more] = [before.size === 1, rows.length - NAMED];
  const shown = commas(
    rows.slice(0, NAMED).map((row) => {
      const [way, recall] = [written(wayName(row.way, rows)), shareText(row.with)];
      return isOne
        ? say`with ${way} ${recall}`
        : say`with ${way} ${recall} instead of ${shareText(row.without)}`;
    }),
  );
  return {
    answer: isOne
      ? say`${reader} recalls ${shareText(first!.without)}`
      : say`${reader} recalls what it was told`,
    beside: more > 0 ? say`; ${shown}, and ${sayCount(more, 'more compaction')}` : say`; ${shown}`,
  };
}

/** What the cheapest compaction costs, and which facts it drops. */
function cheapest(rows: readonly CompactionRow[], written: Written): string[] {
  const known = rows.flatMap((row) => (row.lost ? [{ ...row, lost: row.lost }] : []));
  const [least] = known.toSorted((a, b) => a.lost.value - b.lost.value);
  if (!least || known.some(({ isProviders }) => isProviders)) return [];
  const { lost, tokensSaved, ages, provider } = least;
  const way = written(wayName(least.way, rows));
  const [oldest, newest] = [ages[0]?.kept, ages.at(-1)?.kept];
  const isUneven =
    oldest !== undefined && newest !== undefined && Math.abs(oldest - newest) >= UNEVEN;
  const [saved, left] = [percentText(tokensSaved), recallText(lost, written(provider))];
  return [
    known.length > 1
      ? say`${way} loses least: it saves ${saved} of the tokens, and ${left}.`
      : say`${way} saves ${saved} of the tokens, and ${left}.`,
    ...(isUneven
      ? [
          say`It keeps ${percentText(oldest)} of the oldest quarter's facts, ${percentText(newest)} of the newest.`,
        ]
      : []),
  ];
}

/** A smaller difference between what is kept of the oldest and of the newest facts is not worth a sentence. */
const UNEVEN = 0.1;
