/** The numbers of the pictures of one series: recall by place, and what became of answers. */
import { groupBy } from '../../../base/group-by.js';
import { ascending } from '../../../base/numbers.js';
import type { Series } from '../../evaluation/series.js';
import { column, readerColumn, type Table } from '../../output/table.js';
import { briefShareText, sizeAndLengthText } from '../../output/words.js';
import type { CellRow, DiagnosisRow, PositionRow, ReportData } from '../../tables/tables.js';
import { orderDiagnoses } from '../charts/chart-style.js';
import { lengthLabels } from '../charts/chart-text.js';

/** Recall at each place, with a column for each length. */
export function placesTable(
  title: string,
  cells: readonly CellRow[],
  { lengths, sizes }: Series,
): Table<readonly CellRow[]> {
  const labels = lengthLabels(lengths, sizes);
  const byPlace = groupBy(cells, ({ place }) => place);
  // Most places are whole: `1` for `1.00`.
  const recallAt = (tokens: number) => (own: readonly CellRow[]) =>
    briefShareText(own.find((cell) => cell.tokens === tokens)?.recall).replace('.00', '');
  return {
    title,
    rows: ascending([...byPlace.keys()]).map((place) => byPlace.get(place)!),
    columns: [
      column('count', 'place', ([cell]) => cell!.place),
      ...lengths.map((tokens) =>
        column('words', labels.get(tokens)!, recallAt(tokens), { set: 'number' }),
      ),
    ],
  };
}

/** Recall by place in bands of length. */
export function positionsTable(
  title: string,
  rows: readonly PositionRow[],
  { lengths, sizes }: Series,
): Table<PositionRow> {
  const labels = lengthLabels(lengths, sizes);
  const band = ({ fromTokens, toTokens }: PositionRow) =>
    [...new Set([labels.get(fromTokens), labels.get(toTokens)])].join('–');
  return {
    title,
    rows,
    columns: [
      column('words', 'tokens', band, { set: 'number' }),
      column('percent', 'place', ({ position }) => position),
      column('interval', 'recall', ({ recall }) => recall),
      column('count', 'marks', ({ marks }) => marks),
    ],
  };
}

type Diagnosed = Pick<DiagnosisRow, 'provider' | 'tokens'>;

/** What became of the answers of each reader and length; nothing where that was not looked at. */
export function diagnosesTable(
  { diagnoses, providers }: ReportData,
  { id, title, lengths, sizes }: Series,
): Table<Diagnosed> | undefined {
  const own = diagnoses.filter(({ series }) => series === id);
  if (own.length === 0) return undefined;
  const keyOf = ({ provider, tokens }: Diagnosed, diagnosis: string) =>
    JSON.stringify([provider, tokens, diagnosis]);
  const counts = new Map(own.map((row) => [keyOf(row, row.diagnosis), row.answers]));
  return {
    title: `${title}: diagnoses by length`,
    rows: providers.flatMap((provider) => lengths.map((tokens) => ({ provider, tokens }))),
    columns: [
      readerColumn(),
      column('words', 'tokens', ({ tokens }) => sizeAndLengthText(tokens, sizes), {
        set: 'number',
      }),
      ...orderDiagnoses(own.map(({ diagnosis }) => diagnosis)).map((diagnosis) =>
        column('count', diagnosis, (row: Diagnosed) => counts.get(keyOf(row, diagnosis)) ?? 0, {
          head: diagnosis,
        }),
      ),
    ],
  };
}
