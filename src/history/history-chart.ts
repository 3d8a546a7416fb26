/** Recall of one series over runs, as a picture: a point with its interval for each run. */

import { intervalText } from '../output/words.js';
import { HUES, INK, LINE, MUTED } from '../report/charts/chart-style.js';
import { html, type Markup } from '../report/html/markup.js';
import type { HistorySeries } from './history.js';

const STEP = 46;
const LEFT = 44;
const TOP = 12;
const HEIGHT = 160;
const BOTTOM = 26;

/** Half of the width of the ends of an interval. */
const END = 5;

/**
 * Runs from left to right, numbered as in the table; recall from 0 to 1.
 *
 * @param firstWorse - number of the run from which on points are in the second colour
 */
export function historyChart(series: HistorySeries, firstWorse: number | undefined): Markup {
  const width = LEFT + STEP * series.points.length + 10;
  const x = (run: number) => LEFT + STEP * (run + 0.5);
  const y = (recall: number) => TOP + HEIGHT * (1 - recall);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (recall) =>
      html`<line x1="${LEFT}" x2="${width - 10}" y1="${y(recall)}" y2="${y(recall)}" stroke="${LINE}"/><text x="${LEFT - 8}" y="${y(recall) + 4}" text-anchor="end" fill="${MUTED}">${recall}</text>`,
  );
  const points = series.points.map((point, run) => {
    const label = html`<text x="${x(run)}" y="${TOP + HEIGHT + 18}" text-anchor="middle" fill="${INK}">${run + 1}</text>`;
    if (!point) return label;
    const { value, low, high } = point.recall;
    const hue = firstWorse !== undefined && run >= firstWorse ? HUES[1] : HUES[0];
    const bar = `M${x(run)},${y(low)}V${y(high)}M${x(run) - END},${y(low)}h${2 * END}M${x(run) - END},${y(high)}h${2 * END}`;
    return html`${label}<g><title>run ${run + 1}: recall ${intervalText(point.recall)}</title><path d="${bar}" stroke="${hue}" stroke-width="1.5" fill="none"/><circle cx="${x(run)}" cy="${y(value)}" r="4" fill="${hue}"/></g>`;
  });
  const height = TOP + HEIGHT + BOTTOM;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Recall by run" font-size="12">${grid}${points}</svg>`;
}
