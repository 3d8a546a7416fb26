/** Shows models that have one verdict each: cards for a few, a ranked table for more, and a chart. */

import { sum } from '../../base/numbers.js';
import { say, sayCount } from '../../base/text/language.js';
import { capital } from '../../base/text/texts.js';
import { when } from '../../base/when.js';
import { type Column, columns, folded, left, onPage, paragraph, wide } from '../document/build.js';
import type { Bars, Block, Card, Cell, Chart, Table } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { lostRuns } from '../document/render/html-strips.js';
import { amountAt, nounText } from '../document/sizes.js';
import { percentText, sizeText } from '../document/words.js';
import { figureName } from '../facts/evaluation/series.js';
import { saidToHold } from '../facts/length-verdict.js';
import { legendText, reachCell } from '../facts/length-words.js';
import type { ReportData } from '../facts/tables/tables.js';
import { costCell, countCell, intervalText, latencyCell, NOTHING, shareCell } from './cells.js';
import { runKey, stripOf } from './lost-facts.js';
import {
  type Band,
  bandsOf,
  bandTone,
  foundAt,
  type Model,
  modelRecall,
  pillOf,
  testedLengths,
  type View,
} from './models.js';
import { quietSeries } from './published-runs.js';

/** Names the main figure: facts found, questions answered, or a metric. */
export function foundName({ series, questions }: Pick<ReportData, 'series' | 'questions'>): string {
  const tested = testedLengths({ series }).series;
  const name = figureName(tested);
  if (questions && name === figureName([{}])) return say`Questions answered`;
  return name === figureName([{}]) ? say`Facts found` : foreign(capital(name));
}

