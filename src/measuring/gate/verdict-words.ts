/** A gate's decision in words, the same in the terminal, in Markdown and in JUnit XML. */

import { sum } from '../../base/numbers.js';
import { clauses, say, sayCount } from '../../base/text/language.js';
import { capital } from '../../base/text/texts.js';
import { uncheckedText } from '../evaluation/completeness.js';
import { missingShardsText } from '../evaluation/shards.js';
import { type Answer, answerIn, sentenceOf } from '../output/answer.js';
import { effectiveLengthAnswer, reachText } from '../output/effective-length.js';
import { ratedScoresText } from '../output/hand-ratings.js';
import type { Sizes } from '../output/sizes.js';
import { verdictText } from '../output/verdicts.js';
import { costText, lengthText, percentText, shareText } from '../output/words.js';
import type { PartVerdict, RegressionResult } from '../statistics/regression/regression.js';
import { addedSentences } from '../tables/sent-lengths.js';
import { transformTexts } from '../tables/transforms.js';
import { atMostText, boundText, dropIntervalText, longestLossText } from './drop-words.js';
import { floorText } from './floors.js';
import type { CompletenessCheck, GateOptions, ProviderGate } from './gate-result.js';
import type { AskedShare, LongContextGate, Rechecked } from './gate-with-tests.js';
import { newAnswersText } from './new-answers.js';
import {
  fallTexts,
  findingsOf,
  placeText,
  probabilityText,
  regressionText,
  wholeDropText,
} from './regression-words.js';
import { isMore } from './trouble-checks.js';
import { unusedTexts } from './unused-answers.js';

/** A loss at the longest length alone that is found less often is said to go unseen, where all else passed. */
const UNSEEN = 0.5;

/** The verdict line names at most this many reasons. */
const MOST_REASONS = 3;

/** What was decided, and why. */
interface Decided {
  /** How large the drop may be, of what passed: `at most 0.058 (0.210 at 128K)`. */
  bound?: string;
  /** Each as clauses of one sentence. */
  reasons: readonly (readonly string[])[];
}

/**
 * One line that says what was decided: of each reader the drop with its interval, how large it may
 * be and, unless all is well, why.
 */
export function verdictLine(result: LongContextGate): string {
  const { bound, reasons } = decided(result, regressionTexts);
  const name = verdictName(result, verdictText(result.verdict).toUpperCase());
  return said(bound === undefined ? name : say`${name}, drop ${bound}`, reasons);
}

/** The same where the verdict stands in a heading above it. */
export function decidedText(result: LongContextGate): string {
  const { bound, reasons } = decided(result, regressionTexts);
  const asked = askedText(result);
  if (asked === undefined) return said(bound === undefined ? '' : say`drop ${bound}`, reasons);
  const name = say`after ${asked}`;
  return said(bound === undefined ? name : say`${name}, drop ${bound}`, reasons);
}

function said(name: string, reasons: Decided['reasons']): string {
  const why = clauses(reasons.flat());
  return name === '' ? why : say`${name}: ${why}`;
}

/** The same as a page begins: with how far recall fell, the intervals after it. */
export function gateAnswer(result: LongContextGate): Answer {
  const { bound, reasons } = decided(result, fallTexts);
  const name = verdictName(result, capital(verdictText(result.verdict)));
  const [first = '', ...others] = reasons.flat();
  const sentences = (some: readonly string[]) => some.map((one) => sentenceOf([one]));
  return bound === undefined
    ? answerIn((answer) => say`${name}: ${answer}`, first, sentences(others))
    : answerIn((answer) => say`${name}, drop ${answer}`, bound, sentences(reasons.flat()));
}

/** A verdict with of which part of the prompts it is. */
function verdictName(result: LongContextGate, verdict: string): string {
  const asked = askedText(result);
  return asked === undefined ? verdict : say`${verdict} after ${asked}`;
}

function regressionTexts(result: RegressionResult, sizes?: Sizes): string[] {
  return [regressionText(result, sizes)];
}

