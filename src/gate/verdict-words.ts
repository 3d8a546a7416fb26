/** A gate's decision in words, the same in the terminal, in Markdown and in JUnit XML. */

import { differenceText, lengthText, percentText, reachText, shareText } from '../output/words.js';
import { missingShardsText } from '../results/shards.js';
import { counted } from '../texts.js';
import { floorText } from './floors.js';
import type {
  CompletenessCheck,
  GateResult,
  PowerStatement,
  ProviderGate,
  Verdict,
  WorstCell,
} from './gate-result.js';

/** The verdict line names at most this many reasons. */
const MOST_REASONS = 3;

/** One line that says what was decided and, unless all is well, why. */
export function verdictLine(result: GateResult): string {
  const { verdict, providers, options, missingShards } = result;
  if (verdict === 'passed') return `PASSED: ${passedText(result)}`;
  const reasons = providers.flatMap((provider) =>
    checksOf(provider)
      .filter((check) => check.verdict === verdict)
      .map(({ name, note }) => `${provider.provider}: ${name}: ${note}`),
  );
  const shards = options.allow.missing ? undefined : missingShardsText(missingShards);
  if (shards && verdict === 'failed') reasons.unshift(shards.replace(/\.$/, ''));
  const more = reasons.length - MOST_REASONS;
  const shown = reasons.slice(0, MOST_REASONS).join('; ');
  return `${verdict.toUpperCase()}: ${shown}${more > 0 ? `; and ${more} more` : ''}`;
}

/** What must be known of missing shards that do not fail the gate. */
export function allowedShardsText({ missingShards, options }: GateResult): string | undefined {
  const text = missingShardsText(missingShards);
  return options.allow.missing && text
    ? `${text.replace(/\.$/, '')} (--allow-missing).`
    : undefined;
}

function passedText({ providers, options: { maxDrop, alpha } }: GateResult): string {
  const floors = providers.some((provider) => provider.floors.length > 0);
  const compared = providers.some(({ comparisons }) => comparisons.length > 0);
  return [
    compared ? `no drop of recall above ${maxDrop} that is more than chance (alpha ${alpha})` : '',
    floors ? 'all floors are reached' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** One check of any kind, as a line of a table. */
export interface CheckLine {
  name: string;
  prompts: string;
  baseline: string;
  now: string;
  difference: string;
  p: string;
  verdict: Verdict;
  note: string;
}

/** All checks of one reader, in the order they are shown. */
export function checksOf(provider: ProviderGate): CheckLine[] {
  const named = new Set(
    [...provider.comparisons, ...provider.floors].flatMap(({ series }) => series ?? []),
  );
  const prefix = (series?: string) => (series && named.size > 1 ? `${series}, ` : '');
  return [
    ...provider.comparisons.map((one) => ({
      name: `${prefix(one.series)}${one.scope}, ${rangeText(one.fromTokens, one.toTokens)}`,
      prompts: String(one.prompts),
      baseline: shareText(one.baseline),
      now: shareText(one.now),
      difference:
        `${differenceText(one.difference.value)} ` +
        `(${differenceText(one.difference.low)} to ${differenceText(one.difference.high)})`,
      p: one.adjusted === undefined ? '–' : probabilityText(one.adjusted),
      verdict: one.verdict,
      note: noteOf(one),
    })),
    ...provider.floors.map(({ series, floor, value, verdict, note }) => ({
      ...NO_NUMBERS,
      name: `${prefix(series)}${floorText(floor)}`,
      now: value === undefined || floor.kind === 'recall' ? shareText(value) : reachText(value),
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

const NO_NUMBERS = { prompts: '', baseline: '', now: '', difference: '', p: '' };

const KINDS = {
  errors: 'failed calls',
  missing: 'missing cases',
  extra: 'extra cases',
  unfinished: 'unfinished answers',
};

function noteOf({ note, verdict, difference, adjusted }: ProviderGate['comparisons'][number]) {
  if (verdict !== 'failed') return note;
  return `${note} of ${differenceText(difference.value)} (p ${equals(adjusted ?? 1)})`;
}

function equals(p: number): string {
  const text = probabilityText(p);
  return text.startsWith('<') ? text : `= ${text}`;
}

function rangeText(from: number, to: number): string {
  return from === to ? lengthText(from) : `${lengthText(from)} to ${lengthText(to)}`;
}

/** A probability of chance with four decimals; `< 0.0001` for less. */
export function probabilityText(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}

/** What a comparison could have found: `an even drop of 0.05 is found with probability 0.74; …`. */
export function powerText({ drop, probability, seeds, seedsNeeded }: PowerStatement): string {
  const found = `an even drop of ${drop} is found with a probability of ${percentText(probability)}`;
  if (probability >= 0.9 || seedsNeeded === undefined) return found;
  return `${found} (${counted(seeds, 'seed')}); ${counted(seedsNeeded, 'seed')} make it 90%`;
}

/** The cases that are named of an incomplete set of results. */
export function namedLines({ named, count }: CompletenessCheck): string[] {
  const lines = named.map(
    ({ id, description, error }) => (description || id) + (error ? `: ${error.slice(0, 200)}` : ''),
  );
  return count > named.length ? [...lines, `and ${count - named.length} more`] : lines;
}

/** A cell that got worse, in the columns cell, baseline, now, and what was wrong. */
export function worstLine({ id, description, baseline, now, reason }: WorstCell): string[] {
  return [description || id, shareText(baseline), shareText(now), reason.slice(0, 300)];
}
