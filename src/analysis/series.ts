/** Which series of prompts results have, how they are called, and the order that all tables share. */
import { groupBy } from '../group-by.js';
import { ascending } from '../numbers.js';
import { type Row, seriesKey } from '../results/rows.js';
import { byCodeUnits } from '../text/texts.js';
import type { Series } from './tables.js';

/** Rows in an order that does not depend on how they came: by content, provider last. */
export function compareRows(a: Row, b: Row): number {
  return (
    byCodeUnits(seriesKey(a), seriesKey(b)) ||
    a.tokens - b.tokens ||
    a.seed - b.seed ||
    byCodeUnits(a.id, b.id) ||
    byCodeUnits(a.provider, b.provider) ||
    byCodeUnits(a.answer, b.answer)
  );
}

/** Titles of series, by their key, as a report of the same rows has them. */
export function seriesTitles(rows: readonly Row[]): Map<string, string> {
  const groups = groupBy(rows, seriesKey);
  const all = [...groups.values()];
  return new Map([...groups].map(([key, group]) => [key, describeSeries(group, all).title]));
}

const NAMED = ['task', 'language', 'haystack'] as const;

/** A title that says the benchmark and whatever differs between the series of this report. */
export function describeSeries(group: readonly Row[], all: readonly Row[][]): Series {
  const { benchmark, task, language, haystack, version, variant, conditions } = group[0]!;
  const own: Record<string, string> = { task, language, haystack };
  const firsts = all.map((other) => other[0]!);
  const siblings = firsts.filter((other) => other.benchmark === benchmark);
  const names = NAMED.filter((field) => {
    const among = field === 'language' ? firsts : siblings;
    return new Set(among.map((other) => other[field])).size > 1;
  });
  // Of the variant, what tells the series from others that are alike in all that has a name.
  const peers = siblings.filter(
    (other) => other.version === version && NAMED.every((field) => other[field] === own[field]),
  );
  const parts = variant
    .split(', ')
    .filter((part) => peers.some((other) => !other.variant.split(', ').includes(part)));
  const name = version ? `${benchmark} ${version}` : benchmark;
  const shown = names.map((field) => own[field]!).filter((value) => value !== '');
  const title = [name, ...shown, ...parts].join(' · ');
  return {
    id: title.replaceAll(' · ', ' '),
    title,
    benchmark,
    task,
    language,
    haystack,
    ...(conditions && { conditions }),
    ...(version && { version }),
    ...(group[0]!.control && { control: true }),
    lengths: ascending(group.map(({ tokens }) => tokens)),
  };
}
