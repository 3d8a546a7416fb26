/** Recall of one series over runs, as a picture: a point with its interval for each run. */

import { largest, smallest } from '../../base/extremes.js';
import { say } from '../../base/text/language.js';
import { HUES, INK, LINE, MUTED } from '../../measuring/document/charts/chart-style.js';
import { html, type Markup } from '../../measuring/document/markup.js';
import { intervalText } from '../../measuring/document/words.js';
import type { LevelStep } from './change-points.js';
import type { HistorySeries } from './history.js';

/** A run is so wide, and the plot at least so wide altogether. */
const STEP = 46;
const LEAST_WIDTH = 360;

/** A phone has room for the last of many runs. */
const RUNS_OF_A_PHONE = 10;
const WIDTH_OF_A_PHONE = 270;

const LEFT = 56;
const TOP = 12;
const HEIGHT = 160;
const BOTTOM = 40;

/** Half of the width of the ends of an interval. */
const END = 5;

/**
 * Runs from left to right, numbered as in the table; recall from the lowest bound to the highest.
 *
 * @param worse - the step down since which points are squares in the second colour: a dashed line before its first
 * run, on a band where else it may be
 */
export function historyChart(series: HistorySeries, worse: LevelStep | undefined): Markup {
  const runs = series.points.length;
  const last = Math.max(0, runs - RUNS_OF_A_PHONE);
  return html`${drawing(series, worse, { name: 'wide', first: 0, width: Math.max(STEP * runs, LEAST_WIDTH) })}${drawing(series, worse, { name: 'narrow', first: last, width: WIDTH_OF_A_PHONE })}`;
}

/** The runs from one on, in a plot that is so wide. */
function drawing(
  series: HistorySeries,
  worse: LevelStep | undefined,
  plot: { name: string; first: number; width: number },
): Markup {
  const { first } = plot;
  const shown = series.points.slice(first);
  const step = plot.width / shown.length;
  const right = LEFT + plot.width;
  const x = (run: number) => Math.round(LEFT + step * (run - first + 0.5));
  const bounds = shown.flatMap((point) => (point ? [point.recall.low, point.recall.high] : []));
  const [least, most] = bounds.length > 0 ? [smallest(bounds), largest(bounds)] : [0, 1];
  const tick = [0.02, 0.05, 0.1, 0.25].find((size) => (most - least) / size <= 5) ?? 0.25;
  const from = Math.max(0, Math.floor(least / tick));
  const to = Math.max(from + 1, Math.ceil(most / tick - 1e-9));
  const y = (recall: number) =>
    Number((TOP + (HEIGHT * (to * tick - recall)) / ((to - from) * tick)).toFixed(1));
  const grid = Array.from({ length: to - from + 1 }, (_, i) => (from + i) * tick).map(
    (recall) =>
      html`<line x1="${LEFT}" x2="${right}" y1="${y(recall)}" y2="${y(recall)}" stroke="${LINE}"/><text x="${LEFT - 8}" y="${y(recall) + 4}" text-anchor="end" fill="${MUTED}">${recall.toFixed(2)}</text>`,
  );
  const edge = (run: number) => Math.round(LEFT + step * Math.max(0, run - first));
  const change =
    worse &&
    worse.run >= first &&
    html`<g><title>${sinceTitle(worse)}</title><rect x="${edge(worse.from) - 2}" y="${TOP}" width="${edge(worse.to) - edge(worse.from) + 4}" height="${HEIGHT}" fill="${HUES[1]}" fill-opacity="0.15"/><line x1="${edge(worse.run)}" x2="${edge(worse.run)}" y1="${TOP}" y2="${TOP + HEIGHT}" stroke="${HUES[1]}" stroke-dasharray="4 3"/></g>`;
  const points = shown.map((point, i) => {
    const run = first + i;
    const label = html`<text x="${x(run)}" y="${TOP + HEIGHT + 17}" text-anchor="middle" fill="${INK}">${run + 1}</text>`;
    if (!point) return label;
    const { value, low, high } = point.recall;
    const isWorse = worse !== undefined && run >= worse.run;
    const hue = isWorse ? HUES[1] : HUES[0];
    const bar = `M${x(run)},${y(low)}V${y(high)}M${x(run) - END},${y(low)}h${2 * END}M${x(run) - END},${y(high)}h${2 * END}`;
    const mark = isWorse
      ? html`<rect x="${x(run) - 4}" y="${y(value) - 4}" width="8" height="8" fill="${hue}"/>`
      : html`<circle cx="${x(run)}" cy="${y(value)}" r="4" fill="${hue}"/>`;
    const text = isWorse
      ? say`run ${run + 1}: recall ${intervalText(point.recall)}, worse`
      : say`run ${run + 1}: recall ${intervalText(point.recall)}`;
    return html`${label}<g><title>${text}</title><path d="${bar}" stroke="${hue}" stroke-width="1.5" fill="none"/>${mark}</g>`;
  });
  const height = TOP + HEIGHT + BOTTOM;
  const width = right + 10;
  return html`<svg class="runs ${plot.name}" xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${say`Recall by run`}" font-size="12">${grid}${change}${points}<text x="${(LEFT + right) / 2}" y="${height - 6}" text-anchor="middle" fill="${MUTED}">${say`run`}</text><text x="10" y="${TOP + HEIGHT / 2}" transform="rotate(-90 10 ${TOP + HEIGHT / 2})" text-anchor="middle" fill="${MUTED}">${say`recall`}</text></svg>`;
}

/** Since which run it is worse, and which run it may be. */
function sinceTitle({ run, from, to }: LevelStep): string {
  return from === to
    ? say`worse from run ${run + 1} on`
    : say`worse from run ${run + 1} on; it may be any from run ${from + 1} to ${to + 1}`;
}
