/** Made-up report tables, the same for the same seed: a default run, and what is unlike it. */
import seedrandom from 'seedrandom';
import type { Series } from '../../../src/measuring/facts/evaluation/series.js';
import type {
  CellRow,
  CurveRow,
  DiagnosisRow,
  FailureRow,
  LengthRow,
  PositionRow,
  ReportData,
  SummaryRow,
} from '../../../src/measuring/facts/tables/tables.js';
import type { Interval } from '../../../src/measuring/statistics/interval.js';
import { reachedBy } from '../document/likely.js';

export interface ExampleOptions {
  providers?: string[];
  lengths?: number[];
  places?: number;
  series?: Series[];
  failures?: number;
  answer?: (provider: string, tokens: number) => string;
  seed?: string;
}

export function evenLengths(count: number, longest: number): number[] {
  return Array.from({ length: count }, (_, i) => Math.round(((i + 1) * longest) / count));
}

/** True recall of a made-up model: how it falls with the length, and in the middle. */
interface Model {
  start: number;
  loss: number;
  dip: number;
  tail: number;
}

const MODELS: readonly Model[] = [
  { start: 1, loss: 0.03, dip: 0.02, tail: 0 },
  { start: 0.99, loss: 0.28, dip: 0.16, tail: 0.02 },
  { start: 0.96, loss: 0.55, dip: 0.05, tail: 0.3 },
];

function truth({ start, loss, dip, tail }: Model, length: number, position: number): number {
  const middle = 1 - Math.abs(position - 0.5) * 2;
  const end = position > 0.75 ? 1 : 0;
  const drop = loss * length ** 1.6 + length * (dip * middle + tail * end);
  return Math.max(0, Math.min(1, start - drop));
}

export const EXAMPLE_SERIES: Series = {
  key: 'counting-stars',
  id: 'counting-stars acquisition en moby-dick 32-32',
  title: 'counting-stars 32-32',
  benchmark: 'counting-stars',
  task: 'acquisition',
  language: 'en',
  haystack: 'moby-dick',
  version: '32-32',
  lengths: [],
};

/** By default 3 providers × 32 lengths × 32 places, as the root config runs. */
export function exampleData(options: ExampleOptions = {}): ReportData {
  const {
    providers = ['steady reader', 'dips in the middle', 'loses the tail'],
    lengths = evenLengths(32, 128_000),
    places = 32,
    series = [EXAMPLE_SERIES],
    failures = 50,
    answer = exampleAnswer,
    seed = 'example',
  } = options;
  const data: ReportData = {
    format: 1,
    about: {
      models: providers.length,
      prompts: 4,
      lengths: [4000, 32_000],
      settings: [],
      spent: UNTOLD,
    },
    ranking: providers.map((provider) => ({ provider, rank: 1 })),
    missing: {
      shards: [],
      gaps: [],
      evalId: 'EVAL_ID',
      why: { evalId: 'EVAL_ID', complete: 'resume' },
    },
    options: { threshold: 0.85, confidence: 0.95 },
    series: series.map((one) => ({
      ...one,
      lengths: one.lengths.length > 0 ? one.lengths : lengths,
    })),
    providers,
    comparisons: [],
    benchmarks: [],
    composites: [],
    summary: [],
    lengths: [],
    curves: [],
    positions: [],
    cells: [],
    diagnoses: [],
    failures: [],
    errors: [],
    published: [],
  };
  for (const one of data.series) {
    providers.forEach((provider, i) => {
      addProvider(
        data,
        one,
        provider,
        MODELS[i % MODELS.length]!,
        places,
        `${seed}/${one.id}/${i}`,
      );
    });
  }
  data.comparisons = data.series.flatMap(({ id, lengths: [from] }) =>
    providers.slice(1).map((other) => ({
      series: id,
      provider: providers[0]!,
      other,
      prompts: 32,
      difference: around(0.1),
      better: providers[0]!,
      apart: [
        { by: 'overall', higher: providers[0]!, fromTokens: from!, toTokens: from!, p: 0.001 },
        { by: 'range', higher: providers[0]!, fromTokens: from!, toTokens: from!, p: 0.01 },
      ],
    })),
  );
  const random = seedrandom(`${seed}/failures`);
  const failing = data.lengths.filter(({ recall }) => recall.value < 0.95);
  data.failures = Array.from({ length: failing.length > 0 ? failures : 0 }, (_, i): FailureRow => {
    const { provider, series: id, tokens, recall } = failing[i % failing.length]!;
    return {
      provider,
      series: id,
      tokens,
      seed: 1 + Math.floor(i / failing.length),
      id: Math.floor(random() * 2 ** 48).toString(16),
      description: `${id} · ${tokens} tokens`,
      score: recall.value,
      reason: `${Math.round(recall.value * places)}/${places} ★; missing 7, 11, 18, 22; ended early`,
      diagnosis: random() < 0.5 ? 'missing-middle' : 'missing-tail',
      answer: answer(provider, tokens),
    };
  }).sort((a, b) => a.score - b.score);
  return data;
}

