import { describe, expect, it } from 'vitest';
import { speaking } from '../../../../src/base/text/speaking.js';
import { lengthText } from '../../../../src/measuring/document/words.js';
import { publishedScores } from '../../../../src/measuring/facts/tables/published-scores.js';
import type { ReportData } from '../../../../src/measuring/facts/tables/tables.js';
import {
  inTwoLines,
  lengthLabels,
  shortNames,
  textWidth,
} from '../../../../src/measuring/report/charts/chart-text.js';
import { type Chart, charts } from '../../../../src/measuring/report/charts/charts.js';
import type { Drawing } from '../../../../src/measuring/report/charts/drawing.js';
import { renderPng } from '../../../../src/measuring/report/charts/png.js';
import { svgFile } from '../../../../src/measuring/report/charts/svg.js';
import { inChinese } from '../../../sentences.js';
import { reachedAt } from '../../document/likely.js';
import { PAPER_GRID } from '../../facts/tables/paper-grid.js';
import { evenLengths, exampleData, hostileData } from '../example-data.js';

function ofKind(all: readonly Chart[], kind: Chart['kind']): Chart[] {
  return all.filter((chart) => chart.kind === kind);
}

/** What a person can point at: the text of every mark. */
function markTexts(svg: string): string[] {
  return [...svg.matchAll(/<path [^>]*><title>([^<]*)</g)].map((match) => match[1]!);
}

/** What no chart may hold: numbers that are none, long decimals, elements and attributes that act. */
function oddities(svg: string): string[] {
  const tags = [...svg.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
  return tags.filter((tag) =>
    /NaN|undefined|Infinity|\d\.\d\d\d|^<(?!\/?(?:svg|style|title|desc|g|path|text|defs|linearGradient|stop|pattern|rect)\b)| (?:on\w+|style|href)="/.test(
      tag,
    ),
  );
}

function fileOf({ wide, title, description }: Chart, drawing = wide): string {
  return svgFile(drawing, title, description);
}

function drawn(data: ReportData, kind: Chart['kind']): string[] {
  return ofKind(charts(data), kind).map((chart) => fileOf(chart));
}

