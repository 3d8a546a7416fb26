/** What compactions of a history save and cost. */
import { type Column, column, inCsv, readerColumn, type Table } from '../../output/table.js';
import { percentText, shareText } from '../../output/words.js';
import { failedText, lostText, paidFor } from '../../tables/compaction.js';
import type { CompactionRow } from '../../tables/tables.js';

/** One row for each compaction, and reader where there are several; of what few have, columns where one has it. */
export function compactionsTable(compactions: readonly CompactionRow[]): Table<CompactionRow> {
  const rows = compactions.filter(({ series }) => series === undefined);
  const where = (isTold: (row: CompactionRow) => boolean, one: Column<CompactionRow>) =>
    rows.some(isTold) ? [one] : [];
  const readers = new Set(rows.map(({ provider }) => provider));
  return {
    id: 'compactions',
    title: 'Compaction',
    rows,
    look: 'cards',
    columns: [
      column('label', 'compaction', ({ way }) => way),
      ...where(() => readers.size > 1, readerColumn()),
      column('percent', 'tokens saved', ({ tokensSaved }) => tokensSaved, {
        phone: 'tokens saved',
      }),
      column('percent', 'facts kept', ({ kept }) => kept, {
        phone: 'facts kept',
        note: 'of those that hold at the end, the share whose text still stands in what was sent',
      }),
      column('words', 'recall lost (95 %)', lostText, {
        set: 'number',
        phone: 'recall lost',
        note: 'the mean difference on the same prompts, and its interval; below zero recall was gained',
      }),
      ...where(
        ({ spread }) => spread !== undefined,
        column('percent', 'SD between samples', ({ spread }) => spread, {
          phone: 'SD between samples',
          note: 'standard deviation of the facts kept, between samples of the same histories',
        }),
      ),
      ...where(
        ({ spent }) => spent !== undefined,
        column('words', 'its own tokens', spentText, {
          set: 'number',
          phone: 'its own tokens',
          note: 'what its calls took themselves, as a share of the tokens that it was given once',
        }),
      ),
      ...where(
        ({ failed }) => failed !== undefined,
        column('label', 'failed', failuresText, {
          phone: 'failed',
          note: 'histories whose compaction failed; they count in no other column',
        }),
      ),
    ],
  };
}

/** The same with all figures, and a row for each series. */
export function compactionDetails(rows: readonly CompactionRow[]): Table<CompactionRow> {
  const byAge = ({ ages }: CompactionRow) => ages.map(({ lost }) => shareText(lost)).join(', ');
  return {
    id: 'compaction-details',
    title: 'Compaction in detail',
    rows,
    notInCsv: ['ages'],
    columns: [
      column('label', 'compaction', ({ way, series }) => [way, series].filter(Boolean).join(' · ')),
      readerColumn(),
      column('percent', 'superseded kept', ({ supersededKept }) => supersededKept, {
        note: 'of the facts that later ones replaced',
      }),
      column('words', 'recall without → with', withoutAndWith, { set: 'number' }),
      column('words', 'recall lost (95 %)', lostText, { set: 'number' }),
      column('words', 'lost by age, oldest quarter first', byAge, { set: 'number' }),
      column('count', 'histories', ({ prompts }) => prompts),
      column('count', 'samples', ({ samples }) => samples),
      inCsv('lostByAge', ({ ages }) => ages.map(({ lost }) => lost ?? '').join(' ')),
    ],
  };
}

function withoutAndWith(row: CompactionRow): string {
  return `${shareText(row.without)} → ${shareText(row.with)}`;
}

function spentText({ spent }: CompactionRow): string | undefined {
  return spent && `${percentText(spent.tokens)}${paidFor(spent)}`;
}

function failuresText({ failed, ...row }: CompactionRow): string {
  return failed ? `${failed.count} of ${failed.of}: ${failedText({ ...row, failed })}` : '';
}
