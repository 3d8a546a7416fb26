/** Every figure of a reader in a series. */

import { say } from '../../../base/text/language.js';
import { type Column, column, inCsv, readerColumn, type Table } from '../../document/table.js';
import { confidenceText, riseText, thresholdText } from '../../document/words.js';
import { openText, reachCell } from '../../facts/effective-length.js';
import { figureName, type Series, titleOf } from '../../facts/evaluation/series.js';
import type { ReportData, SummaryRow } from '../../facts/tables/tables.js';
import { failedText } from '../../facts/tables/troubles.js';

/** @param only - one series alone */
export function summaryTable(data: ReportData, only?: Series): Table<SummaryRow> {
  const { series, options } = data;
  const rows = data.summary.filter((row) => !only || row.series === only.id);
  const shown = only ? [only] : series;
  const isRecall = shown.every(({ measure }) => measure === undefined);
  const onPageIf = (shown: boolean) => (shown ? (['page'] as const) : []);
  return {
    id: 'summary',
    title: say`All figures`,
    rows,
    note: say`In brackets: ${confidenceText(options)} intervals.`,
    columns: [
      readerColumn(),
      column('words', say`series`, (row) => titleOf(series, row.series), {
        in: onPageIf(series.length > 1),
      }),
      column('interval', figureName(shown), ({ recall }) => recall, {
        foreign: only?.measure !== undefined,
        ...(isRecall && { note: say`share of the evidence that was found` }),
      }),
      column('interval', say`in usable answers`, (row) => row.usableRecall, {
        in: onPageIf(isRecall),
        field: 'usableRecall',
        note: say`recall in answers that did not fail completely and were not refused or cut off`,
      }),
      column('reach', say`reliable length`, reachCell, {
        field: 'effectiveLength',
        inMarkdown: say`reliable length at ${thresholdText(options)}`,
      }),
      column('interval', say`base score`, ({ base }) => base, {
        in: onPageIf(rows.some(({ base }) => base)),
      }),
      ...placesColumns(),
      column(
        'words',
        say`rise with length`,
        ({ rise }) => (rise?.clear ? riseText(rise) : say`no`),
        {
          in: onPageIf(rows.some(({ rise }) => rise?.clear)),
          note: say`recall over some longer lengths is clearly higher than over the shorter ones before, which it should not be; such a model has no reliable length`,
        },
      ),
      ...answersColumns(),
      ...FOR_CSV,
    ],
  };
}

/** Where in the context things are lost. */
function placesColumns(): Column<SummaryRow>[] {
  return [
    column('difference', say`middle dip`, ({ middleDip }) => middleDip, {
      note: say`recall at both ends of the context minus recall in its middle`,
    }),
    column('difference', say`tail loss`, ({ tailLoss }) => tailLoss, {
      note: say`recall before the last fifth of the context minus recall in it`,
    }),
  ];
}

/** What became of the answers. */
function answersColumns(): Column<SummaryRow>[] {
  return [
    column('share', say`precision`, ({ precision }) => precision, {
      note: say`share of what was answered that is right`,
    }),
    column('percent', say`format`, ({ format }) => format, {
      note: say`share of the answers in the form that was asked for`,
    }),
    column('words', say`passed`, ({ passed, answers }) => say`${passed} of ${answers}`, {
      in: ['page'],
      set: 'whole',
    }),
    column('count', say`answers`, ({ answers }) => answers, { in: ['markdown'] }),
    column('count', say`errors`, ({ errors }) => errors, {
      note: say`calls without an answer, which count in nothing else`,
    }),
  ];
}

/** How likely recall holds at each length, as CSV has it. */
export function likelyFigures({ likely }: Pick<SummaryRow, 'likely'>): string {
  return likely.map(({ tokens, probability }) => `${tokens} ${probability}`).join(', ');
}

const FOR_CSV: readonly Column<SummaryRow>[] = [
  inCsv('unanswered', ({ unanswered }) => unanswered?.join(' ')),
  inCsv('open', ({ open }) => open && openText(open)),
  inCsv('troubles', ({ troubles }) =>
    troubles?.map(({ trouble, answers }) => `${answers} ${trouble}`).join(', '),
  ),
  inCsv('likely', likelyFigures),
  inCsv('failedWhole', ({ failedWhole }) => failedWhole && failedText(failedWhole)),
];
