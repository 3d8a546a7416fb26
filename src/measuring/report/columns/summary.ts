/** Every figure of a reader in a series, and recall by length. */
import { RECALL } from '../../../contract/measure.js';
import { figureName, type Series, titleOf } from '../../evaluation/series.js';
import { unknownText } from '../../output/effective-length.js';
import { inCsv, readerColumn, type Table } from '../../output/table.js';
import { confidenceText, riseText, thresholdText } from '../../output/words.js';
import type { ReportData, SummaryRow } from '../../tables/tables.js';
import { collapsedText } from '../../tables/troubles.js';

/** @param only - one series alone */
export function summaryTable(data: ReportData, only?: Series): Table<SummaryRow> {
  const { series, options } = data;
  const rows = data.summary.filter((row) => !only || row.series === only.id);
  const figure = only ? (only.measure ?? RECALL) : figureName(series);
  const rises = rows.some(({ rise }) => rise?.clear);
  const based = rows.some(({ base }) => base);
  return {
    name: 'summary',
    title: 'All figures',
    rows,
    note: `In brackets: ${confidenceText(options)} intervals.`,
    columns: [
      readerColumn(),
      {
        heading: 'series',
        kind: 'words',
        of: (row) => titleOf(series, row.series),
        in: series.length > 1 ? ['page'] : [],
      },
      {
        heading: figure,
        kind: 'interval',
        of: ({ recall }) => recall,
        foreign: only?.measure !== undefined,
        ...(figure === RECALL && { note: 'share of the evidence that was found' }),
      },
      {
        heading: 'effective length',
        kind: 'reach',
        of: (row) => row,
        field: 'effectiveLength',
        at: `at ${thresholdText(options)}`,
      },
      {
        heading: 'base score',
        kind: 'interval',
        of: ({ base }) => base,
        in: based ? ['page'] : [],
      },
      {
        heading: 'middle dip',
        kind: 'difference',
        of: ({ middleDip }) => middleDip,
        note: 'recall at both ends of the context minus recall in its middle',
      },
      {
        heading: 'tail loss',
        kind: 'difference',
        of: ({ tailLoss }) => tailLoss,
        note: 'recall before the last fifth of the context minus recall in it',
      },
      {
        heading: 'rise with length',
        kind: 'words',
        of: ({ rise }) => (rise?.clear ? riseText(rise) : 'no'),
        in: rises ? ['page'] : [],
        note: 'recall over some longer lengths is clearly higher than over the shorter ones before, which it should not be; such a reader has no effective length',
      },
      {
        heading: 'precision',
        kind: 'share',
        of: ({ precision }) => precision,
        note: 'share of what was answered that is right',
      },
      {
        heading: 'format',
        kind: 'percent',
        of: ({ format }) => format,
        note: 'share of the answers in the form that was asked for',
      },
      {
        heading: 'passed',
        kind: 'words',
        of: ({ passed, answers }) => `${passed} of ${answers}`,
        in: ['page'],
        onPage: { set: 'whole' },
      },
      { heading: 'answers', kind: 'count', of: ({ answers }) => answers, in: ['markdown'] },
      {
        heading: 'errors',
        kind: 'count',
        of: ({ errors }) => errors,
        note: 'calls without an answer, which count in nothing else',
      },
      inCsv('unanswered', ({ unanswered }) => unanswered?.join(' ')),
      inCsv('unknown', ({ unknown }) => unknown && unknownText(unknown)),
      inCsv('troubles', ({ troubles }) =>
        troubles?.map(({ trouble, answers }) => `${answers} ${trouble}`).join(', '),
      ),
      inCsv('collapsed', ({ collapsed }) => collapsed && collapsedText(collapsed)),
    ],
  };
}