function exampleAnswer(provider: string, tokens: number): string {
  const numbers = Array.from({ length: 30 }, (_, i) => 4 * i + 3);
  return `Here is what ${provider} found in ${tokens} tokens:\n{"little_penguin": [${numbers}]}`;
}

function addProvider(
  data: ReportData,
  series: Series,
  provider: string,
  model: Model,
  places: number,
  seed: string,
): void {
  const random = seedrandom(seed);
  const names = { provider, series: series.id };
  const longest = series.lengths[series.lengths.length - 1]!;
  const cells: CellRow[] = series.lengths.flatMap((tokens) =>
    Array.from({ length: places }, (_, i) => {
      const position = (i + 1) / places;
      const recall = random() < truth(model, tokens / longest, position) ? 1 : 0;
      return { ...names, tokens, place: i + 1, position, recall, marks: 1 };
    }),
  );
  const recallOf = (own: readonly CellRow[]) =>
    shareOf(own.reduce((sum, { recall }) => sum + recall, 0) / own.length, own.length);
  const lengths = series.lengths.map(
    (tokens): LengthRow => ({
      ...names,
      tokens,
      recall: recallOf(cells.filter((cell) => cell.tokens === tokens)),
      precision: 0.97,
      format: 1,
      answers: 1,
      errors: 0,
      promptTokens: tokens - 240,
      builtTokens: tokens - 250,
      latencyMs: tokens / 40,
      cost: tokens * 2.5e-6,
    }),
  );
  data.cells.push(...cells);
  data.lengths.push(...lengths);
  data.curves.push(...curveRows(names, lengths, model));
  data.positions.push(...positionRows(names, series, cells, places));
  data.diagnoses.push(
    ...lengths.map(
      ({ tokens, recall }): DiagnosisRow => ({
        ...names,
        tokens,
        diagnosis: diagnosisOf(recall.value, random()),
        answers: 1,
      }),
    ),
  );
  data.summary.push(summaryRow(names, recallOf(cells), lengths, model));
}

function diagnosisOf(recall: number, chance: number): string {
  if (recall > 0.97) return 'complete';
  if (chance < 0.35) return 'missing-middle';
  if (chance < 0.65) return 'missing-tail';
  return chance < 0.85 ? 'scattered' : 'regular-sequence';
}

function positionRows(
  names: { provider: string; series: string },
  { lengths }: Series,
  cells: readonly CellRow[],
  places: number,
): PositionRow[] {
  const bins = Math.min(16, places);
  const count = Math.min(4, lengths.length);
  return Array.from({ length: count }, (_, band) =>
    lengths.filter((_, i) => Math.floor((i * count) / lengths.length) === band),
  ).flatMap((band) =>
    Array.from({ length: bins }, (_, bin): PositionRow => {
      const own = cells.filter(
        ({ tokens, position }) =>
          band.includes(tokens) && Math.ceil(position * bins - 1e-9) - 1 === bin,
      );
      const found = own.reduce((sum, { recall }) => sum + recall, 0);
      return {
        ...names,
        fromTokens: band[0]!,
        toTokens: band[band.length - 1]!,
        position: (bin + 0.5) / bins,
        recall: shareOf(found / own.length, own.length),
        marks: own.length,
      };
    }),
  );
}

