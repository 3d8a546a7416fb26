import seedrandom from 'seedrandom';
import { expect, it, vi } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { historyOf } from '../../../src/extras/history/history.js';
import { historyDocument } from '../../../src/extras/history/history-document.js';
import {
  type Cards,
  type Section,
  type Table,
  tablesOf,
} from '../../../src/measuring/document/document.js';
import { plain } from '../../../src/measuring/document/foreign.js';
import { documentMarkdown } from '../../../src/measuring/document/render/markdown.js';
import { percentText } from '../../../src/measuring/document/words.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import {
  reliableOfFigures,
  saidToFail,
  saidToHold,
} from '../../../src/measuring/facts/length-verdict.js';
import { lengthPill, shortestLengthText } from '../../../src/measuring/facts/length-words.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import type { ReportData, SummaryRow } from '../../../src/measuring/facts/tables/tables.js';
import { foundAt, modelDifference, viewOf } from '../../../src/measuring/report/models.js';
import { reportDocument } from '../../../src/measuring/report/report-document.js';
import { jsonReport } from '../../../src/measuring/report/report-files.js';
import { DEFAULT_GATE } from '../../../src/measuring/verdicts/gate/gate.js';
import { gateDocument } from '../../../src/measuring/verdicts/gate/gate-document.js';
import { gateWithFloors } from '../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { effectiveLengthText } from '../facts/length-text.js';
import { imagine, kept } from '../results/rows-for-tests.js';
import { floorOf } from '../verdicts/gate/said.js';
import { htmlOf, markdownOf, terminalOf, visibleText } from './outputs.js';

/** What a gate detects has tests of its own, and takes most of the time. */
vi.mock('../../../src/measuring/statistics/regression/regression-power.js', async (original) => ({
  ...(await original<object>()),
  statedPower: () => ({ probability: 0.8, evaluations: 100, low: 0.7, high: 0.9 }),
}));

const EVALUATIONS = 100;

const GRIDS = [
  { lengths: [1000, 2000, 4000, 8000, 16_000, 32_000], seeds: 1, stars: 8 },
  { lengths: [32_000, 64_000, 128_000], seeds: 3, stars: 8 },
  { lengths: [4000, 8000, 16_000, 32_000], seeds: 4, stars: 8 },
  { lengths: Array.from({ length: 12 }, (_, i) => 4000 * (i + 1)), seeds: 1, stars: 8 },
];

/** What a model does with a mark at a place of a prompt, of which the lengths are those of a grid. */
type Shape = (share: number, place: number) => number;

/** Shapes of models: as they are expected, and those that make a figure lie. */
const SHAPES: readonly ((random: () => number) => Shape)[] = [
  // Steady, and a step.
  (random) => {
    const level = 0.75 + 0.25 * random();
    return () => level;
  },
  (random) => {
    const [level, from, behind] = [0.75 + 0.25 * random(), random(), 0.5 * random()];
    return (share) => level * (share > from ? behind : 1);
  },
  // A window of tokens, the first or the last, and the middle lost.
  (random) => {
    const window = 0.3 + 0.6 * random();
    return (share, place) => Number(place * share <= window);
  },
  (random) => {
    const window = 0.3 + 0.6 * random();
    return (share, place) => Number((1 - place) * share <= window);
  },
  () => (_, place) => (Math.abs(place - 0.5) < 0.2 ? 0.05 : 0.98),
  // A rise, and a dip.
  (random) => {
    const start = 0.5 + 0.3 * random();
    return (share) => start + (0.98 - start) * share;
  },
  () => (share) => (share > 0.3 && share < 0.7 ? 0.5 : 0.97),
];

/** Two readers with a shape and a noise of their own, some with answers that are lost, cut off or failed. */
function evaluation(number: number): Row[] {
  const random = seedrandom.alea(`evaluation ${number}`);
  const grid = GRIDS[number % GRIDS.length]!;
  const longest = Math.max(...grid.lengths);
  return ['one', 'two'].flatMap((name) => {
    const shape = SHAPES[Math.floor(random() * SHAPES.length)]!(random);
    const [collapsed, cut] = [random() < 0.3 ? 0.1 + 0.3 * random() : 0, random() < 0.2];
    const at = (tokens: number, place: number) => shape(tokens / longest, place);
    return imagine(`${name} ${number}`, at, grid).map((row) => {
      const marks = [...row.marks];
      if (random() < collapsed) marks.fill(0);
      const isCut = cut && random() < 0.2;
      const score = marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
      return { ...row, marks, score, ...(isCut && { unfinished: 'cut-off' as const }) };
    });
  });
}

const tokensOf = (text: string): number =>
  Number.parseFloat(text) * (text.endsWith('M') ? 1e6 : text.endsWith('K') ? 1000 : 1);

