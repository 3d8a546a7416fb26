import seedrandom from 'seedrandom';
import { expect, it, vi } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { evaluationOf } from '../../../src/measuring/evaluation/evaluation.js';
import { DEFAULT_GATE } from '../../../src/measuring/gate/gate.js';
import { gateWithFloors } from '../../../src/measuring/gate/gate-with-floors.js';
import { historyOf } from '../../../src/measuring/history/history.js';
import { tablesOf } from '../../../src/measuring/history/history-words.js';
import { effectiveLengthText } from '../../../src/measuring/output/effective-length.js';
import { terminalTable } from '../../../src/measuring/output/terminal-table.js';
import { lengthText } from '../../../src/measuring/output/words.js';
import { reportAnswer } from '../../../src/measuring/report/answer.js';
import { type Chart, charts } from '../../../src/measuring/report/charts/charts.js';
import { comparisonText } from '../../../src/measuring/report/comparison-words.js';
import { renderHtml } from '../../../src/measuring/report/html/page.js';
import { jsonReport } from '../../../src/measuring/report/json-report.js';
import { markdownReport } from '../../../src/measuring/report/markdown-report.js';
import { terminalReport } from '../../../src/measuring/report/terminal-report.js';
import { analyse } from '../../../src/measuring/tables/analyse.js';
import type { ReportData, SummaryRow } from '../../../src/measuring/tables/tables.js';
import { imagine, kept } from '../results/rows-for-tests.js';

/** What would tell has tests of its own, and takes most of the time. */
vi.mock('../../../src/measuring/statistics/curve/more-prompts.js', () => ({
  morePrompts: () => ({ seeds: 2, chance: 0.8 }),
}));

const EVALUATIONS = 200;

const GRIDS = [
  { lengths: [1000, 2000, 4000, 8000, 16_000, 32_000], seeds: 1, stars: 8 },
  { lengths: [32_000, 64_000, 128_000], seeds: 3, stars: 8 },
  { lengths: [4000, 8000, 16_000, 32_000], seeds: 4, stars: 8 },
  { lengths: Array.from({ length: 12 }, (_, i) => 4000 * (i + 1)), seeds: 1, stars: 8 },
];

/** Two readers with a truth and a noise of their own, some with answers that are lost, cut off or failed. */
function evaluation(number: number): Row[] {
  const random = seedrandom.alea(`evaluation ${number}`);
  const grid = GRIDS[number % GRIDS.length]!;
  return ['one', 'two'].flatMap((name) => {
    const [start, end] = [0.75 + 0.25 * random(), random() < 0.4 ? 0.5 * random() : 1];
    const from = Math.floor(random() * grid.lengths.length);
    const [moody, collapsed, cut] = [random() < 0.5, random() < 0.3, random() < 0.2];
    const truth = (tokens: number) => start * (grid.lengths.indexOf(tokens) > from ? end : 1);
    return imagine(`${name} ${number}`, truth, grid).map((row) => {
      const marks = row.marks.map((mark) => {
        if (moody && random() < 0.1) return 0;
        return mark;
      });
      if (collapsed && random() < 0.1) marks.fill(0);
      const isCut = cut && random() < 0.2;
      const score = marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
      return { ...row, marks, score, ...(isCut && { unfinished: 'cut-off' as const }) };
    });
  });
}

const tokensOf = (text: string): number =>
  Number.parseFloat(text) * (text.endsWith('M') ? 1e6 : text.endsWith('K') ? 1000 : 1);

