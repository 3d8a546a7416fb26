/** A gate's decision in words, the same in the terminal, in Markdown and in JUnit XML. */

import { sum } from '../../base/numbers.js';
import { counted } from '../../base/text/texts.js';
import { uncheckedText } from '../evaluation/completeness.js';
import { missingShardsText } from '../evaluation/shards.js';
import { reachText } from '../output/effective-length.js';
import { costText, lengthText, percentText, shareText } from '../output/words.js';
import type { PartVerdict } from '../statistics/regression/regression.js';
import { transformTexts } from '../tables/transforms.js';
import { floorText } from './floors.js';
import type { CompletenessCheck, GateOptions, ProviderGate } from './gate-result.js';
import type { AskedShare, LongContextGate, Rechecked } from './gate-with-tests.js';
import { newAnswersText } from './new-answers.js';
import {
  atMostText,
  dropIntervalText,
  findingsOf,
  longestLossText,
  placeText,
  probabilityText,
  regressionText,
  wholeDropText,
} from './regression-words.js';

/** A loss at the longest length alone that is found less often is said to go unseen, where all else passed. */
const UNSEEN = 0.5;

/** The verdict line names at most this many reasons. */
const MOST_REASONS = 3;

/**
 * One line that says what was decided: of each reader the drop with its interval, how large it may
 * be and, unless all is well, why.
 */
export function verdictLine(result: LongContextGate): string {
  const { verdict, providers, options, missingShards } = result;
  if (verdict === 'passed') return passedLine(result);
  const reasons = providers.flatMap((provider) => {
    const own = checksOf(provider, options).filter(
      (check) => check.verdict === verdict && check.name !== KINDS.cached,
    );
    const size = provider.regression && own.some(({ drop }) => drop !== '');
    const whole = size ? `${regressionText(provider.regression!, provider.sizes)}; ` : '';
    return own.map(
      ({ name, note }, i) => `${i === 0 ? `${provider.provider}: ${whole}` : ''}${name}: ${note}`,
    );
  });
  const shards = options.allow.missing ? undefined : missingShardsText(missingShards);
  if (shards && verdict === 'failed') reasons.unshift(shards.replace(/\.$/, ''));
  return `${verdict.toUpperCase()}${askedText(result)}: ${[...newAnswersLine(result), listed(reasons)].filter(Boolean).join('; ')}`;
}

/** Of which part of the prompts a verdict is: ` after 31 of 96 prompts, 19 % of the tokens, adjusted for 8 looks`. */
function askedText({ recheck }: LongContextGate): string {
  if (!recheck) return '';
  const { prompts, ofPrompts, tokens, ofTokens } = askedInAll(recheck);
  return (
    ` after ${prompts} of ${counted(ofPrompts, 'prompt')}, ${percentText(tokens / ofTokens)} of the tokens, ` +
    `adjusted for ${recheck.ofLooks} looks`
  );
}

function askedInAll({ providers }: Rechecked): AskedShare {
  const all = (figure: keyof AskedShare) => sum(providers.map((own) => own[figure]));
  return {
    ...{ prompts: all('prompts'), ofPrompts: all('ofPrompts') },
    ...{ tokens: all('tokens'), ofTokens: all('ofTokens') },
  };
}

/** Why no more was asked. */
const ENDINGS: Record<Rechecked['providers'][number]['ending'], string> = {
  failed: 'asked until it failed',
  excluded: 'asked until a drop was excluded',
  all: 'asked all',
  budget: 'asked as much as the budget allows',
};

function askedLine(recheck: Rechecked): string {
  const parts = recheck.providers.map(
    ({ provider, ending, prompts, ofPrompts }) =>
      `${provider} ${ENDINGS[ending]}, ${prompts} of ${counted(ofPrompts, 'prompt')}`,
  );
  const { tokens, dollars } = recheck.spent;
  const cost = dollars === undefined ? '' : `, ${costText(dollars)}`;
  return `${parts.join('; ')}. Spent at the most: ${lengthText(tokens)} tokens${cost}.`;
}

/** Of which answers a decision is, where promptfoo's cache gave some; what leaves it open comes first. */
function newAnswersLine({ verdict, providers }: LongContextGate): string[] {
  const said = providers.flatMap(({ reader, completeness }) =>
    completeness
      .filter(({ kind }) => kind === 'cached')
      .map((check) => ({
        isOpen: check.verdict === 'undecided',
        text: `${reader}: ${check.verdict === 'passed' || verdict === 'undecided' ? check.note : newAnswersText(check)}`,
      })),
  );
  const first = said.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen));
  // Each measure of a reader is of the same answers.
  const texts = new Set(first.map(({ text }) => text));
  return texts.size === 0 ? [] : [listed([...texts])];
}

