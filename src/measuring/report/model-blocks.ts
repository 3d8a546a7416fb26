/** Shows models that have one verdict each: cards for a few, a ranked table for more, and a chart. */

import { sum } from '../../base/numbers.js';
import { say, sayCount } from '../../base/text/language.js';
import { capital } from '../../base/text/texts.js';
import { when } from '../../base/when.js';
import { folded, left, onPage, paragraph, row, table, wide } from '../document/build.js';
import type { Bars, Block, Card, Cell, Chart, Head, Row, Table } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { lostRuns } from '../document/render/html-strips.js';
import { amountAt, nounText } from '../document/sizes.js';
import { percentText, sizeText } from '../document/words.js';
import { reachCell } from '../facts/effective-length.js';
import { figureName } from '../facts/evaluation/series.js';
import { saidToHold } from '../facts/length-verdict.js';
import type { ReportData } from '../facts/tables/tables.js';
import { costCell, countCell, intervalText, latencyCell, NOTHING, shareCell } from './cells.js';
import { type LostFacts, NO_LOST, runKey, stripOf } from './lost-facts.js';
import {
  type Band,
  bandsOf,
  foundAt,
  type Lengths,
  lengthsOf,
  type Model,
  pillOf,
  recallOf,
} from './models.js';
import { quietSeries } from './published-runs.js';

/** Names the main figure: facts found, questions answered, or a metric. */
export function foundName({ series, questions }: Pick<ReportData, 'series' | 'questions'>): string {
  const own = lengthsOf({ series }).series;
  const name = figureName(own);
  if (questions && name === figureName([{}])) return say`Questions answered`;
  return name === figureName([{}]) ? say`Facts found` : foreign(capital(name));
}

export function cardsOf(data: ReportData, models: readonly Model[], lengths: Lengths): Block {
  const bands = bandsOf(lengths);
  const longest = { tokens: lengths.tokens.slice(-1) };
  const at = sizeText(lengths.tokens.at(-1)!, lengths.sizes);
  return {
    kind: 'cards',
    cards: models.map((model): Card => {
      const found = isRead(model) ? foundAt(data, model, lengths, longest) : undefined;
      const interval = found && intervalText(found);
      const shares = bands.flatMap((band) => {
        const share = foundAt(data, model, lengths, band);
        return share ? [{ name: band.name, share: share.value }] : [];
      });
      return {
        heading: model.name,
        pill: pillOf(model),
        ...(found && {
          figure: {
            value: percentText(found.value),
            note: foundNote(data, at, interval),
          },
        }),
        ...(isRead(model) &&
          shares.length > 1 && { bars: { label: foundName(data), bars: shares } }),
      };
    }),
  };
}

function foundNote({ questions }: ReportData, at: string, interval: string | undefined): string {
  if (questions) {
    return interval
      ? say`of the questions answered at ${at} (${interval})`
      : say`of the questions answered at ${at}`;
  }
  return interval
    ? say`of the facts found at ${at} (${interval})`
    : say`of the facts found at ${at}`;
}

/** False if most answers could not be read, so that figures would mislead. */
export function isRead({ rank }: Model): boolean {
  return rank.unranked !== 'unread';
}

/** Bars for a shared picture: what each model found at the longest length. */
export function shareOf(data: ReportData, models: readonly Model[], lengths: Lengths): Bars {
  const longest = lengths.tokens.at(-1);
  const at = longest === undefined ? '' : sizeText(longest, lengths.sizes);
  return {
    label: lengths.tokens.length === 1 ? foundName(data) : say`${foundName(data)} at ${at}`,
    bars: models.filter(isRead).flatMap((model) => {
      const found = longest && foundAt(data, model, lengths, { tokens: [longest] });
      return found ? [{ name: model.name, share: found.value }] : [];
    }),
  };
}

/** Columns by length on a page. */
const FEW_BANDS = 6;

/** Rows of a table that is not folded, and of one with tall rows. */
const [MOST_ROWS, LOW_ROWS] = [18, 12];

/** Ranks many models, with a strip of what the longest prompts lose. */
export function rankedTables(
  data: ReportData,
  models: readonly Model[],
  lengths: Lengths,
  lost: LostFacts,
): Block[] {
  const more = models.slice(MOST_ROWS);
  const table = (own: readonly Model[]) => rankedTable(data, own, lengths, lost, models.length);
  return [
    onPage({
      heading: say`Models`,
      sub: say`${foundName(data)} by prompt length, sorted by reliable length. Green: ${percentText(data.options.threshold)} or more.`,
      blocks: [
        table(models.slice(0, MOST_ROWS)),
        ...when(
          lost.left > 0,
          paragraph(
            say`${lost.left} more missed facts are not on this page. Read one with npx promptfoo-counting-stars show PROMPT.`,
          ),
        ),
      ],
    }),
    ...when(more.length > 0, folded(sayCount(more.length, 'more model'), table(more))),
  ];
}

