/** Shows a battery: what each model found in each benchmark, how far it is reliable there, and what went wrong. */

import { groupBy } from '../../base/group-by.js';
import { mean } from '../../base/numbers.js';
import { say } from '../../base/text/language.js';
import { RECALL } from '../../contract/signs.js';
import { left, row, table, wide } from '../document/build.js';
import type { Block, Card, Cell, Row, Table } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { percentText } from '../document/words.js';
import { effectiveLengthAnswer, lengthPill } from '../facts/effective-length.js';
import { causeText } from '../facts/tables/causes.js';
import type { BenchmarkRow, ReportData } from '../facts/tables/tables.js';
import { costCell, countCell, latencyCell, NOTHING, shareCell } from './cells.js';
import { answerKey, type LostFacts, NO_LOST } from './lost-facts.js';
import { changeCell } from './model-blocks.js';
import { heldIn, type Model, pillOf } from './models.js';

const MOST_LINES = 11;

const MOST_BARS = 20;

export function benchmarkCards(models: readonly Model[]): Block {
  return {
    kind: 'cards',
    cards: models.map((model): Card => {
      const known = model.lines.filter(({ recall }) => Number.isFinite(recall.value));
      const bars = known.map((line) => ({ name: lineName(line), share: line.recall.value }));
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

function lineName({ name }: BenchmarkRow): string {
  return foreign(name);
}

/** Shows benchmarks in rows. A few models have two columns each, more have one. */
export function benchmarkTable(
  data: ReportData,
  models: readonly Model[],
  lost: LostFacts = NO_LOST,
): Table {
  const byName = groupBy(data.benchmarks, ({ name, measure = RECALL }) =>
    JSON.stringify([name, measure]),
  );
  const isFew = models.length <= 3;
  const lineIn = (own: readonly BenchmarkRow[], { provider }: Model) =>
    own.find((line) => line.provider === provider);
  return table(
    say`Benchmarks`,
    [
      say`Benchmark`,
      ...models.flatMap(({ name }) =>
        isFew
          ? [
              { text: name },
              { text: say`Verdict`, align: 'left' as const, notInTerminal: true as const },
            ]
          : [{ text: name }],
      ),
    ],
    [...byName.values()].map(
      (own): Row =>
        row(
          lineName(own[0]!),
          ...models.flatMap((model) => {
            const line = lineIn(own, model);
            const to = line && lost.idOf(answerKey(model.provider, line.name));
            const share = line
              ? { ...shareCell(line.recall, data.options.threshold, true), ...(to && { to }) }
              : NOTHING;
            if (!isFew) return [share];
            return [share, line ? verdictCell(line) : NOTHING];
          }),
        ),
    ),
  );
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
export function benchmarkLengths(data: ReportData, models: readonly Model[]): Table {
  const byName = groupBy(data.benchmarks, ({ name, measure = RECALL }) =>
    JSON.stringify([name, measure]),
  );
  return table(
    say`Benchmarks`,
    [say`Reliable up to`, ...models.slice(0, 3).map(({ name }) => ({ text: name }))],
    [...byName.values()].slice(0, MOST_LINES).map(
      (own): Row =>
        row(
          lineName(own[0]!),
          ...models.slice(0, 3).map(({ provider }) => {
            const line = own.find((one) => one.provider === provider);
            return line ? { text: effectiveLengthAnswer(line) } : NOTHING;
          }),
        ),
    ),
  );
}

export function batteryTable(data: ReportData, models: readonly Model[]): Table {
  const { since } = data;
  return table(
    say`Models`,
    [
      say`Model`,
      left(say`Verdict`),
      ...(since ? [{ text: say`Since ${foreign(since.baseline)}` }] : []),
      wide(say`Latency`),
      wide(say`Failed calls`),
      wide(say`Cost`),
    ],
    models.map((model): Row => {
      const { tone, text } = pillOf(model);
      const { held, failed, all } = heldIn(model);
      const open = all - held - failed;
      return row(
        model.name,
        { text, tone, isPill: true, ...(open > 0 && { small: say`${open} inconclusive` }) },
        ...(since ? [changeCell(model)] : []),
        latencyCell(model.latencyMs),
        countCell(model.errors, true),
        costCell(model.spent),
      );
    }),
  );
}
