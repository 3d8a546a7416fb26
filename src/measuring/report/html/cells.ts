/** What several tables of a page have in their cells. */
import { effectiveLengthParts, type Reached } from '../../output/effective-length.js';
import { type Content, html, type Markup, trusted } from '../../output/markup.js';
import type { Ranked, ReportData } from '../../tables/tables.js';
import { shorten } from '../charts/chart-text.js';

/** Longer names are shortened where each reader has many lines. */
export const LONGEST_NAME = 22;

export function rankOf({ ranking }: Pick<ReportData, 'ranking'>, provider: string): Ranked {
  return ranking.find((one) => one.provider === provider)!;
}

/** A reader's name behind the letter of its rank, broken only between its parts. */
export function readerName(
  data: Pick<ReportData, 'ranking' | 'providers'>,
  provider: string,
  note: Content = '',
  longest = Number.POSITIVE_INFINITY,
): Markup {
  return html`${
    data.providers.length > 1 && html`<span class="rank">${rankOf(data, provider).rank}</span>`
  }<span class="reader"><bdi>${breakable(shorten(provider, longest))}</bdi>${note !== '' && html`<small>${note}</small>`}</span>`;
}

/** A name that may be broken behind what joins its parts. */
export function breakable(name: string): Content {
  return name.split(/(?<=[/:_.-])/).map((part, i) => html`${i > 0 && trusted('<wbr>')}${part}`);
}

/** An effective length with its bounds, below it or `between` apart, or why it is not known. */
export function lengthAndBounds(row: Reached, between: Content = trusted('<br>')): Markup {
  const [estimate, below] = effectiveLengthParts(row);
  return html`<strong>${estimate}</strong>${below !== '' && html`${between}<small>${below}</small>`}`;
}