/** What is said of a reliable length; nothing of what is left out. */
interface Claims {
  holds?: number;
  fails?: number;
  /** Where it stops reading. */
  stops?: number;
  isUnknown?: true;
  isNone?: true;
  isInconclusive?: true;
}

/** What a cell, a label or a sentence says, read as a person would. */
function claims(text: string): Claims {
  const said: { [name in keyof Claims]: Claims[name] | undefined } = {};
  const length = (pattern: RegExp) => {
    const found = pattern.exec(text)?.[1];
    return found === undefined ? undefined : tokensOf(found);
  };
  const is = (pattern: RegExp) => (pattern.test(text) ? (true as const) : undefined);
  said.holds = length(/(?:^ *|[Rr]eliable up to )([\d.]+[KM])(?!: )/);
  said.fails = length(/(?:^ *below|not at|[Nn]ot reliable (?:even )?at) ([\d.]+[KM])/);
  said.stops = length(
    /(?:(?:[Rr]eads|everything (?:after|before)) the (?:first|last)|Stops at) ([\d.]+K?)/,
  );
  said.isUnknown = is(/^ *unknown\b|unknown reliable length|^Unreadable answers$|^No answer$/);
  said.isNone = is(
    /^ *none\b|gives unusable answers|Unusable answers|[Ff]inds more (?:at|in)|^(?!.*reliable).*\b[Mm]isses /,
  );
  said.isInconclusive = is(/^ *inconclusive\b|is inconclusive|^Inconclusive$/);
  return Object.fromEntries(Object.entries(said).filter(([, one]) => one !== undefined));
}

/** An evaluation in every form in which a person or a program has it. */
function outputsOf(data: ReportData) {
  const document = reportDocument(data);
  return {
    ...{ data, document },
    terminal: terminalOf(document).replace(/\n {2}(?=\S)/g, ' '),
    page: visibleText(htmlOf(document)),
    markdown: markdownOf(document).replaceAll('`', ''),
    json: JSON.parse(jsonReport(data)) as { summary: SummaryRow[] },
  };
}

/** Every place that says how far a model is reliable. */
function saidOf(
  { data, document, terminal, page, markdown, json }: ReturnType<typeof outputsOf>,
  row: SummaryRow,
): Record<string, string> {
  const { provider } = row;
  const names = data.ranking.map((one) => one.provider);
  const decision = plain(document.decisions[names.indexOf(provider)]!.text);
  const line = (text: string) => text.split('\n').find((one) => one.includes(provider));
  const [card] = (document.blocks.find(({ kind }) => kind === 'cards') as Cards).cards.filter(
    ({ heading }) => plain(heading) === provider,
  );
  const numbers = document.blocks.find(
    (block) => block.kind === 'section' && block.heading === 'Numbers',
  ) as Section;
  const table = numbers.blocks[0] as Table;
  const at = table.heads.findIndex(({ text }) => text === 'Reliable up to');
  const cell = table.rows.find(({ cells }) => plain(cells[0]!.text) === provider)!.cells[at]!;
  const written = json.summary.find((one) => one.provider === provider)! as SummaryRow & {
    reliableLength: Parameters<typeof reliableOfFigures>[0];
  };
  expect(page).toContain(decision);
  expect(page).toContain(plain(card!.pill!.text));
  expect(line(terminal)).toContain(decision);
  expect(markdown).toContain(decision);
  // Figures of a card and of the table are one.
  const found = table.rows.find(({ cells }) => plain(cells[0]!.text) === provider)!.cells[2]!;
  if (Number.isFinite(row.recall.value) && found.value !== undefined) {
    expect(found.text).toBe(percentText(row.recall.value));
  }
  return {
    words: effectiveLengthText(row),
    decision: decision.slice(provider.length + 1).replace(/\.$/, ''),
    pill: plain(card!.pill!.text),
    cell: cell.small ? `${cell.text} (${cell.small})` : cell.text,
    json: effectiveLengthText({ ...row, reliable: reliableOfFigures(written.reliableLength) }),
  };
}

