import { jsonText } from '../../base/safe-output.js';
import type { ReachFigures, SizeFigures } from '../../measuring/facts/length-figures.js';
import {
  effectiveLengthFigures,
  effectiveSizeFigures,
} from '../../measuring/facts/length-figures.js';
import { type ReliableFigures, reliableFigures } from '../../measuring/facts/length-verdict.js';
import type { History, HistoryPoint, HistorySeries, ModelHistory } from './history.js';
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

export interface HistoryJson extends Omit<History, 'models'> {
  models: (Omit<ModelHistory, 'series'> & { finding: Finding; series: HistorySeriesJson[] })[];
}

export function historyJson(history: History): string {
  const { runs, options } = history;
  const models = history.models.map(({ series, ...model }) => ({
    ...model,
    finding: findingOf({ ...model, series }, runs.length, options.maxDrop),
    series: series.map(seriesJson),
  }));
  return jsonText({ ...history, models } satisfies HistoryJson);
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