function summaryRow(
  names: { provider: string; series: string },
  recall: SummaryRow['recall'],
  lengths: readonly LengthRow[],
  model: Model,
): SummaryRow {
  const first = lengths[0]!;
  const last = lengths[lengths.length - 1]!;
  const broken = lengths.findIndex((row) => row.recall.value < 0.85);
  const reached = broken < 0 ? Number.POSITIVE_INFINITY : (lengths[broken - 1]?.tokens ?? 0);
  return {
    ...names,
    recall,
    usableRecall: recall,
    effectiveLength: { value: reached, low: reached / 2, high: reached * 1.5 },
    ...reachedBy(
      lengths.map(({ tokens }, i) => ({
        tokens,
        probability: broken < 0 || i < broken ? 0.97 : 0.03,
      })),
    ),
    shortest: first.tokens,
    longest: last.tokens,
    middleDip: around(model.dip / 2),
    tailLoss: around(model.tail / 2),
    ...(lengths.length > 1 && {
      rise: {
        clear: false,
        p: 0.4,
        by: 0.03,
        shorterFrom: first.tokens,
        shorterTo: first.tokens,
        longerFrom: last.tokens,
        longerTo: last.tokens,
      },
    }),
    precision: 0.97,
    format: 1,
    passed: lengths.filter(({ recall: { value } }) => value >= 0.85).length,
    failures: lengths.filter(({ recall: { value } }) => value < 0.85).length,
    answers: lengths.length,
    seeds: 1,
    errors: 0,
    spent: { ...UNTOLD, cost: lengths.reduce((sum, { cost = 0 }) => sum + cost, 0) },
    latencyMs: 1800,
  };
}

/** Made up, as all of it: about what that number of marks would give. */
function shareOf(value: number, marks: number): Interval {
  const half = 1.96 * Math.sqrt((value * (1 - value) + 0.25 / marks) / marks);
  return { value, low: Math.max(0, value - half), high: Math.min(1, value + half) };
}

function curveRows(
  names: { provider: string; series: string },
  lengths: readonly LengthRow[],
  { start, loss }: Model,
): CurveRow[] {
  const longest = lengths[lengths.length - 1]!.tokens;
  return lengths.map(({ tokens }) => {
    const value = start - 0.8 * loss * (tokens / longest) ** 1.6;
    return { ...names, tokens, recall: around(value) };
  });
}

function around(value: number): Interval {
  return { value, low: value - 0.04, high: value + 0.04 };
}

/** Calls of which nothing is told. */
export const UNTOLD = { calls: 4, costUnknown: 0, tokensUnknown: 0, fromPromptfooCache: 0 };

/** Strings that would be markup, code or a broken file if a report took them for more than text. */
export const HOSTILE: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</pre></details><iframe src="https://example.com/"></iframe>',
  'javascript:alert(1)',
  ']]></style></svg><script>window.ran = 1</script>',
  '</script><script>window.ran = 1</script>',
  "' onfocus='window.ran = 1' autofocus x='",
  '&lt;b&gt; &#x3c;script&#x3e;',
  'line\u2028separator\u2029end',
  'turned \u202Eround\u2066',
  'control \u0000\u0007\u001b[31m\u009b and a half \ud83d pair',
  "{{alert(1)}} <%= 1 %> {signal: 'width'} datum['x']",
  'url(#clip0)',
  'rgb(1, 2, 3)',
  '',
];

const EVERY_HOSTILE = HOSTILE.join('\n');

/** The first one has hostile strings wherever it has any. */
export const HOSTILE_SERIES: Series[] = [
  {
    ...EXAMPLE_SERIES,
    id: EVERY_HOSTILE,
    title: `${HOSTILE[0]} ${HOSTILE[1]}`,
    task: EVERY_HOSTILE,
    haystack: `${EVERY_HOSTILE}.txt`,
  },
  { ...EXAMPLE_SERIES, title: HOSTILE[4]! },
];

/** Every string of a small report is hostile. */
export function hostileData(more: ExampleOptions = {}): ReportData {
  const text = EVERY_HOSTILE;
  const data = exampleData({
    providers: [
      ...HOSTILE,
      '小企鹅数星星 模型',
      '작은 펭귄이 세는 별',
      '🐧'.repeat(30),
      'x'.repeat(5000),
    ],
    series: HOSTILE_SERIES,
    lengths: evenLengths(4, 16_000),
    places: 4,
    answer: () => text,
    ...more,
  });
  data.failures = data.failures.map((row, i) => ({
    ...row,
    id: text,
    description: text,
    reason: HOSTILE[i % HOSTILE.length]!,
    diagnosis: HOSTILE[i % HOSTILE.length]!,
  }));
  data.diagnoses = data.diagnoses.map((row, i) => ({
    ...row,
    diagnosis: HOSTILE[i % HOSTILE.length]!,
  }));
  data.errors = HOSTILE.map((error, i) => ({
    provider: data.providers[i]!,
    series: text,
    tokens: 4000,
    seed: 1,
    id: text,
    description: text,
    error: `${error}\n${text}`,
  }));
  data.published = HOSTILE.map((model) => ({
    series: text,
    model,
    recall: 0.5,
    source: text,
    date: text,
    by: text,
    metric: text,
    note: text,
  }));
  return data;
}