function rankedTable(
  data: ReportData,
  models: readonly Model[],
  lengths: Lengths,
  lost: LostFacts,
  count: number,
): Table {
  const { options, since } = data;
  const bands = bandsOf(lengths, FEW_BANDS);
  const longest = bandsOf(lengths).at(-1)!;
  const isPlaced = data.cells.length > 0;
  const isLow = count > LOW_ROWS;
  const hasCost = models.some(({ spent }) => spent.cost !== undefined);
  const heads: Head[] = [
    { text: say`Model` },
    left(say`Verdict`),
    ...bands.map(({ name }): Head => ({ text: name })),
    { text: say`All` },
    ...(isPlaced ? [left(say`Misses at ${longest.name}`)] : []),
    ...(since ? [{ text: say`Since ${foreign(since.baseline)}` }] : []),
    ...(hasCost ? [{ text: say`Cost` }] : []),
    { text: say`Latency` },
  ];
  const rows = models.map((model): Row => {
    const isShown = isRead(model);
    const found = isShown ? recallOf(model) : undefined;
    return row(
      model.name,
      verdictCell(model, !isLow),
      ...bands.map((band) =>
        isShown
          ? shareCell(plainly(foundAt(data, model, lengths, band)), options.threshold, true)
          : NOTHING,
      ),
      shareCell(isLow ? plainly(found) : found, options.threshold),
      ...(isPlaced ? [lossCell(data, model, lengths, longest, lost)] : []),
      ...(since ? [changeCell(model)] : []),
      ...(hasCost ? [costCell(model.spent)] : []),
      latencyCell(model.latencyMs),
    );
  });
  return table(say`Models`, heads, rows);
}

function verdictCell(model: Model, hasSmall: boolean): Cell {
  const { tone, text } = pillOf(model);
  const beside = model.line && tone === 'warn' ? reachCell(model.line).below : '';
  return {
    ...{ text, tone, isPill: true, value: model.line ? saidToHold(model.line) : 0 },
    ...(hasSmall && beside !== '' && { small: beside }),
  };
}

/** For models without one reliable length. */
const NO_LENGTH = { answer: '–', below: '' };

export const TERMINAL_ROWS = 10;

/** Leaves out the noun, which the first head has. */
function bandHead({ name, tokens }: Band, { sizes }: Lengths): string {
  return sizes ? String(amountAt(sizes, tokens.at(-1)!)) : name;
}

/** Shows facts found by length and the verdict, as a terminal has room for. */
export function terminalTable(data: ReportData, models: readonly Model[], lengths: Lengths): Table {
  const { options, since, cells } = data;
  const bands = bandsOf(lengths, FEW_BANDS);
  const longest = bandsOf(lengths).at(-1)!;
  const isMany = models.length > 3 && cells.length > 0;
  return table(
    foundName(data),
    [
      lengths.sizes ? say`${foundName(data)} by ${nounText(lengths.sizes.noun)}s` : foundName(data),
      ...(isMany ? [] : bands.map((band): Head => ({ text: bandHead(band, lengths) }))),
      say`All`,
      ...(isMany ? [{ text: say`Misses (start → end)` }] : []),
      say`Verdict`,
      ...(since ? [{ text: say`Since ${foreign(since.baseline)}` }] : []),
    ],
    models.slice(0, TERMINAL_ROWS).map((model): Row => {
      const isShown = isRead(model);
      const { text } = pillOf(model);
      return row(
        model.name,
        ...(isMany
          ? []
          : bands.map((band) =>
              isShown
                ? shareCell(plainly(foundAt(data, model, lengths, band)), options.threshold)
                : NOTHING,
            )),
        shareCell(isShown ? plainly(recallOf(model)) : undefined, options.threshold),
        ...(isMany ? [lossCell(data, model, lengths, longest, NO_LOST)] : []),
        text,
        ...(since ? [{ ...changeCell(model), small: '' }] : []),
      );
    }),
  );
}

function foundCell(
  data: ReportData,
  model: Model,
  lengths: Lengths,
  tokens: readonly number[],
): Cell {
  return shareCell(foundAt(data, model, lengths, { tokens }), data.options.threshold);
}

/** Drops the interval, for which there is no room. */
function plainly(share: ReturnType<typeof foundAt>) {
  return share && { value: share.value };
}

function lossCell(
  data: ReportData,
  model: Model,
  lengths: Lengths,
  band: Band,
  lost: LostFacts,
): Cell {
  const strip = stripOf(data, model, lengths, band);
  if (!isRead(model) || strip.every((share) => share === undefined)) return NOTHING;
  const [run] = lostRuns(strip);
  const to = run && lost.idOf(runKey(model.provider, band, run[0]));
  return {
    text: run ? say`${model.name} misses facts at ${band.name}` : say`nothing`,
    strip,
    ...(to !== undefined && { to }),
  };
}

export function changeCell({ change }: Model): Cell {
  if (!change) return NOTHING;
  return {
    text: foreign(change.change),
    ...(change.note !== '' && { small: foreign(change.note) }),
    ...(change.verdict === 'worse' && { tone: 'bad' }),
  };
}

const MOST_SERIES = 3;

