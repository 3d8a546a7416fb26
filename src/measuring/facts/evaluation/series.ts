/** Groups results into series of prompts, and names them. */
import { defined, picked } from '../../../base/fields.js';
import { groupBy } from '../../../base/group-by.js';
import { ascending, mean } from '../../../base/numbers.js';
import { say } from '../../../base/text/language.js';
import type { Row } from '../../../contract/row.js';
import { RECALL } from '../../../contract/signs.js';
import { type Sizes, sizesOf } from '../../document/sizes.js';

/** Prompts that differ only in length, seed and cell. */
export interface Series
  extends Pick<
    Row,
    | 'benchmark'
    | 'task'
    | 'language'
    | 'haystack'
    | 'version'
    | 'conditions'
    | 'control'
    | 'measure'
  > {
  /** The same for equal series of all evaluations. */
  key: string;
  /** Short and unique: `counting-stars acquisition en moby-dick`. */
  id: string;
  /** Heading: the benchmark, and whatever tells it from other series. */
  title: string;
  lengths: number[];
  /** Set if its prompts are sized by how many things they have. */
  sizes?: Sizes;
}

export function seriesKey(row: Row): string {
  const { benchmark, task, language, haystack, version = '', variant, measure = [] } = row;
  return [benchmark, task, language, haystack, version, variant].concat(measure).join(' · ');
}

export function seriesOf(rows: readonly Row[]): Map<string, Series> {
  const groups = groupBy(rows, seriesKey);
  const firsts = [...groups.values()].map(([first]) => first!);
  return new Map([...groups].map(([key, group]) => [key, described(group, firsts)]));
}

const NAMED = ['task', 'language', 'haystack'] as const;

function described(group: readonly Row[], firsts: readonly Row[]): Series {
  const [first] = group as [Row];
  const { benchmark, version, variant, measure } = first;
  const siblings = firsts.filter((other) => other.benchmark === benchmark);
  const names = NAMED.filter((field) => {
    const among = field === 'language' ? firsts : siblings;
    return new Set(among.map((other) => other[field])).size > 1;
  });
  // Of the variant, only parts that tell it from otherwise equal series.
  const peers = siblings.filter(
    (other) => other.version === version && NAMED.every((field) => other[field] === first[field]),
  );
  const parts = variant
    .split(', ')
    .filter((part) => peers.some((other) => !other.variant.split(', ').includes(part)));
  const name = version ? `${benchmark} ${version}` : benchmark;
  const shown = names.map((field) => first[field]).filter((value) => value !== '');
  const measured = siblings.some((other) => other.measure !== undefined) ? [measure ?? RECALL] : [];
  const title = [name, ...shown, ...parts, ...measured].join(' · ');
  const bySize = meanLengths(group);
  const sizes = group.every(({ size }) => size !== undefined) ? sizesOf(bySize) : undefined;
  return {
    key: seriesKey(first),
    id: title.replaceAll(' · ', ' '),
    title,
    ...picked(first, ['benchmark', 'task', 'language', 'haystack']),
    ...picked(first, ['conditions', 'version', 'control', 'measure']),
    lengths: ascending(group.map(({ size = '', tokens }) => bySize.get(size) ?? tokens)),
    ...defined({ sizes }),
  };
}

/** Returns each row's length: the mean for prompts of one size, since a report has one length for `75 pairs`. */
export function commonLengths(rows: readonly Row[]): (row: Row) => number {
  const means = meanLengths(rows);
  return ({ size = '', tokens }) => means.get(size) ?? tokens;
}

const MADE_FOR = /^(?:up to|about) (\d+) tokens$/;

/** Averages lengths by size, each prompt once. */
function meanLengths(rows: readonly Row[]): Map<string, number> {
  const sized = groupBy(
    rows.filter(({ size }) => size !== undefined),
    ({ size }) => size!,
  );
  return new Map(
    [...sized].map(([size, alike]) => {
      const madeFor = MADE_FOR.exec(size)?.[1];
      if (madeFor !== undefined) return [size, Number(madeFor)];
      const lengths = new Map(alike.map(({ id, tokens }) => [id, tokens]));
      return [size, Math.round(mean([...lengths.values()]))];
    }),
  );
}

/** Names the main figure of some series: recall, another measure, or the mean of several. */
export function figureName(series: readonly Pick<Series, 'measure'>[]): string {
  const [first = RECALL, ...others] = new Set(series.map(({ measure = RECALL }) => measure));
  if (others.length > 0) return say`mean`;
  return first === RECALL ? say`recall` : first;
}

export function titleOf(series: readonly Series[], wanted: string): string {
  return series.find(({ id }) => id === wanted)?.title ?? wanted;
}
