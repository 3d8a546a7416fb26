import { commas, say, sayCount } from '../../../base/text/language.js';
import { RECALL } from '../../../contract/signs.js';
import { cachedText } from '../../evaluation/copies.js';
import { rangeText } from '../../output/words.js';
import { wayText } from '../../tables/benchmark-name.js';
import { spentText } from '../../tables/spent.js';
import type { ReportData } from '../../tables/tables.js';

/** What was asked, of whom, when, how and at what cost. */
export function aboutParts({ about, series, benchmarks, compactions = [] }: ReportData): string[] {
  const { readers, prompts, lengths, amounts, began, evalId, cached, spent, settings } = about;
  const [only] = series;
  const ways = new Set(compactions.flatMap(({ way, isProviders }) => (isProviders ? [] : way)));
  // The histories of a benchmark that were shortened have lines of their own.
  const added = new Set([...ways].map((way) => wayText(`compact ${way}`)));
  const names = new Set(
    benchmarks.map(({ name, measure = RECALL }) =>
      name
        .split(' · ')
        .filter((part) => part !== measure && !added.has(part))
        .join(' · '),
    ),
  ).size;
  const measures = new Set(series.map(({ measure }) => measure)).size;
  const what = commas([
    sayCount(names, 'benchmark'),
    ways.size > 0 ? sayCount(ways.size, 'compaction') : '',
  ]);
  const asked =
    series.length === 1
      ? commas([only!.title, only!.language, only!.haystack])
      : measures > 1
        ? say`${what} in ${series.length} series by ${measures} measures`
        : say`${what} in ${series.length} series`;
  return [
    `${sayCount(readers, 'reader')} × ${sayCount(prompts, 'prompt')}`,
    asked,
    ...(amounts === undefined ? [] : [amounts]),
    say`${rangeText(...lengths)} tokens`,
    ...settings,
    cached ? cachedText(cached) : say`all answers asked now`,
    spentText(spent),
    ...(began === undefined ? [] : [`${began} UTC`]),
    ...(evalId === undefined ? [] : [say`evaluation ${evalId}`]),
  ];
}