/** @param sizeTexts - says how large a drop is that decides */
function decided(result: LongContextGate, sizeTexts: typeof regressionTexts): Decided {
  const { verdict, options, missingShards } = result;
  if (verdict === 'passed') return passed(result);
  const providers = failingFirst(result.providers);
  const reasons = providers.flatMap((provider) => {
    const own = checksOf(provider, options).filter(
      (check) => check.verdict === verdict && check.kind !== 'cached',
    );
    const size = own.some(({ drop }) => drop !== '') ? provider.regression : undefined;
    const whole = size ? sizeTexts(size, provider.sizes) : [];
    return own.map((check, i) => {
      const why = say`${check.name}: ${noteBeside(size, check)}`;
      if (i > 0) return [why];
      const [first = '', ...others] = [...whole, why];
      return [say`${provider.provider}: ${first}`, ...others];
    });
  });
  const shards = options.allow.missing ? undefined : missingShardsText(missingShards);
  if (shards && verdict === 'failed') reasons.unshift([shards]);
  return {
    reasons: [...newAnswersLine(result), ...listed(reasons), ...listed(moreTroubles(result))],
  };
}

/** Troubles that more answers have than in the baseline, where they are not why the verdict is what it is. */
function moreTroubles({ verdict, providers }: LongContextGate): string[][] {
  const more = providers.flatMap(({ reader, completeness }) =>
    completeness
      .filter((check) => isMore(check) && (verdict === 'passed' || check.verdict !== verdict))
      .map(({ note }) => say`${reader}: ${note}`),
  );
  return [...new Set(more)].map((text) => [text]);
}

/** What made a check's verdict so, without the drop where that was just said of the whole. */
function noteBeside(
  whole: RegressionResult | undefined,
  { drop, note, chance }: CheckLine,
): string {
  return whole && chance !== undefined && drop === dropIntervalText(whole.drop) ? chance : note;
}

/** Of which part of the prompts a verdict is: `31 of 96 prompts, 19 % of the tokens, adjusted for 8 looks`. */
function askedText({ recheck }: LongContextGate): string | undefined {
  if (!recheck) return undefined;
  const { prompts, ofPrompts, tokens, ofTokens } = askedInAll(recheck);
  return say`${prompts} of ${sayCount(ofPrompts, 'prompt')}, ${percentText(tokens / ofTokens)} of the tokens, adjusted for ${recheck.ofLooks} looks`;
}

function askedInAll({ providers }: Rechecked): AskedShare {
  const all = (figure: keyof AskedShare) => sum(providers.map((own) => own[figure]));
  return {
    ...{ prompts: all('prompts'), ofPrompts: all('ofPrompts') },
    ...{ tokens: all('tokens'), ofTokens: all('ofTokens') },
  };
}

/** How many prompts were asked of each reader, and why no more. */
function askedLine({ providers, spent: { tokens, dollars } }: Rechecked): string {
  const parts = clauses(
    providers.map(({ provider, ending, prompts, ofPrompts }) => {
      const asked = say`${prompts} of ${sayCount(ofPrompts, 'prompt')}`;
      return {
        failed: () => say`${provider} asked until it failed, ${asked}`,
        excluded: () => say`${provider} asked until a drop was excluded, ${asked}`,
        all: () => say`${provider} asked all, ${asked}`,
        budget: () => say`${provider} asked as much as the budget allows, ${asked}`,
      }[ending]();
    }),
  );
  return dollars === undefined
    ? say`${parts}. Spent at the most: ${lengthText(tokens)} tokens.`
    : say`${parts}. Spent at the most: ${lengthText(tokens)} tokens, ${costText(dollars)}.`;
}

/** The budget that settles what another one left open. */
function needsLine({ tokens = 0, dollars }: NonNullable<Rechecked['needs']>): string {
  const budget =
    dollars === undefined
      ? `${Math.ceil(tokens / 1000)}K`
      : (Math.ceil(100 * dollars) / 100).toFixed(2);
  return say`Recheck with ${`--budget ${budget}`}, which has room for all prompts, and another --out.`;
}

/** Of which answers a decision is, where promptfoo's cache gave some; what leaves it open comes first. */
function newAnswersLine({ verdict, providers }: LongContextGate): string[][] {
  const notes = providers.flatMap(({ reader, completeness }) =>
    completeness
      .filter(({ kind }) => kind === 'cached')
      .map((check) => ({
        isOpen: check.verdict === 'inconclusive',
        text: say`${reader}: ${check.verdict === 'passed' || verdict === 'inconclusive' ? check.note : newAnswersText(check)}`,
      })),
  );
  const first = notes.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen));
  // Each measure of a reader is of the same answers.
  const texts = new Set(first.map(({ text }) => text));
  return listed([...texts].map((text) => [text]));
}