export function cardsOf(view: View): Block {
  const { data, models, lengths } = view;
  const bands = bandsOf(lengths);
  const longest = lengths.tokens.slice(-1);
  const at = sizeText(lengths.tokens.at(-1)!, lengths.sizes);
  return {
    kind: 'cards',
    note: legendText(),
    cards: models.map((model): Card => {
      const found = isRead(model) ? foundAt(view, model, longest) : undefined;
      const interval = found && intervalText(found);
      const shares = bands.flatMap((band) => {
        const share = foundAt(view, model, band.tokens);
        const tone = share && bandTone(view, model, band.tokens, share.value);
        return share ? [{ name: band.name, share: share.value, tone }] : [];
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
      ? say`of questions answered at ${at} (${interval})`
      : say`of questions answered at ${at}`;
  }
  return interval ? say`of facts found at ${at} (${interval})` : say`of facts found at ${at}`;
}

/** False if most answers could not be read, so that figures would mislead. */
export function isRead({ rank }: Model): boolean {
  return rank.unranked !== 'unread';
}

/** Bars for a shared picture: what each model found at the longest length. */
export function shareOf(view: View): Bars {
  const { data, models, lengths } = view;
  const longest = lengths.tokens.slice(-1);
  const at = longest.map((tokens) => sizeText(tokens, lengths.sizes)).join('');
  return {
    label: lengths.tokens.length === 1 ? foundName(data) : say`${foundName(data)} at ${at}`,
    bars: models.filter(isRead).flatMap((model) => {
      const found = foundAt(view, model, longest);
      const tone = found && bandTone(view, model, longest, found.value);
      return found ? [{ name: model.name, share: found.value, tone }] : [];
    }),
  };
}

/** Columns by length on a page. */
const FEW_BANDS = 6;

/** Rows of a table that is not folded, and of one with tall rows. */
const [MOST_ROWS, LOW_ROWS] = [18, 12];

/** Ranks many models, with a strip of what the longest prompts lose. */
export function rankedTables(view: View): Block[] {
  const { data, models, lost } = view;
  const more = models.slice(MOST_ROWS);
  const table = (shown: readonly Model[]) => rankedTable(view, shown);
  return [
    onPage({
      heading: say`Models`,
      sub: say`${foundName(data)} by prompt length, sorted by reliable length. ${legendText()}`,
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

function rankedTable(view: View, models: readonly Model[]): Table {
  const { data, lengths, lost } = view;
  const longest = bandsOf(lengths).at(-1)!;
  const isLow = view.models.length > LOW_ROWS;
  const recallOf = (model: Model) => modelRecall(data, model);
  const ifRead = (of: (model: Model) => Cell) => (model: Model) =>
    isRead(model) ? of(model) : NOTHING;
  const table = columns(
    say`Models`,
    models,
    [say`Model`, ({ name }) => name],
    [left(say`Verdict`), (model) => verdictCell(model, !isLow)],
    ...bandsOf(lengths, FEW_BANDS).map((band): Column<Model> => {
      const cellOf = (model: Model) => {
        const share = plainly(foundAt(view, model, band.tokens));
        return share
          ? { ...shareCell(share), tone: bandTone(view, model, band.tokens, share.value) }
          : NOTHING;
      };
      return [band.name, ifRead(cellOf)];
    }),
    [say`All`, ifRead((model) => shareCell(isLow ? plainly(recallOf(model)) : recallOf(model)))],
    data.cells.length > 0 && [
      left(say`Misses at ${longest.name}`),
      (model) => lossCell(view, model, longest),
    ],
    sinceColumn(data),
    models.some(({ spent }) => spent.cost !== undefined) && [
      say`Cost`,
      ({ spent }) => costCell(spent),
    ],
    [say`Latency`, ({ latencyMs }) => latencyCell(latencyMs)],
  );
  // Headings to choose would stand between a keyboard and the first missed fact.
  return { ...table, ...(lost.drawers.length === 0 && { isSorted: true as const }) };
}

/** What changed since a baseline, if there is one. */
export function sinceColumn({ since }: ReportData): Column<Model> | undefined {
  return since && [say`Since ${foreign(since.baseline)}`, changeCell];
}

function verdictCell(model: Model, hasSmall: boolean): Cell {
  const { tone, text } = pillOf(model);
  const beside = model.line && tone === 'warn' ? reachCell(model.line).below : '';
  return {
    ...{ text, tone, isPill: true, value: model.line ? saidToHold(model.line) : 0 },
    ...(hasSmall && beside !== '' && { small: beside }),
  };
}

export const TERMINAL_ROWS = 7;

/** Leaves out the noun, which the first head has. */
function bandHead({ name, tokens }: Band, { sizes }: View['lengths']): string {
  return sizes ? String(amountAt(sizes, tokens.at(-1)!)) : name;
}

/** Shows facts found by length and the verdict, as a terminal has room for. */
export function terminalTable(view: View): Table {
  const { data, models, lengths } = view;
  const { since, cells } = data;
  const longest = bandsOf(lengths).at(-1)!;
  const isMany = models.length > 3 && cells.length > 0;
  const bands = isMany ? [] : bandsOf(lengths, FEW_BANDS);
  const found = (model: Model, share: ReturnType<typeof foundAt>) =>
    isRead(model) ? shareCell(plainly(share)) : NOTHING;
  const what = foundName(data);
  return columns(
    what,
    models.slice(0, TERMINAL_ROWS),
    [lengths.sizes ? say`${what} by ${nounText(lengths.sizes.noun)}s` : what, ({ name }) => name],
    ...bands.map(
      (band): Column<Model> => [
        bandHead(band, lengths),
        (model) => found(model, foundAt(view, model, band.tokens)),
      ],
    ),
    [say`All`, (model) => found(model, modelRecall(data, model))],
    isMany && [say`Misses (start → end)`, (model) => lossCell(view, model, longest)],
    [say`Verdict`, (model) => pillOf(model).text],
    since && [
      say`Since ${foreign(since.baseline)}`,
      (model) => ({ ...changeCell(model), small: '' }),
    ],
  );
}

/** Drops the interval, for which there is no room. */
function plainly(share: ReturnType<typeof foundAt>): typeof share {
  return share && { value: share.value };
}

function lossCell(view: View, model: Model, band: Band): Cell {
  const strip = stripOf(view, model, band.tokens);
  if (!isRead(model) || strip.every((share) => share === undefined)) return NOTHING;
  const [run] = lostRuns(strip);
  const to = run && view.lost.idOf(runKey(model.provider, band, run[0]));
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
export function chartOf(view: View): Block | undefined {
  const { data, models, lengths } = view;
  const known = models.filter(
    (model) => isRead(model) && lengths.tokens.some((tokens) => foundAt(view, model, [tokens])),
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
        points: lengths.tokens.map((tokens) => foundAt(view, model, [tokens])),
      })),
      ...quietSeries(view),
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
export function stripSections(view: View): Block[] {
  const { data, models, lengths, lost } = view;
  const bands = bandsOf(lengths);
  const ends: readonly [string, string] | undefined = lengths.sizes && [say`first`, say`last`];
  const ordered = models.filter(isRead).toSorted((a, b) => missesOf(data, b) - missesOf(data, a));
  const withLosses = ordered.flatMap((model): Block[] => {
    const strips = bands.flatMap((band) => {
      const marks = stripOf(view, model, band.tokens);
      const share = foundAt(view, model, band.tokens);
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
        sub: say`Each bar shows the prompts of one length, from start to end. Red: facts missed, the paler the fewer. Choose a red part to read the text and the answer.`,
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
  const missed = cells.filter((cell) => cell.provider === provider);
  return sum(missed.map(({ recall, marks }) => (1 - recall) * marks));
}

/** Keeps the strips of the model that misses most, for a terminal. */
export function terminalStrips([first]: readonly Block[]): Block[] {
  return (first?.kind === 'section' ? first.blocks : []).map((block) => ({
    ...block,
    in: ['terminal'],
  }));
}

/** Shows all figures of a few models. */
export function numbersTable(view: View): Table {
  const { data, models, lengths } = view;
  const longest = lengths.tokens.at(-1);
  const found = (model: Model, share: ReturnType<typeof foundAt>) =>
    isRead(model) ? shareCell(share) : NOTHING;
  return columns(
    say`Numbers`,
    models,
    [say`Model`, ({ name }) => name],
    // First, so that a small screen shows it.
    [say`Reliable up to`, reachedCell],
    [foundName(data), (model) => found(model, modelRecall(data, model))],
    lengths.tokens.length > 1 &&
      longest !== undefined && [
        say`At ${sizeText(longest, lengths.sizes)}`,
        (model) => found(model, foundAt(view, model, [longest])),
      ],
    sinceColumn(data),
    [wide(say`Latency`), ({ latencyMs }) => latencyCell(latencyMs)],
    [wide(say`Failed calls`), ({ errors }) => countCell(errors, true)],
    models.some(({ spent }) => spent.cost !== undefined) && [
      wide(say`Cost`),
      ({ spent }) => costCell(spent),
    ],
  );
}

function reachedCell({ line }: Model): Cell {
  if (!line) return { ...NOTHING, value: 0 };
  const { answer, below } = reachCell(line);
  return { text: answer, value: saidToHold(line), ...(below !== '' && { small: below }) };
}