it('no output of any of 100 evaluations contradicts another, an interval, a rank or a marker', () => {
  let compared = 0;
  for (let number = 0; number < EVALUATIONS; number++) {
    const rows = evaluation(number);
    const whole = evaluationOf(rows);
    const data = analyse(whole);
    const outputs = outputsOf(data);
    const held = new Map<string, number>();
    let same: ReturnType<typeof gateWithFloors> | undefined;
    let history: ReturnType<typeof historyOf> | undefined;
    for (const row of data.summary) {
      const { provider, longest } = row;
      const places = saidOf(outputs, row);
      const { cut } = row.reliable?.hole ?? {};
      const own: Claims = {
        ...claims(places.words!),
        ...(cut && { stops: Number(cut.tokens.toPrecision(3)) }),
      };
      held.set(provider, own.holds ?? 0);
      const where = `${number}, ${provider}: ${JSON.stringify(places)}`;

      // All places say the same, if not all of it.
      for (const text of Object.values(places)) {
        const other = claims(text);
        expect(Object.keys(other), where).not.toEqual([]);
        expect(own, `${where}: ${text}`).toMatchObject(other);
      }
      // What is said to hold is not said to fail.
      expect(own.holds ?? 0, where).toBeLessThan(own.fails ?? Number.POSITIVE_INFINITY);
      // Nobody is reliable where most answers fail, a place is ignored, or recall is far too low.
      if (cut) expect(own.holds ?? 0, where).toBeLessThanOrEqual(cut.high);
      const at = rows.filter((one) => one.provider === provider && one.tokens === (own.holds ?? 0));
      if (at.length >= 3) {
        expect(at.reduce((sum, one) => sum + one.score, 0) / at.length, where).toBeGreaterThan(0.5);
      }
      // A floor passes where the words say that it holds, and fails where they say that it does not.
      const floors = [own.holds, own.fails, longest].flatMap((tokens) =>
        tokens === undefined ? [] : { kind: 'effective-length' as const, tokens },
      );
      if (number % 5 === 0) {
        const result = gateWithFloors(whole, undefined, { ...DEFAULT_GATE, floors });
        const checks = result.providers.find((one) => one.provider === provider)!.floors;
        for (const check of checks) {
          const { floor, verdict } = check;
          const { tokens } = floor as { tokens: number };
          const expected =
            tokens <= saidToHold(row)
              ? 'passed'
              : tokens >= saidToFail(row)
                ? 'failed'
                : 'inconclusive';
          expect(verdict, `${where}, floor ${tokens}`).toBe(expected);
          // What is said of it is what the report says.
          const said = claims(floorOf(check));
          if (verdict !== 'passed' && said.holds !== undefined)
            expect(said.holds, where).toBe(saidToHold(row));
        }
        // A gate against the same answers says the same of both sides, in every output.
        same ??= gateWithFloors(whole, kept(rows));
        const [reach] = same.providers.find((one) => one.provider === provider)!.reach!;
        // Nor does its page, its comment or its terminal say that anything fell.
        const document = gateDocument(same);
        expect(document.decisions[0].text, where).not.toMatch(/fell|ignores|broke/);
        expect(documentMarkdown(document), where).not.toContain('❌');
        expect([reach!.before, reach!.now].map(effectiveLengthText), where).toEqual([
          places.words,
          places.words,
        ]);
        history ??= historyOf([whole, whole], { alpha: 0.01, maxDrop: 0.02, threshold: 0.85 });
        const own = history.models.filter((one) => one.model === provider);
        const [table] = tablesOf(historyDocument({ ...history, models: own }).blocks).filter(
          ({ title }) => title === 'Runs',
        );
        const cells = table!.rows.at(-1)!.cells.map(({ text }) => text);
        expect(cells, where).toContain(shortestLengthText(row));
      }
      // No interval of a length that is said to be reliable ends below the target.
      for (const { tokens } of data.lengths.filter((one) => one.provider === provider)) {
        const { low } = foundAt(viewOf(data), { provider }, [tokens]) ?? {};
        if (tokens <= (own.holds ?? 0)) expect(low ?? 1, where).toBeGreaterThanOrEqual(0.85);
      }
      compared++;
    }
    // The decision is about the first of the ranking.
    const [first] = outputs.document.decisions;
    expect(plain(first.text).startsWith(`${data.ranking[0]!.provider} `), first.text).toBe(true);
    expect(first.tone).toBe(
      lengthPill(data.summary.find(({ provider }) => provider === data.ranking[0]!.provider)!).tone,
    );
    // A rank is never better than that of a reader that is said to be reliable longer.
    const ranks = data.ranking.flatMap(({ provider, rank }) =>
      rank === undefined || !held.has(provider) ? [] : { rank, held: held.get(provider)! },
    );
    for (const one of ranks) {
      for (const other of ranks) {
        if (one.held > other.held) expect(one.rank).toBeLessThanOrEqual(other.rank);
      }
    }
    // Who is said to find more does so by the interval, too.
    for (const row of data.comparisons) {
      const said = /^(\w+ \d+) found ([\d.]+) points more than/.exec(
        modelDifference(row, (name) => name),
      );
      if (!said) continue;
      const { value, low, high } = row.difference;
      const isFirst = said[1] === row.provider;
      expect(isFirst ? low : -high).toBeGreaterThanOrEqual(0);
      const points = 100 * (isFirst ? value : -value);
      expect(Math.abs(points - Number(said[2]))).toBeLessThanOrEqual(0.5000001);
    }
  }
  expect(compared).toBeGreaterThan(EVALUATIONS);
}, 240_000);