/** The first few of some reasons. */
function listed(reasons: readonly string[]): string {
  const more = reasons.length - MOST_REASONS;
  return reasons.slice(0, MOST_REASONS).join('; ') + (more > 0 ? `; and ${more} more` : '');
}

/** What must be known besides: missing shards that do not fail the gate, and what could not be checked. */
export function notesOf(
  { missingShards, unchecked, transforms = [], options, recheck }: LongContextGate,
  written: (foreign: string) => string = (foreign) => foreign,
): string[] {
  const text = missingShardsText(missingShards);
  return [
    ...(recheck ? [written(askedLine(recheck))] : []),
    ...(options.allow.missing && text ? [`${text.replace(/\.$/, '')} (--allow-missing).`] : []),
    ...(unchecked === undefined ? [] : [uncheckedText(written(unchecked))]),
    ...transformTexts(transforms),
  ];
}

function passedLine(result: LongContextGate): string {
  const { providers } = result;
  const counted = newAnswersLine(result);
  const compared = providers.filter(({ regression }) => regression);
  const floors = providers.some((provider) => provider.floors.length > 0);
  const reached = floors ? ['all floors are reached'] : [];
  if (compared.length === 0)
    return `PASSED${askedText(result)}: ${[...counted, ...reached].join('; ')}`;
  const [least] = [...compared].sort((a, b) => b.regression!.excludes - a.regression!.excludes);
  const said = compared.map(({ provider, regression, sizes }) =>
    compared.length === 1
      ? `${provider}: ${wholeDropText(regression!)}`
      : `${provider}: ${regressionText(regression!, sizes)}`,
  );
  const unseen = compared
    .flatMap(({ power, sizes }) => (power?.longest ? { loss: power.longest, sizes } : []))
    .find(({ loss }) => loss.probability < UNSEEN);
  const parts = [
    ...counted,
    listed(said),
    ...(unseen ? [longestLossText(unseen.loss, unseen.sizes)] : []),
    ...reached,
  ];
  return `PASSED${askedText(result)}, drop ${atMostText(least!.regression!, least!.sizes)}: ${parts.join('; ')}`;
}

const ORDER: readonly PartVerdict[] = ['failed', 'undecided', 'unknown', 'passed'];

/** Readers that fail, then those of whom nothing is decided, then the others; else in their order. */
export function failingFirst(providers: readonly ProviderGate[]): ProviderGate[] {
  return providers.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
}

/** One check of any kind, as a line of a table. */
export interface CheckLine {
  name: string;
  prompts: string;
  baseline: string;
  now: string;
  /** Mean drop with its interval. */
  drop: string;
  p: string;
  verdict: PartVerdict;
  note: string;
}

/** All checks of one reader, in the order they are shown. */
export function checksOf(provider: ProviderGate, limits: GateOptions): CheckLine[] {
  const { regression, sizes } = provider;
  const findings = regression ? findingsOf(regression, limits) : [];
  const named = new Set([...findings, ...provider.floors].flatMap(({ series }) => series ?? []));
  const prefix = (series?: string) => (series && named.size > 1 ? `${series}, ` : '');
  return [
    ...findings.map((one) => ({
      name: prefix(one.series) + placeText(one, sizes),
      prompts: String(one.prompts),
      baseline: shareText(one.before),
      now: shareText(one.now),
      drop: dropIntervalText(one.drop),
      p: probabilityText(one.adjusted),
      verdict: one.verdict,
      note: one.note,
    })),
    ...(regression && findings.length === 0
      ? [
          {
            ...NO_NUMBERS,
            name: 'recall',
            verdict: regression.verdict,
            note: regressionText(regression, sizes),
          },
        ]
      : []),
    ...provider.floors.map(({ series, floor, value, verdict, note }) => ({
      ...NO_NUMBERS,
      name: `${prefix(series)}${floorText(floor)}`,
      now:
        value === undefined || floor.kind === 'recall'
          ? shareText(value)
          : reachText(value, floor.kind === 'effective-size' ? sizes : undefined),
      verdict,
      note,
    })),
    ...provider.completeness.map(({ kind, verdict, note }) => ({
      ...NO_NUMBERS,
      name: KINDS[kind],
      verdict,
      note,
    })),
  ];
}

const NO_NUMBERS = { prompts: '', baseline: '', now: '', drop: '', p: '' };

const KINDS = {
  errors: 'failed calls',
  missing: 'missing cases',
  extra: 'extra cases',
  troubles: 'answers',
  collapsed: 'collapsed answers',
  cached: 'new answers',
};

/** The cases that are named of an incomplete set of results. */
export function namedLines({ named, count }: CompletenessCheck): string[] {
  const lines = named.map(
    ({ id, description, error }) => (description || id) + (error ? `: ${error.slice(0, 200)}` : ''),
  );
  return lines.length > 0 && count > lines.length
    ? [...lines, `and ${count - named.length} more`]
    : lines;
}