/** The words that a picture shows, each with where it begins, ends or has its middle. */
function shownWords({ content }: Drawing) {
  const texts = content.text.matchAll(/<text(?: x="([^"]*)")? y="([^"]*)"([^>]*)>([^<]*)</g);
  return [...texts].map(([, x = '0', y, more, escaped]) => {
    const text = escaped!.replace(/&(?:lt|gt|quot|#39);/g, '"').replaceAll('&amp;', '&');
    const width = textWidth(text, /font-size="14"/.test(more!) ? 14 : 12);
    const [, anchor = 'start'] = /text-anchor="(\w+)"/.exec(more!) ?? [];
    const left = Number(x) - width * { start: 0, middle: 0.5, end: 1 }[anchor]!;
    return { text, left, right: left + width, y: Number(y) };
  });
}

describe('the charts of a report', () => {
  it('are one of recall by length, and two for each provider', () => {
    expect(charts(exampleData()).map(({ kind, provider }) => [kind, provider])).toEqual([
      ['recall-by-length', undefined],
      ['heatmap', 'steady reader'],
      ['recall-by-position', 'steady reader'],
      ['heatmap', 'dips in the middle'],
      ['recall-by-position', 'dips in the middle'],
      ['heatmap', 'loses the tail'],
      ['recall-by-position', 'loses the tail'],
    ]);
  });

  it('have ids that are unique and fit for file names', () => {
    const ids = charts(hostileData()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9][a-z0-9-]{0,180}$/);
  });

  it('leave out heatmap and positions where evidence has no place', () => {
    const data = { ...exampleData(), cells: [], positions: [] };
    expect(charts(data).map(({ kind }) => kind)).toEqual(['recall-by-length']);
  });

  it('are none where nothing was answered', () => {
    const empty = { lengths: [], cells: [], positions: [], diagnoses: [] };
    expect(charts({ ...exampleData(), ...empty })).toEqual([]);
    const data = exampleData();
    const failed = { value: Number.NaN, low: 0, high: 1 };
    const lengths = data.lengths.map((row) => ({ ...row, recall: failed }));
    expect(charts({ ...data, ...empty, lengths })).toEqual([]);
  });
});

describe('the heatmap', () => {
  it('has the overall recall in its title, as in the paper', () => {
    const data = exampleData();
    const titles = ofKind(charts(data), 'heatmap').map(({ title }) => title);
    expect(titles).toEqual(
      data.summary.map(({ provider, recall }) => `${provider}: recall ${recall.value.toFixed(3)}`),
    );
  });

  it('has a cell that says what it is for each length and place', async () => {
    const [svg] = drawn(exampleData({ providers: ['p'] }), 'heatmap');
    const texts = markTexts(svg!);
    expect(texts).toHaveLength(32 * 32);
    expect(texts[0]).toBe('4K, place 1 (3%): recall 1');
    expect(texts).toContain('128K, place 32 (100%): recall 1');
    expect(svg!.length / texts.length).toBeLessThan(110);
  });

  it('hatches what has no answer', async () => {
    const data = exampleData({ providers: ['p'], lengths: [4000, 8000], places: 3 });
    const [whole] = drawn(data, 'heatmap');
    expect(whole).not.toContain('<pattern');
    data.cells = data.cells.filter(({ tokens, place }) => tokens !== 8000 || place !== 2);
    const [svg] = drawn(data, 'heatmap');
    expect(markTexts(svg!)).toContain('8K, place 2: no answer');
    const pattern = /<pattern id="([^"]+)"/.exec(svg!)?.[1];
    expect(svg!.split(`fill="url(#${pattern})"`)).toHaveLength(2);
  });

  it('says how many marks a cell rests on when there are several', async () => {
    const data = exampleData({ providers: ['p'], lengths: [4000], places: 1 });
    data.cells[0] = { ...data.cells[0]!, recall: 2 / 3, marks: 3 };
    const [svg] = drawn(data, 'heatmap');
    expect(markTexts(svg!)).toEqual(['4K, place 1 (100%): recall 0.667 of 3']);
  });
});