/** What a sentence, a cell or a label says of an effective length, read as a person would. */
function claims(text: string) {
  const length = (pattern: RegExp) => {
    const found = pattern.exec(text);
    return found ? tokensOf(found[1] ?? found[2]!) : undefined;
  };
  return {
    holds: length(
      /(?:(?<!recall )at least|fine at|≥|^[\d–  ]+ (?:one|two) \d+ +(?=\d+K, not)) ?([\d.]+[KM])/,
    ),
    // With 5 % at most a length is ruled out.
    fails: length(
      /(?:below|not at|does not hold|<) ?([\d.]+[KM])|([\d.]+[KM]):? (?:under 1|[1-5]) %/,
    ),
    isUnknown: /\bunknown\b/.test(text),
    isNone: /none (is )?sure|no length for sure/.test(text),
    chances: [...text.matchAll(/([\d.]+[KM]?) (?:\(?)((?:over |under )?\d+) %/g)].map(
      ([, tokens, percent]) => `${tokens} ${percent}`,
    ),
  };
}

/** What a page says before all figures. */
function firstSentences(page: string): string {
  const said = ['lead', 'headline'].map(
    (name) => new RegExp(`<p class="${name}">(.*?)</p>`, 's').exec(page)?.[1] ?? '',
  );
  return said.map((one) => one.replace(/<[^>]*>/g, '')).join(' ');
}

/** Every place that says how far a reader holds. */
function saidOf(data: ReportData, row: SummaryRow): Record<string, string> {
  const { provider } = row;
  const line = (text: string, pattern: RegExp) => text.split('\n').find((one) => pattern.test(one));
  const terminal = terminalReport(data, { colour: false, width: 120 }).replace(
    /\n {2}(?=\S)/g,
    ' ',
  );
  const markdown = markdownReport(data);
  const page = renderHtml(data, [], { title: '', generatedBy: '', lines: [], configJson: '' })
    .replace(/<style>.*?<\/style>|<script>.*?<\/script>/gs, '')
    .replaceAll('\u00a0', ' ');
  const cells = page.split(/<tr[ >]/).filter((one) => one.includes('<strong>'));
  const json = JSON.parse(jsonReport(data)).summary.find(
    (one: SummaryRow) => one.provider === provider,
  );
  const said = {
    words: effectiveLengthText(row),
    terminal: line(terminal, new RegExp(`^${provider} (holds|is|has|does|recalls)`)),
    'terminal, table': line(terminal, new RegExp(`^[\\d–  ]+ ${provider} `)),
    markdown: line(markdown, new RegExp(`^- \`${provider}\` `)),
    'markdown, table': line(markdown, new RegExp(`^\\| \`${provider}\` \\| [^|]*\\(`))?.split(
      '|',
    )[3],
    page: new RegExp(`${provider} ((?:holds|is|has|does|recalls) .*?)\\.(?: |$)`).exec(
      firstSentences(page),
    )?.[1],
    'page, table': /<strong>.*?<\/small>|<strong>.*?<\/strong>/
      .exec(
        cells.find((one) => one.replaceAll('<wbr>', '').includes(`<bdi>${provider}<`)) ?? '',
      )?.[0]
      .replace(/<[^>]*>/g, ' '),
    'page, picture': /<title>effective length (.*?)<\/title>/.exec(
      cells.find((one) => one.replaceAll('<wbr>', '').includes(`<bdi>${provider}<`)) ?? '',
    )?.[1],
    json: json.effectiveLength?.said,
  };
  for (const [place, text] of Object.entries(said)) {
    // A reader that rises has no effective length anywhere.
    if (row.effectiveLength) expect(text, `${provider}: ${place}`).toBeDefined();
  }
  return Object.fromEntries(
    Object.entries(said).filter(([, text]) => text !== undefined),
  ) as Record<string, string>;
}

/** The marks of a chart, each with what it says and where across it begins. */
function marksIn({ wide }: Chart) {
  const marks = wide.content.text.matchAll(/<path d="M([\d.]+),[^>]* data-label="([^"]*)"/g);
  return [...marks].map(([, x, label]) => ({ x: Number(x), label: label! }));
}

it('no output of any of 200 evaluations contradicts another, an interval, a rank or a marker', () => {
  let compared = 0;
  for (let number = 0; number < EVALUATIONS; number++) {
    const rows = evaluation(number);
    const whole = evaluationOf(rows);
    const data = analyse(whole);
    const held = new Map<string, number>();
    for (const row of data.summary) {
      if (!row.effectiveLength) continue;
      const { provider, likely, longest } = row;
      const places = saidOf(data, row);
      const own = claims(places.words!);
      held.set(provider, own.holds ?? 0);
      const where = `${number}, ${provider}: ${JSON.stringify(places)}`;

      // All places say the same.
      for (const text of Object.values(places)) {
        const other = claims(text);
        expect([other.holds, other.fails, other.isUnknown, other.isNone], where).toEqual([
          own.holds,
          own.fails,
          own.isUnknown,
          own.isNone,
        ]);
        for (const chance of other.chances.filter((one) => /K/.test(one))) {
          const [tokens] = chance.split(' ');
          const same = own.chances.filter((one) => one.split(' ')[0] === tokens);
          if (same.length > 0) expect(same, where).toContain(chance);
        }
      }
      // Nothing is called unknown, or not sure, that is.
      const isSure = likely.some(({ probability }) => probability >= 0.95 || probability <= 0.05);
      if (own.isUnknown || own.isNone) expect(isSure, where).toBe(false);
      expect(places.words, where).not.toMatch(/100 %|\b0 %/);
      // What is said to hold is not said to fail, by words or by the interval.
      if (own.holds !== undefined && own.fails !== undefined) {
        expect(own.holds, where).toBeLessThan(own.fails);
      }
      const { low, high } = row.effectiveLength;
      if (own.fails !== undefined) expect(low, where).toBeLessThan(own.fails);
      if (own.holds !== undefined) expect(high, where).toBeGreaterThan(own.holds);
      // The marker of the chart stands at the length that is said.
      const chart = charts(data).find(({ kind }) => kind === 'recall-by-length')!;
      const at = (said: string) =>
        marksIn(chart).filter(({ label }) => label.startsWith(`${provider}${said}`));
      if (!/a small chart each|at each length/.test(chart.description)) {
        const drawn = at(': effective length ').map(({ x }) => {
          const [nearest] = at(', ').sort((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x));
          return /, (\S+): recall /.exec(nearest!.label)![1];
        });
        expect(drawn, where).toEqual(own.holds === undefined ? [] : [lengthText(own.holds)]);
      }
      // A floor passes where the words say that it holds, and fails where they say that it does not.
      const floors = [own.holds, own.fails, longest].flatMap((tokens) =>
        tokens === undefined ? [] : { kind: 'effective-length' as const, tokens },
      );
      if (number % 5 === 0) {
        const result = gateWithFloors(whole, undefined, { ...DEFAULT_GATE, floors });
        const checks = result.providers.find((one) => one.provider === provider)!.floors;
        for (const { floor, verdict, note } of checks) {
          const { tokens } = floor as { tokens: number };
          const expected =
            tokens <= (own.holds ?? 0)
              ? 'passed'
              : tokens >= (own.fails ?? Number.POSITIVE_INFINITY)
                ? 'failed'
                : 'undecided';
          expect(verdict, `${where}, floor ${tokens}`).toBe(expected);
          if (note !== '') expect(note, where).toContain(places.words);
        }
        // A gate against the same answers says the same of both sides, in every output.
        const same = gateWithFloors(whole, kept(rows));
        const [reach] = same.providers.find((one) => one.provider === provider)!.reach!;
        expect([reach!.before, reach!.now].map(effectiveLengthText), where).toEqual([
          places.words!.replace(/; recall at least .*/, ''),
          places.words!.replace(/; recall at least .*/, ''),
        ]);
        const history = historyOf([whole, whole], { alpha: 0.01, maxDrop: 0.02, threshold: 0.85 });
        const reader = history.readers.find((one) => one.reader === provider)!;
        const [table] = tablesOf(reader, history.runs);
        const said = claims(terminalTable(table!, {}));
        expect([said.holds, said.fails, said.isUnknown], where).toEqual([
          own.holds,
          own.fails,
          own.isUnknown,
        ]);
      }
      compared++;
    }
    // The answer is about the first of the ranking.
    const { answer } = reportAnswer(data);
    expect(answer.startsWith(`${data.ranking[0]!.provider} `), answer).toBe(true);
    // A rank is never better than that of a reader that is said to hold longer.
    const ranks = data.ranking.flatMap(({ provider, rank }) =>
      rank === undefined || !held.has(provider) ? [] : { rank, held: held.get(provider)! },
    );
    for (const one of ranks) {
      for (const other of ranks) {
        if (one.held > other.held) expect(one.rank).toBeLessThanOrEqual(other.rank);
      }
    }
    // Who is said to recall more does so by the interval, too.
    for (const row of data.comparisons) {
      const said = /^(\w+ \d+) recalls ([\d.]+) more than/.exec(comparisonText(row));
      if (!said) continue;
      const { value, low, high } = row.difference;
      const isFirst = said[1] === row.provider;
      expect(isFirst ? low : -high).toBeGreaterThanOrEqual(0);
      expect((isFirst ? value : -value).toFixed(3)).toBe(said[2]);
    }
  }
  expect(compared).toBeGreaterThan(EVALUATIONS);
}, 240_000);
