/** The numbers of the pictures of one series: recall by place, and what became of answers. */
import { groupBy } from '../../../base/group-by.js';
import { commas, say } from '../../../base/text/language.js';
import { diagnosisName } from '../../../contract/diagnosis.js';
import { orderDiagnoses } from '../../document/charts/chart-style.js';
import { type Content, html, sayHtml } from '../../document/markup.js';
import { nounText } from '../../document/sizes.js';
import { column, readerColumn, type Table } from '../../document/table.js';
import { briefShareText, sizeAndLengthText } from '../../document/words.js';
import type { Series } from '../../facts/evaluation/series.js';
import type { CellRow, DiagnosisRow, PositionRow, ReportData } from '../../facts/tables/tables.js';
import { lengthLabels } from '../charts/chart-text.js';

/** Which places each length lost something at, as links: the way without a pointer or a script. */
export function lostPlacesTable(
  title: string,
  cells: readonly CellRow[],
  { lengths, sizes }: Series,
  linkOf: (cell: CellRow) => string | undefined,
): Table<readonly CellRow[]> {
  const labels = lengthLabels(lengths, sizes);
  const byLength = groupBy(cells, ({ tokens }) => tokens);
  const lostIn = (own: readonly CellRow[]) => own.filter(({ recall }) => recall < 1);
  const placeText = (cell: CellRow) =>
    `${cell.place}${cell.recall > 0 ? ` (${briefShareText(cell.recall)})` : ''}`;
  return {
    title,
    rows: [...byLength.values()],
    columns: [
      column(
        'words',
        sizes ? nounText(sizes.noun) : say`tokens`,
        ([cell]) => labels.get(cell!.tokens)!,
        {
          set: 'number',
        },
      ),
      column(
        'words',
        say`lost at place`,
        (own) => commas(lostIn(own).map(placeText)) || say`none`,
        {
          note: say`places of evidence, numbered from the start of the context, not documents; behind it recall, where that is above 0`,
          set: 'text',
          cell: (own) => {
            const lost = lostIn(own);
            if (lost.length === 0) return say`none`;
            const places = lost.map((cell): Content => {
              const id = linkOf(cell);
              const text = placeText(cell);
              return id === undefined ? text : html`<a href="#${id}">${text}</a>`;
            });
            return places.reduce((all, place) => sayHtml`${all}, ${place}`);
          },
        },
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
      column('words', say`tokens`, band, { set: 'number' }),
      column('percent', say`place`, ({ position }) => position),
      column('interval', say`recall`, ({ recall }) => recall),
      column('count', say`marks`, ({ marks }) => marks),
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
    title: say`${title}: diagnoses by length`,
    rows: providers.flatMap((provider) => lengths.map((tokens) => ({ provider, tokens }))),
    columns: [
      readerColumn(),
      column('words', say`tokens`, ({ tokens }) => sizeAndLengthText(tokens, sizes), {
        set: 'number',
      }),
      ...orderDiagnoses(own.map(({ diagnosis }) => diagnosis)).map((diagnosis) =>
        column(
          'count',
          diagnosisName(diagnosis),
          (row: Diagnosed) => counts.get(keyOf(row, diagnosis)) ?? 0,
          {
            head: diagnosisName(diagnosis),
          },
        ),
      ),
    ],
  };
}
