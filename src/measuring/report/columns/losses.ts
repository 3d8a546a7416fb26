/** What recall is lost to, and what compactions of a history cost. */
import { groupBy } from '../../../base/group-by.js';
import { html } from '../../output/markup.js';
import { type Column, inCsv, readerColumn, type Table } from '../../output/table.js';
import { differenceIntervalText, shareText } from '../../output/words.js';
import type { CompactionRow, LossRow } from '../../tables/tables.js';

/** The losses of one reader in one benchmark. */
type Losses = Pick<LossRow, 'provider' | 'name'> & { losses: readonly LossRow[] };

/** One row for each reader and benchmark whose evidence was given in several ways. */
export function lossesTable(losses: readonly LossRow[]): Table<Losses> {
  const own = groupBy(losses, ({ provider, name }) => JSON.stringify([name, provider]));
  return {
    name: 'losses',
    title: 'Recall lost',
    rows: [...own.values()].map((some) => ({ ...some[0]!, losses: some })),
    columns: [
      { heading: 'benchmark', kind: 'label', of: ({ name }) => name },
      readerColumn(),
      ...(['interference', 'length', 'form'] as const).map(
        (what): Column<Losses> => ({
          heading: `to ${what}`,
          kind: 'difference',
          of: ({ losses: some }) => some.find(({ lostTo }) => lostTo === what)?.loss,
        }),
      ),
    ],
    note: html`Differences of recall on the same facts. <b>Interference</b>: values that were replaced stand beside those that
hold. <b>Length</b>: results that have nothing to do with the question stand around them. <b>Form</b>: the same text comes
as a history of calls and results. In brackets: 95 % intervals.`,
  };
}

/** One row for each compaction and reader, and for each series. */
export function compactionsTable(rows: readonly CompactionRow[]): Table<CompactionRow> {
  return {
    name: 'compactions',
    title: 'Compaction',
    rows,
    notInCsv: ['ages'],
    columns: [
      {
        heading: 'compaction',
        kind: 'label',
        of: ({ way, series }) => (series === undefined ? way : `${way} · ${series}`),
      },
      readerColumn(),
      { heading: 'tokens saved', kind: 'percent', of: ({ tokensSaved }) => tokensSaved },
      {
        heading: 'facts kept',
        kind: 'percent',
        of: ({ kept }) => kept,
        note: 'of those that hold at the end, the share whose text still stands in what was sent',
      },
      {
        heading: 'superseded kept',
        kind: 'percent',
        of: ({ supersededKept }) => supersededKept,
        note: 'of those that later ones replaced',
      },
      {
        heading: 'recall without → with',
        kind: 'words',
        of: (row) => `${shareText(row.without)} → ${shareText(row.with)}`,
        onPage: { set: 'number' },
      },
      {
        heading: 'recall lost (95 %)',
        kind: 'words',
        of: ({ lost }) => (lost ? differenceIntervalText(lost) : 'unknown'),
        onPage: { set: 'number' },
        note: 'the mean difference on the same prompts, and its interval',
      },
      {
        heading: 'lost by age, oldest quarter first',
        kind: 'words',
        of: ({ ages }) => ages.map(({ lost }) => shareText(lost)).join(', '),
        onPage: { set: 'number' },
      },
      { heading: 'prompts', kind: 'count', of: ({ prompts }) => prompts },
      inCsv('lostByAge', ({ ages }) => ages.map(({ lost }) => lost ?? '').join(' ')),
    ],
  };
}
