/** What compactions of a history save and cost. */
import { commas, say } from '../../../base/text/language.js';
import { type Column, column, inCsv, readerColumn, type Table } from '../../document/table.js';
import { percentText, shareText } from '../../document/words.js';
import { failedText, lostText, paidFor } from '../../facts/tables/compaction.js';
import type { CompactionRow } from '../../facts/tables/tables.js';

/** One row for each compaction, and reader where there are several; of what few have, columns where one has it. */
export function compactionsTable(compactions: readonly CompactionRow[]): Table<CompactionRow> {
  const rows = compactions.filter(({ series }) => series === undefined);
  const where = (isTold: (row: CompactionRow) => boolean, one: Column<CompactionRow>) =>
    rows.some(isTold) ? [one] : [];
  const readers = new Set(rows.map(({ provider }) => provider));
  return {
    id: 'compactions',
    title: say`Compaction`,
    rows,
    look: 'cards',
    columns: [
      column('label', say`compaction`, ({ way }) => way),
      ...where(() => readers.size > 1, readerColumn()),
      column('percent', say`tokens saved`, ({ tokensSaved }) => tokensSaved, {
        phone: say`tokens saved`,
      }),
      column('percent', say`facts kept`, ({ kept }) => kept, {
        phone: say`facts kept`,
        note: say`of those that hold at the end, the share whose text still stands in what was sent`,
      }),
      column('words', say`recall lost (95 %)`, lostText, {
        set: 'number',
        phone: say`recall lost`,
        note: say`the mean difference on the same prompts, and its interval; below zero recall was gained`,
      }),
      ...where(
        ({ spread }) => spread !== undefined,
        column('percent', say`SD between samples`, ({ spread }) => spread, {
          phone: say`SD between samples`,
          note: say`standard deviation of the facts kept, between samples of the same histories`,
        }),
      ),
      ...where(
        ({ spent }) => spent !== undefined,
        column('words', say`its own tokens`, spentText, {
          set: 'number',
          phone: say`its own tokens`,
          note: say`what its calls took themselves, as a share of the tokens that it was given once`,
        }),
      ),
      ...where(
        ({ failed }) => failed !== undefined,
        column('label', say`failures`, failuresText, {
          phone: say`failures`,
          note: say`histories whose compaction failed; they count in no other column`,
        }),
      ),
    ],
  };
}

/** The same with all figures, and a row for each series. */
export function compactionDetails(rows: readonly CompactionRow[]): Table<CompactionRow> {
  const byAge = ({ ages }: CompactionRow) => commas(ages.map(({ lost }) => shareText(lost)));
  return {
    id: 'compaction-details',
    title: say`Compaction in detail`,
    rows,
    notInCsv: ['ages', 'kinds'],
    columns: [
      column('label', say`compaction`, ({ way, series }) =>
        [way, series].filter(Boolean).join(' · '),
      ),
      readerColumn(),
      column('percent', say`superseded kept`, ({ supersededKept }) => supersededKept, {
        note: say`of the facts that later ones replaced`,
      }),
      column('words', say`recall without → with`, withoutAndWith, { set: 'number' }),
      column('words', say`recall lost (95 %)`, lostText, { set: 'number' }),
      column('words', say`lost by age, oldest quarter first`, byAge, { set: 'number' }),
      column('count', say`histories`, ({ prompts }) => prompts),
      column('count', say`samples`, ({ samples }) => samples),
      inCsv('keptByKind', ({ kinds = [] }) =>
        kinds.map(({ kind, kept }) => `${kind} ${kept}`).join(', '),
      ),
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
  return failed ? say`${failed.count} of ${failed.of}: ${failedText({ ...row, failed })}` : '';
}
