import { jsonText } from '../../base/safe-output.js';
import type { ReachFigures, SizeFigures } from '../../measuring/facts/effective-length.js';
import {
  effectiveLengthFigures,
  effectiveSizeFigures,
} from '../../measuring/facts/effective-length.js';
import { type ReliableFigures, reliableFigures } from '../../measuring/facts/length-verdict.js';
import type { History, HistoryPoint, HistorySeries, ReaderHistory } from './history.js';
import { type Finding, findingOf, reachedIn } from './history-finding.js';

export interface HistoryPointJson extends Omit<HistoryPoint, 'effectiveLength' | 'reliable'> {
  reliableLength: ReliableFigures;
  effectiveLength: ReachFigures;
  /** Set if all its prompts are sized by a count. */
  effectiveSize?: SizeFigures;
}

export interface HistorySeriesJson extends Omit<HistorySeries, 'points' | 'sizes'> {
  /** One for each run. `null` if it has no answer. */
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

function seriesJson(of: HistorySeries): HistorySeriesJson {
  const { points, sizes: _, ...series } = of;
  return {
    ...series,
    points: points.map((point, run) => {
      const reached = reachedIn(of, run);
      if (!point || !reached) return null;
      const effectiveSize = effectiveSizeFigures(reached);
      const { reliable: __, ...known } = point;
      return {
        ...known,
        reliableLength: reliableFigures(reached)!,
        effectiveLength: effectiveLengthFigures(reached)!,
        ...(effectiveSize && { effectiveSize }),
      };
    }),
  };
}
