import { describe, expect, it } from 'vitest';
import type { HistorySeries } from '../../../src/extras/history/history.js';
import { historyChart } from '../../../src/extras/history/history-chart.js';

/** A series with a run for each recall; none where it has no answer. */
function series(recalls: readonly (number | undefined)[]): HistorySeries {
  return {
    title: 'stars',
    fromTokens: 4000,
    toTokens: 8000,
    points: recalls.map((value) =>
      value === undefined
        ? undefined
        : {
            prompts: 8,
            recall: { value, low: value - 0.02, high: value + 0.02 },
            effectiveLength: { value: 4000, low: 4000, high: 4000 },
          },
    ),
  } as HistorySeries;
}

/** What a wide page shows, and a phone. */
function drawings(...given: Parameters<typeof historyChart>): [wide: string, narrow: string] {
  const [, wide, narrow] = /^(<svg class="runs wide".*?<\/svg>)(<svg class="runs narrow".*)$/s.exec(
    historyChart(...given).text,
  )!;
  return [wide!, narrow!];
}

const labels = ([svg]: [string, string]) =>
  [...svg.matchAll(/text-anchor="end"[^>]*>([^<]*)</g)].map(([, label]) => label);

describe('the picture of a history', () => {
  it('has an axis that fits the intervals, and never leaves 0 to 1', () => {
    expect(labels(drawings(series([0.95, 0.9]), undefined))).toEqual([
      '0.88',
      '0.90',
      '0.92',
      '0.94',
      '0.96',
      '0.98',
    ]);
    const wide = labels(drawings(series([0.98, 0.02]), undefined));
    expect(wide).toEqual(['0.00', '0.25', '0.50', '0.75', '1.00']);
    expect(labels(drawings(series([undefined]), undefined))).toEqual(wide);
  });

  it('marks worse runs with squares, and when the change was with its interval', () => {
    const worse = { run: 2, from: 1, to: 3, drop: { value: 0.1, low: 0.05, high: 0.15 } };
    const [svg] = drawings(series([0.95, 0.95, 0.85, 0.85]), worse);
    expect(svg.match(/<circle/g)).toHaveLength(2);
    expect(svg.match(/<rect [^>]*width="8"/g)).toHaveLength(2);
    expect(svg).toContain('worse from run 3 on; it may be any from run 2 to 4');
    expect(svg).toMatch(/run 3: recall 0\.850 \(0\.830–0\.870\), worse</);
    const [, line] = /<line x1="(\d+)"[^>]*stroke-dasharray/.exec(svg)!;
    const [, left, width] = /<rect x="(\d+)" [^>]*width="(\d+)" [^>]*fill-opacity/.exec(svg)!;
    expect(Number(line)).toBe(Number(left) + Number(width) / 2);
    expect(historyChart(series([0.95]), undefined).text).not.toMatch(/worse|<rect/);
  });

  it('has the last ten runs on a phone, with their numbers and a change among them', () => {
    const recalls = Array.from({ length: 14 }, (_, i) => (i < 9 ? 0.95 : 0.85));
    const at = (run: number) => ({
      run,
      from: run - 1,
      to: run,
      drop: { value: 0.1, low: 0, high: 0.2 },
    });
    const [wide, narrow] = drawings(series(recalls), at(9));
    const numbers = (svg: string) => [...svg.matchAll(/>(\d+)<\/text>/g)].map(([, run]) => run);
    expect(numbers(wide)).toHaveLength(14);
    expect(numbers(narrow)).toEqual(['5', '6', '7', '8', '9', '10', '11', '12', '13', '14']);
    expect(narrow).toContain('worse from run 10 on');
    expect(Number(/ width="(\d+)"/.exec(narrow)![1])).toBeLessThan(358);
    const [, late] = drawings(series(recalls.map((_, i) => (i < 2 ? 0.95 : 0.85))), at(2));
    expect(late).not.toContain('worse from');
    expect(late.match(/<rect [^>]*width="8"/g)).toHaveLength(10);
  });
});