/** The first few of some reasons. */
function listed(reasons: readonly string[][]): string[][] {
  const more = reasons.length - MOST_REASONS;
  return [...reasons.slice(0, MOST_REASONS), ...(more > 0 ? [[say`and ${more} more`]] : [])];
}

/** What must be known besides: missing shards that do not fail the gate, and what could not be checked. */
export function notesOf(
  result: LongContextGate,
  written: (foreign: string) => string = (foreign) => foreign,
): string[] {
  const { missingShards, unchecked, unrecorded, transforms = [] } = result;
  const { added, rated, options, recheck } = result;
  const text = missingShardsText(missingShards);
  return [
    ...addedSentences(added),
    ...(rated ? [ratedScoresText(rated)] : []),
    ...result.providers.flatMap(({ provider, unused }) =>
      unusedTexts(unused).map((said) => say`${written(provider)}: ${said}`),
    ),
    ...(recheck ? [written(askedLine(recheck))] : []),
    ...(recheck?.needs ? [needsLine(recheck.needs)] : []),
    ...(options.allow.missing && text ? [sentenceOf([say`${text} (--allow missing)`])] : []),
    ...(unchecked === undefined ? [] : [uncheckedText(written(unchecked))]),
    ...(unrecorded
      ? [
          say`The baseline does not record conditions, so changes of the model, its settings or the prompt are not named.`,
        ]
      : []),
    ...transformTexts(transforms),
  ];
}

function passed(result: LongContextGate): Decided {
  const { providers } = result;
  const fresh = newAnswersLine(result);
  const compared = providers.filter(({ regression }) => regression);
  const floors = providers.some((provider) => provider.floors.length > 0);
  const reached = floors ? [[say`all floors are reached`]] : [];
  const more = listed(moreTroubles(result));
  if (compared.length === 0) return { reasons: [...fresh, ...more, ...reached] };
  const [least] = [...compared].sort((a, b) => b.regression!.excludes - a.regression!.excludes);
  const drops = compared.map(({ provider, regression, sizes }) => {
    const drop =
      compared.length === 1 ? wholeDropText(regression!) : regressionText(regression!, sizes);
    return [say`${provider}: ${drop}`];
  });
  const unseen = compared
    .flatMap(({ power, sizes }) => (power?.longest ? { loss: power.longest, sizes } : []))
    .find(({ loss }) => loss.probability < UNSEEN);
  const reasons = [
    ...fresh,
    ...more,
    ...listed(drops),
    ...(unseen ? [[longestLossText(unseen.loss, unseen.sizes)]] : []),
    ...reached,
  ];
  return { bound: atMostText(least!.regression!, least!.sizes), reasons };
}

const ORDER: readonly PartVerdict[] = ['failed', 'inconclusive', 'unknown', 'passed'];

