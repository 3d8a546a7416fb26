/** The numbers of the pictures of one series: recall by place, and what became of answers. */
import { groupBy } from '../../../base/group-by.js';
import { ascending } from '../../../base/numbers.js';
import type { Series } from '../../evaluation/series.js';
import { type Column, NOTHING, readerColumn, type Table } from '../../output/table.js';
import { briefShareText } from '../../output/words.js';
import type { CellRow, PositionRow, ReportData } from '../../tables/tables.js';
import { orderDiagnoses } from '../charts/chart-style.js';
import { lengthLabels } from '../charts/chart-text.js';

interface Place {
  place: number;
  recall: ReadonlyMap<number, number>;
}

/** Recall at each place, with a column for each length. */
export function placesTable(
  title: string,
  cells: readonly CellRow[],
  { lengths }: Series,
): Table<Place> {
  const labels = lengthLabels(lengths);
  const byPlace = groupBy(cells, ({ place }) => place);
  return {
    title,
    rows: ascending([...byPlace.keys()]).map((place) => ({
      place,
      recall: new Map(byPlace.get(place)!.map(({ tokens, recall }) => [tokens, recall])),
    })),
    columns: [
      { heading: 'place', kind: 'count', of: ({ place }) => place },
      ...lengths.map(
        (tokens): Column<Place> => ({
          heading: labels.get(tokens)!,
          kind: 'words',
          of: ({ recall }) => shortShare(recall.get(tokens)),
          onPage: { set: 'number' },
        }),
      ),
    ],
  };
}

/** `1` for `1.00`: most places are whole. */
function shortShare(recall: number | undefined): string {
  return recall === undefined ? NOTHING : briefShareText(recall).replace('.00', '');
}

/** Recall by place in bands of length. */
export function positionsTable(
  title: string,
  rows: readonly PositionRow[],
  { lengths }: Series,
): Table<PositionRow> {
  const labels = lengthLabels(lengths);
  return {
    title,
    rows,
    columns: [
      {
        heading: 'tokens',
        kind: 'words',
        of: ({ fromTokens, toTokens }) =>
          [...new Set([labels.get(fromTokens), labels.get(toTokens)])].join('–'),
        onPage: { set: 'number' },
      },
      { heading: 'place', kind: 'percent', of: ({ position }) => position },
      { heading: 'recall', kind: 'interval', of: ({ recall }) => recall },
      { heading: 'marks', kind: 'count', of: ({ marks }) => marks },
    ],
  };
}

interface Diagnosed {
  provider: string;
  tokens: number;
  /** Answers by what became of them. */
  answers: ReadonlyMap<string, number>;
}

/** What became of the answers of each reader and length; nothing where that was not looked at. */
export function diagnosesTable(
  { diagnoses, providers }: ReportData,
  { id, title, lengths }: Series,
): Table<Diagnosed> | undefined {
  const own = diagnoses.filter(({ series }) => series === id);
  if (own.length === 0) return undefined;
  return {
    title: `${title}: diagnoses by length`,
    rows: providers.flatMap((provider) =>
      lengths.map((tokens) => {
        const some = own.filter((row) => row.provider === provider && row.tokens === tokens);
        const answers = new Map(some.map((row) => [row.diagnosis, row.answers]));
        return { provider, tokens, answers };
      }),
    ),
    columns: [
      readerColumn(),
      { heading: 'tokens', kind: 'length', of: ({ tokens }) => tokens },
      ...orderDiagnoses(own.map(({ diagnosis }) => diagnosis)).map(
        (diagnosis): Column<Diagnosed> => ({
          heading: diagnosis,
          kind: 'count',
          of: ({ answers }) => answers.get(diagnosis) ?? 0,
          onPage: { heading: diagnosis },
        }),
      ),
    ],
  };
}