describe('recall by length', () => {
  it('labels lines at their ends, with a piece of the same line', async () => {
    const [svg] = drawn(exampleData(), 'recall-by-length');
    const looks = [
      ...svg!.matchAll(
        /<path d="[^"]*"( fill="none" data-by="\d")? (stroke="#[^>]* stroke-width="2"[^>]*)\/>/g,
      ),
    ];
    const [lines, ends] = [true, false].map((isLine) =>
      looks.flatMap(([, fill, look]) => ((fill !== undefined) === isLine ? look! : [])),
    );
    expect(new Set(lines).size).toBe(3);
    expect(ends).toEqual(lines);
    const [chart] = ofKind(charts(exampleData()), 'recall-by-length');
    for (const drawing of [chart!.wide, chart!.narrow!]) {
      const texts = shownWords(drawing).map(({ text }) => text);
      for (const name of ['steady reader', 'dips in the middle', 'loses the tail']) {
        expect(texts).toContain(name);
      }
    }
  });

  it('has the same marks in the same order for a phone, which takes their texts from there', () => {
    const many = Array.from({ length: 6 }, (_, i) => `p${i}`);
    for (const data of [exampleData(), exampleData({ providers: many }), hostileData()]) {
      for (const { wide, narrow } of ofKind(charts(data), 'recall-by-length')) {
        const labels = ({ content }: Drawing) => content.text.match(/ data-label="[^"]*"/g);
        expect(labels(narrow!)).toEqual(labels(wide));
      }
    }
  });

  it('promises what it draws: effective lengths of up to four readers, bands and dots of all', async () => {
    const described = (providers: string[], changes: object = {}) => {
      const data = exampleData({ providers, lengths: evenLengths(4, 16_000), places: 4 });
      data.summary = data.summary.map((row) => ({ ...row, ...changes }));
      const [chart] = ofKind(charts(data), 'recall-by-length');
      const svg = fileOf(chart!);
      const bands = svg.match(/ fill-opacity="0.1[36]"/g)?.length ?? 0;
      const diamonds = markTexts(svg).filter((text) => text.includes(': reliable')).length;
      const dots = markTexts(svg).filter((text) => text.includes(': recall ')).length;
      return { text: chart!.description, bands, diamonds, dots };
    };
    const reached = { ...reachedAt([4000, 8000, 12_000, 16_000], { low: 8000 }) };
    const four = described(['a', 'b', 'c', 'd'], reached);
    expect(four).toMatchObject({ bands: 4, dots: 16, diamonds: 4 });
    expect(four.text).toMatch(/a dot for each length, .*95 % band.*diamonds/);
    const five = described(['a', 'b', 'c', 'd', 'e'], reached);
    expect(five).toMatchObject({ bands: 5, dots: 20, diamonds: 0 });
    expect(five.text).toMatch(/a small chart each: a dot for each length.*95 % band/);
    expect(five.text).not.toContain('diamond');
    const longest = described(['a'], { ...reachedAt([4000, 16_000], { low: 16_000 }) });
    expect(longest).toMatchObject({ bands: 1, diamonds: 1 });
    expect(longest.text).toContain('a dot for each length with its 95 % interval');
    const none = described(['a'], { ...reachedAt([4000, 16_000], { low: 0 }) });
    expect(none).toMatchObject({ bands: 1, diamonds: 0 });
    expect(none.text).not.toContain('diamond');
  });

  it('has a small chart with its name, line, threshold and dots for each of many providers', async () => {
    const providers = Array.from({ length: 14 }, (_, i) => `p${i}`);
    const data = exampleData({ providers, lengths: evenLengths(4, 16_000), places: 4 });
    const [svg] = drawn(data, 'recall-by-length');
    expect(svg!.match(/<path [^>]*stroke="#[^>]*stroke-width="2"/g)).toHaveLength(14);
    expect(svg!.match(/stroke-dasharray="5 3"/g)).toHaveLength(14);
    const names = [...svg!.matchAll(/<text[^>]*>(p\d+)<\/text>/g)].map(([, name]) => name);
    expect(names).toEqual(providers);
    expect(markTexts(svg!).filter((text) => /^p13, \d+K: recall/.test(text))).toHaveLength(4);
  });

  it('draws and names the threshold and the published scores', async () => {
    const data = exampleData();
    const series = data.series[0]!.id;
    data.published = publishedScores(PAPER_GRID).map((score) => ({
      series,
      ...score,
    }));
    const [svg] = drawn(data, 'recall-by-length');
    for (const label of [
      'published: GPT-4 Turbo 0.968',
      'published: Kimi Chat 0.864',
      'threshold 0.85',
    ]) {
      expect(svg).toContain(`>${label}</text>`);
      expect(markTexts(svg!)).toContain(label);
    }
  });

  it('keeps labels of equal scores apart', async () => {
    const data = exampleData();
    const series = data.series[0]!.id;
    const told = { source: 'paper', date: '2024', by: 'its authors', metric: 'stars', note: '' };
    data.published = ['a', 'b'].map((model) => ({ series, model, recall: 0.85, ...told }));
    const [svg] = drawn(data, 'recall-by-length');
    const heights = [
      ...svg!.matchAll(/ y="([\d.]+)"[^>]*>(?:published|threshold)[^<]*<\/text>/g),
    ].map((match) => Number(match[1]));
    expect(heights).toHaveLength(3);
    for (const [i, height] of heights.slice(1).entries()) {
      expect(height - heights[i]!).toBeGreaterThan(11);
    }
  });

  it('has no mark where a length has no answer, and a broken line where there is no curve', async () => {
    const data = exampleData({ providers: ['p'], lengths: evenLengths(5, 20_000) });
    const missing = { value: Number.NaN, low: Number.NaN, high: Number.NaN };
    data.lengths[2] = { ...data.lengths[2]!, recall: missing };
    data.curves = [];
    const [svg] = drawn(data, 'recall-by-length');
    expect(markTexts(svg!).filter((text) => text.startsWith('p, '))).toHaveLength(4);
    const line = /<path d="([^"]*)" fill="none"/.exec(svg!)?.[1];
    expect(line?.match(/M/g)).toHaveLength(2);
  });

  it('marks the longest length that is shown to hold, on the threshold, as the words say it', async () => {
    const data = exampleData({ providers: ['p'] });
    const lengths = [4000, 64_000, 80_000, 128_000];
    const seen = (low: number, high?: number) => {
      const reached = reachedAt(lengths, { low, ...(high !== undefined && { high }) });
      data.summary = [{ ...data.summary[0]!, ...reached }];
      const [svg] = drawn(data, 'recall-by-length');
      return markTexts(svg!).filter((text) => text.includes('reliable length'));
    };
    expect(seen(64_000, 80_000)).toEqual(['p: reliable length 64K (not at 80K)']);
    expect(seen(128_000)).toEqual(['p: reliable length 128K+']);
    expect(seen(0, 4000)).toEqual([]);
  });

  it('draws a threshold that is relative to the base score', async () => {
    const data = exampleData({ providers: ['p'] });
    data.summary = [{ ...data.summary[0]!, base: { value: 0.8, low: 0.7, high: 0.9 } }];
    const [svg] = drawn(data, 'recall-by-length');
    expect(markTexts(svg!)).toContain('threshold 0.85 × base');
  });
});