/** Readers that fail, a drop before a floor, then those of whom nothing is decided, then the others; else in their order. */
export function failingFirst(providers: readonly ProviderGate[]): ProviderGate[] {
  const fell = ({ regression }: ProviderGate) => Number(regression?.verdict === 'failed');
  return providers.toSorted(
    (a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || fell(b) - fell(a),
  );
}

/** One check of any kind, as a line of a table. */
export interface CheckLine {
  name: string;
  prompts: string;
  baseline: string;
  now: string;
  /** Mean drop with its interval. */
  drop: string;
  /** How large the drop may be, one-sided. */
  bound: string;
  p: string;
  verdict: PartVerdict;
  note: string;
  /** What of the note the figures do not say. */
  beside: string;
  /** How improbable a drop that failed is by chance. */
  chance?: string;
  /** Of the set of results, and not of a figure. */
  kind?: CompletenessCheck['kind'];
  /** Of one series among several, where that decides nothing. */
  isDetail?: true;
}

/** All checks of one reader, in the order they are shown. */
export function checksOf(provider: ProviderGate, limits: GateOptions): CheckLine[] {
  const { regression, sizes } = provider;
  const findings = regression ? findingsOf(regression, limits) : [];
  const named = new Set([...findings, ...provider.floors].flatMap(({ series }) => series ?? []));
  const seriesOf = (series?: string) => (named.size > 1 ? series : undefined);
  return [
    ...findings.map((one) => ({
      name: nameOf(placeText(one, sizes), seriesOf(one.series)),
      prompts: String(one.prompts),
      baseline: shareText(one.before),
      now: shareText(one.now),
      drop: dropIntervalText(one.drop),
      bound: boundText(one.excludes),
      p: probabilityText(one.adjusted),
      verdict: one.verdict,
      note: one.note,
      beside: one.beside,
      ...(one.chance !== undefined && { chance: one.chance }),
      ...(isDetail(one, named.size) && { isDetail: true as const }),
    })),
    ...(regression && findings.length === 0
      ? [
          {
            ...NO_NUMBERS,
            name: say`recall`,
            verdict: regression.verdict,
            ...saidAs(regressionText(regression, sizes)),
          },
        ]
      : []),
    ...provider.floors.map(({ series, floor, value, verdict, note }) => ({
      ...NO_NUMBERS,
      name: nameOf(floorText(floor), seriesOf(series)),
      now:
        value === undefined || floor.kind === 'recall'
          ? shareText(value)
          : reachText(value, floor.kind === 'effective-size' ? sizes : undefined),
      verdict,
      ...saidAs(note),
    })),
    ...provider.completeness.map(({ kind, verdict, note }) => ({
      ...NO_NUMBERS,
      name: kindText(kind),
      kind,
      verdict,
      ...saidAs(note),
    })),
  ];
}

/** What is checked, and in which series or benchmark where there are several. */
function nameOf(what: string, series: string | undefined): string {
  return series === undefined ? what : say`${series}, ${what}`;
}

/** Whether one of several series passed, or so few prompts do not tell. */
function isDetail({ series, verdict }: { series?: string; verdict: PartVerdict }, named: number) {
  return series !== undefined && named > 1 && (verdict === 'passed' || verdict === 'unknown');
}

/** A note without figures beside it. */
function saidAs(note: string): Pick<CheckLine, 'note' | 'beside'> {
  return { note, beside: note };
}

const NO_NUMBERS = { prompts: '', baseline: '', now: '', drop: '', bound: '', p: '' };

/** A line of a table: a check, or a figure that decides nothing. */
export type ShownLine = Omit<CheckLine, 'verdict'> & { verdict?: PartVerdict };

/** The checks of a reader as tables show them: effective lengths stand below the recall of all lengths. */
export function shownChecks(provider: ProviderGate, limits: GateOptions): ShownLine[] {
  const checks = checksOf(provider, limits);
  const { reach = [], regression } = provider;
  const reached = reach.map(({ name, before, now }): ShownLine => {
    const figure = before.sizes ? say`reliable number` : say`reliable length`;
    return {
      ...{ ...NO_NUMBERS, name: nameOf(figure, reach.length > 1 ? name : undefined) },
      ...{ baseline: effectiveLengthAnswer(before), now: effectiveLengthAnswer(now) },
      ...saidAs(''),
    };
  });
  const after = regression ? 1 : 0;
  return [...checks.slice(0, after), ...reached, ...checks.slice(after)];
}

/** How many checks of single series are not shown, and how large a drop may be in any of them; empty where all are. */
export function detailText(checks: readonly ShownLine[]): string {
  const details = checks.filter((one) => one.isDetail);
  if (details.length === 0) return '';
  const most = details.toSorted((a, b) => Number(b.bound) - Number(a.bound))[0]!;
  return say`${sayCount(details.length, 'check')} of single series, none failed: drop at most ${most.bound} (${most.name}, one-sided)`;
}

function kindText(kind: CompletenessCheck['kind']): string {
  return {
    errors: () => say`failed calls`,
    missing: () => say`missing cases`,
    extra: () => say`extra cases`,
    troubles: () => say`answers`,
    collapsed: () => say`collapsed answers`,
    cached: () => say`new answers`,
    changed: () => say`what changed`,
  }[kind]();
}

/** The cases that are named of an incomplete set of results. */
export function namedLines({ named, count }: CompletenessCheck): string[] {
  const lines = named.map(({ id, description, error }) =>
    error ? say`${description || id}: ${error.slice(0, 200)}` : description || id,
  );
  return lines.length > 0 && count > lines.length
    ? [...lines, say`and ${count - named.length} more`]
    : lines;
}
