/** A history as JSON has it. */
import { jsonText } from '../../base/safe-output.js';
import type { ReachFigures, SizeFigures } from '../../measuring/facts/length-figures.js';
import {
  effectiveLengthFigures,
  effectiveSizeFigures,
} from '../../measuring/facts/length-figures.js';
import { type ReliableFigures, reliableFigures } from '../../measuring/facts/length-verdict.js';
import type { History, HistoryPoint, HistorySeries, ReaderHistory } from './history.js';
import { type Finding, findingOf } from './history-finding.js';

export interface HistoryPointJson extends Omit<HistoryPoint, 'effectiveLength' | 'reliable'> {
  reliableLength: ReliableFigures;
  effectiveLength: ReachFigures;
  /** Where all its prompts are sized by how many things they have. */
  effectiveSize?: SizeFigures;
}

export interface HistorySeriesJson extends Omit<HistorySeries, 'points' | 'sizes'> {
  /** One for each run; `null` where it has no answer. */
  points: (HistoryPointJson | null)[];
}

export interface HistoryJson extends Omit<History, 'readers'> {
  readers: (Omit<ReaderHistory, 'series'> & { finding: Finding; series: HistorySeriesJson[] })[];
}

export function historyJson(history: History): string {
  const { runs, options } = history;
  const readers = history.readers.map(({ series, ...reader }) => ({
    ...reader,
    finding: findingOf({ ...reader, series }, runs.length, options.maxDrop),
    series: series.map(seriesJson),
  }));
  return jsonText({ ...history, readers } satisfies HistoryJson);
}

function seriesJson({ points, sizes, ...series }: HistorySeries): HistorySeriesJson {
  const { fromTokens: shortest, toTokens: longest } = series;
  return {
    ...series,
    points: points.map((point) => {
      if (!point) return null;
      const reached = { ...point, shortest, longest, ...(sizes && { sizes }) };
      const effectiveSize = effectiveSizeFigures(reached);
      const { reliable: _, ...known } = point;
      return {
        ...known,
        reliableLength: reliableFigures(reached)!,
        effectiveLength: effectiveLengthFigures(reached)!,
        ...(effectiveSize && { effectiveSize }),
      };
    }),
  };
}