describe('every chart', () => {
  const powers = [1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072];
  const cases: Record<string, () => ReportData> = {
    'of a default run': () => exampleData(),
    'of one length, place and provider': () =>
      exampleData({ providers: ['p'], lengths: [4000], places: 1 }),
    'of two lengths': () => exampleData({ lengths: [4000, 8000], places: 2 }),
    'of powers of two': () => exampleData({ lengths: powers, places: 10 }),
    'of 200 lengths and 64 places': () =>
      exampleData({ providers: ['p'], lengths: evenLengths(200, 1_048_576), places: 64 }),
    'of 20 providers': () =>
      exampleData({
        providers: Array.from({ length: 20 }, (_, i) => `${'vendor/model-'.repeat(8)}${i}`),
        lengths: evenLengths(6, 48_000),
        places: 4,
      }),
    'with hostile names': hostileData,
  };

  it.each(Object.entries(cases))('%s is drawn whole, always alike', async (_, data) => {
    const again = charts(data());
    const kinds = new Set<Chart['kind']>();
    for (const [i, chart] of charts(data()).entries()) {
      const svg = fileOf(chart);
      expect(fileOf(again[i]!) === svg).toBe(true);
      for (const drawing of [chart.wide, ...(chart.narrow ? [chart.narrow] : [])]) {
        expect(oddities(fileOf(chart, drawing))).toEqual([]);
        const words = shownWords(drawing);
        for (const { text, left, right, y } of words) {
          expect([text, left >= -8, right <= drawing.width + 8, y < drawing.height + 8]).toEqual([
            text,
            true,
            true,
            true,
          ]);
        }
        const together = words.flatMap((one, k) =>
          words
            .slice(k + 1)
            .filter((two) => Math.abs(one.y - two.y) < 11)
            .filter((two) => one.left < two.right - 1 && two.left < one.right - 1)
            .map((two) => [one.text, two.text]),
        );
        expect(together).toEqual([]);
      }
      // Of each kind one is drawn as PNG, for which Resvg reads all its fonts each time.
      if (kinds.has(chart.kind)) continue;
      kinds.add(chart.kind);
      expect([...(await renderPng(svg, 0.5)).slice(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    }
  });

  it('has marks that say the name of their provider, whatever it is', async () => {
    const providers = ['url(#clip0)', 'rgb(1, 2, 3)', '#0072b2', 'a > b'];
    const [svg] = drawn(exampleData({ providers, lengths: [4000] }), 'recall-by-length');
    const texts = markTexts(svg!).map((text) => text.split(', 4K:')[0]);
    expect(texts).toEqual([...providers.slice(0, 3), 'a &gt; b']);
  });
});

describe('the charts of a Chinese run', () => {
  const data = exampleData();
  const all = speaking(['zh'], () => charts(data));
  const drawings = all.flatMap(({ wide, narrow }) => [wide, ...(narrow ? [narrow] : [])]);

  it('say in Chinese what they show, in marks too', () => {
    const files = all.map((chart) => fileOf(chart));
    const texts = [
      ...all.flatMap(({ title, description }) => [title, description]),
      ...drawings.flatMap((drawing) => shownWords(drawing).map(({ text }) => text)),
      ...files.flatMap(markTexts),
    ];
    const named = [...data.providers, ...data.series.map(({ title }) => title)];
    const others = new Set(
      texts.map((text) =>
        inChinese(named.reduce((left, name) => left.replaceAll(name, '…'), text)),
      ),
    );
    expect([...others].filter((text) => /[a-z]{2,} [a-z]{2,}/i.test(text))).toEqual([]);
    expect([...others].some((text) => text.includes('阈值 0.85'))).toBe(true);
  });

  it('have room for their words', () => {
    for (const drawing of drawings) {
      const words = shownWords(drawing);
      expect(words.filter(({ left, right }) => left < 0 || right > drawing.width)).toEqual([]);
    }
  });

  it('are files with one font for all their words, which has Chinese', () => {
    const fonts = all.map((chart) => /font-family="([^"]*)"/.exec(fileOf(chart))![1]);
    expect(new Set(fonts).size).toBe(1);
    expect(fonts[0]).toMatch(/^Noto Sans CJK SC, .*, sans-serif$/);
  });
});

describe('text in charts', () => {
  it('writes lengths short, and longer where two would look the same', () => {
    expect([500, 4000, 131_072, 999_999, 1_000_000, 1_048_576].map(lengthText)).toEqual([
      '500',
      '4K',
      '131.1K',
      '1M',
      '1M',
      '1.05M',
    ]);
    expect([...lengthLabels([4000, 8000]).values()]).toEqual(['4K', '8K']);
    expect([...lengthLabels([1_048_000, 1_050_000]).values()]).toEqual(['1048K', '1050K']);
    expect([...lengthLabels([4000, 4001]).values()]).toEqual(['4000', '4001']);
  });

  it('sets names in two lines at most, broken where they can be', () => {
    expect(inTwoLines('short', 120)).toEqual(['short']);
    expect(inTwoLines('vendor:model-12 (long context)', 150)).toEqual([
      'vendor:model-12 (long',
      'context)',
    ]);
    expect(inTwoLines('x'.repeat(20), 80)).toEqual(['x'.repeat(10), 'x'.repeat(10)]);
    const cut = inTwoLines('中文模型'.repeat(9), 120);
    expect(cut).toHaveLength(2);
    expect(cut[1]).toMatch(/…$/);
    for (const line of cut) expect(textWidth(line)).toBeLessThanOrEqual(124);
  });

  it('shortens names in the middle and keeps them different', () => {
    const long = `vendor/${'x'.repeat(100)}`;
    const names = [...shortNames([`${long}-a`, `${long}-b`, `${long}y-b`, '', ' '], 20).values()];
    expect(names).toEqual([
      'vendor/xxxxxx…xxxx-a',
      'vendor/xxxxxx…xxxx-b',
      'vendor/xxxxxx…xxxy-b',
      '(no name)',
      '(no name) (2)',
    ]);
  });
});
