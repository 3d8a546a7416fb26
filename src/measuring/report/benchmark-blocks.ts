/** Shows a battery: what each model found in each benchmark, how far it is reliable there, and what went wrong. */

import { groupBy } from '../../base/group-by.js';
import { mean } from '../../base/numbers.js';
import { say } from '../../base/text/language.js';
import { RECALL } from '../../contract/signs.js';
import { type Column, columns, left, wide } from '../document/build.js';
import type { Block, Card, Cell, Table } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { percentText } from '../document/words.js';
import { saidToHold } from '../facts/length-verdict.js';
import { effectiveLengthAnswer, legendText, lengthPill } from '../facts/length-words.js';
import { causeText } from '../facts/tables/cause-text.js';
import type { BenchmarkRow, ReportData } from '../facts/tables/tables.js';
import { costCell, countCell, latencyCell, NOTHING, shareCell } from './cells.js';
import { answerKey } from './lost-facts.js';
import { sinceColumn } from './model-blocks.js';
import { agreeing, heldIn, type Model, pillOf, type View } from './models.js';

const MOST_LINES = 11;

const MOST_BARS = 20;

export function benchmarkCards({ models }: View): Block {
  return {
    kind: 'cards',
    note: legendText(),
    cards: models.map((model): Card => {
      const known = model.lines.filter(({ recall }) => Number.isFinite(recall.value));
      const bars = known.map((line) => ({
        ...{ name: foreign(line.name), share: line.recall.value },
        tone: lengthPill(line).tone,
      }));
      return {
        heading: model.name,
        pill: pillOf(model),
        ...(known.length > 0 && {
          figure: {
            value: percentText(meanOf(model)),
            note: say`mean of ${known.length} benchmarks`,
          },
        }),
        bars: { label: say`Facts found`, bars: bars.slice(0, MOST_BARS) },
      };
    }),
  };
}

/** NaN without any benchmark. */
export function meanOf({ lines }: Model): number {
  return mean(lines.flatMap(({ recall }) => (Number.isFinite(recall.value) ? recall.value : [])));
}

/** Shows benchmarks in rows. A few models have two columns each, more have one. */
export function benchmarkTable({ data, models, lost }: View): Table {
  const isFew = models.length <= 3;
  return columns(
    say`Benchmarks`,
    linesOf(data),
    [say`Benchmark`, benchmarkName],
    ...models.flatMap((model): (Column<Lines> | false)[] => [
      [
        model.name,
        lineCell(model, (line) => {
          const to = lost.idOf(answerKey(model.provider, line.name));
          const { value, ...bounds } = line.recall;
          const target = saidToHold(line) > 0 ? data.options : undefined;
          const share = { value, ...agreeing(bounds, target) };
          const { tone } = lengthPill(line);
          return { ...shareCell(share), tone, ...(to && { to }) };
        }),
      ],
      isFew && [{ ...wide(say`Verdict`), align: 'left' }, lineCell(model, verdictCell)],
    ]),
  );
}

/** Lines of one benchmark and metric, of any model. */
type Lines = readonly [BenchmarkRow, ...BenchmarkRow[]];

function linesOf({ benchmarks }: ReportData): Lines[] {
  const keyOf = ({ name, measure = RECALL }: BenchmarkRow) => JSON.stringify([name, measure]);
  return [...groupBy(benchmarks, keyOf).values()] as [BenchmarkRow, ...BenchmarkRow[]][];
}

function benchmarkName([first]: Lines): string {
  return foreign(first.name);
}

function lineCell({ provider }: Model, of: (line: BenchmarkRow) => Cell) {
  return (lines: Lines) => {
    const line = lines.find((each) => each.provider === provider);
    return line ? of(line) : NOTHING;
  };
}

function verdictCell(line: BenchmarkRow): Cell {
  const { text, tone } = lengthPill(line);
  return {
    text,
    tone,
    isPill: true,
    ...(line.cause !== undefined && { small: causeText(line.cause, line) }),
  };
}

/** Shows reliable lengths, for a terminal. */
export function benchmarkLengths({ data, models }: View): Table {
  return columns(
    say`Benchmarks`,
    linesOf(data).slice(0, MOST_LINES),
    [say`Reliable up to`, benchmarkName],
    ...models
      .slice(0, 3)
      .map(
        (model): Column<Lines> => [
          model.name,
          lineCell(model, (line) => ({ text: effectiveLengthAnswer(line) })),
        ],
      ),
  );
}

export function batteryTable({ data, models }: View): Table {
  return columns(
    say`Models`,
    models,
    [say`Model`, ({ name }) => name],
    [left(say`Verdict`), batteryCell],
    sinceColumn(data),
    [wide(say`Latency`), ({ latencyMs }) => latencyCell(latencyMs)],
    [wide(say`Failed calls`), ({ errors }) => countCell(errors, true)],
    [wide(say`Cost`), ({ spent }) => costCell(spent)],
  );
}

function batteryCell(model: Model): Cell {
  const { tone, text } = pillOf(model);
  const { held, failed, all } = heldIn(model);
  const open = all - held - failed;
  return { text, tone, isPill: true, ...(open > 0 && { small: say`${open} inconclusive` }) };
}