/** Draws facts found by length. Of many models it draws the first, a middle one and the last. */
export function chartOf(
  data: ReportData,
  models: readonly Model[],
  lengths: Lengths,
): Block | undefined {
  const known = models.filter(
    (model) =>
      isRead(model) &&
      lengths.tokens.some((tokens) => foundAt(data, model, lengths, { tokens: [tokens] })),
  );
  if (lengths.tokens.length < 2 || known.length === 0) return undefined;
  const chosen =
    known.length <= MOST_SERIES
      ? known
      : [known[0]!, known[Math.floor(known.length / 2)]!, known.at(-1)!];
  const chart: Chart = {
    kind: 'chart',
    label: say`${foundName(data)}, by prompt length`,
    ticks: lengths.tokens.map((tokens) => sizeText(tokens, lengths.sizes)),
    ...(data.options.baseLengths === undefined && { target: data.options.threshold }),
    series: [
      ...chosen.map((model) => ({
        name: model.name,
        points: lengths.tokens.map((tokens) => foundAt(data, model, lengths, { tokens: [tokens] })),
      })),
      ...quietSeries(data, lengths),
    ],
  };
  return {
    kind: 'section',
    heading: chart.label,
    sub:
      chosen.length < known.length
        ? say`The first, a middle and the last model of the table. Thin lines: 95% intervals.`
        : chart.series.length > chosen.length
          ? say`Thin lines: 95% intervals. Grey: published runs under the same conditions.`
          : say`Thin lines: 95% intervals.`,
    blocks: [chart],
    in: ['html'],
  };
}

/** Shows where each of a few models misses facts, by length, the model that misses most first. */
export function stripSections(
  data: ReportData,
  models: readonly Model[],
  lengths: Lengths,
  lost: LostFacts,
): Block[] {
  const bands = bandsOf(lengths);
  const ends: readonly [string, string] | undefined = lengths.sizes && [say`first`, say`last`];
  const ordered = models.filter(isRead).toSorted((a, b) => missesOf(data, b) - missesOf(data, a));
  const withLosses = ordered.flatMap((model): Block[] => {
    const strips = bands.flatMap((band) => {
      const marks = stripOf(data, model, lengths, band);
      const share = foundAt(data, model, lengths, band);
      if (!share || marks.every((mark) => mark === undefined)) return [];
      return [
        {
          name: band.name,
          marks,
          text: percentText(share.value),
          to: (first: number) => lost.idOf(runKey(model.provider, band, first)),
        },
      ];
    });
    if (strips.every(({ marks }) => lostRuns(marks).length === 0)) return [];
    return [
      {
        kind: 'section',
        heading: say`Where ${model.name} misses facts`,
        sub: say`Each bar is one prompt from start to end. Red: facts missed. Choose a red part to read the text and the answer.`,
        blocks: [
          {
            kind: 'strips',
            label: say`${model.name}, each prompt from start to end (█ found, ▒ in part, ░ missed)`,
            ...(ends && { ends }),
            strips,
          },
        ],
        in: ['html'],
      },
    ];
  });
  return withLosses;
}

function missesOf({ cells }: ReportData, { provider }: Model): number {
  const own = cells.filter((cell) => cell.provider === provider);
  return sum(own.map(({ recall, marks }) => (1 - recall) * marks));
}

/** Keeps the strips of the model that misses most, for a terminal. */
export function terminalStrips([first]: readonly Block[]): Block[] {
  return (first?.kind === 'section' ? first.blocks : []).map((block) => ({
    ...block,
    in: ['terminal'],
  }));
}

/** Shows all figures of a few models. */
export function numbersTable(data: ReportData, models: readonly Model[], lengths: Lengths): Table {
  const { options, since } = data;
  const longest = lengths.tokens.at(-1);
  const isSeveral = lengths.tokens.length > 1 && longest !== undefined;
  const isCosted = models.some(({ spent }) => spent.cost !== undefined);
  const heads: Head[] = [
    { text: say`Model` },
    { text: foundName(data) },
    ...(isSeveral ? [{ text: say`At ${sizeText(longest, lengths.sizes)}` }] : []),
    { text: say`Reliable up to` },
    ...(since ? [{ text: say`Since ${foreign(since.baseline)}` }] : []),
    wide(say`Latency`),
    wide(say`Failed calls`),
    ...(isCosted ? [wide(say`Cost`)] : []),
  ];
  const rows = models.map((model): Row => {
    const isShown = isRead(model);
    const { answer: reach, below: beside } = model.line ? reachCell(model.line) : NO_LENGTH;
    return row(
      model.name,
      isShown ? shareCell(recallOf(model), options.threshold) : NOTHING,
      ...(isSeveral ? [isShown ? foundCell(data, model, lengths, [longest]) : NOTHING] : []),
      {
        ...{ text: reach, value: model.line ? saidToHold(model.line) : 0 },
        ...(beside !== '' && { small: beside }),
      },
      ...(since ? [changeCell(model)] : []),
      latencyCell(model.latencyMs),
      countCell(model.errors, true),
      ...(isCosted ? [costCell(model.spent)] : []),
    );
  });
  return table(say`Numbers`, heads, rows);
}
