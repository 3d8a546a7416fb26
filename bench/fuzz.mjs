/**
 * Answers, results, baselines, configs and texts with secrets that nobody would write: nothing but a `UserError` may be
 * thrown, and no time may grow faster than its input.
 *
 *   npm run build && node bench/fuzz.mjs [NUMBER] [SEED]
 *
 * NUMBER of each (default 100000). Answers are shared out among the benchmarks.
 */
import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { baselineText, parseBaseline } from '../dist/baseline/baseline.js';
import { BENCHMARKS } from '../dist/benchmarks/registry.js';
import { together } from '../dist/evaluation/runs.js';
import { baselineOf } from '../dist/gate/baseline-of.js';
import { redactText, withoutSecrets } from '../dist/results/redact.js';
import { toRow } from '../dist/results/rows.js';
import { printTable } from './markdown.mjs';

const { score: scoreOf, UserError, ...generators } = await import('../dist/index.js');

const NUMBER = Number(process.argv[2] ?? 100_000);
const random = seedrandom(process.argv[3] ?? 'fuzz');
const below = (most) => Math.floor(random() * most);
const pick = (list) => list[below(list.length)];

/** Small configs, so that what is tried is the reading and not the making. */
const SMALL = { lengths: [2000], seeds: 1 };
const tests = [];
for (const { generator, options } of BENCHMARKS) {
  const config = Object.fromEntries(
    Object.entries(SMALL).filter(([name]) => name in options.shape),
  );
  const [made = []] = [
    await generators[generator](config).catch(() => undefined),
    await generators[generator]({}).catch(() => undefined),
  ].filter(Boolean);
  if (made.length > 0) tests.push({ generator, test: made[0] });
}

const VALUES = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1e308,
    -0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    0.5,
    4000,
  ],
  ...[
    '',
    ' ',
    'constructor',
    '__proto__',
    'a\0b',
    '\u202e',
    '💥',
    '\ud800',
    '1/0',
    '(',
    '[',
    '{{x}}',
    '2/3',
  ],
  ...[
    [],
    {},
    [[]],
    [null],
    { length: 1e9 },
    { toString: 1 },
    'x'.repeat(5000),
    [1, 2, 3],
    '*'.repeat(50),
  ],
];
const UNITS = [
  '[',
  '{"a":',
  '"',
  '3, ',
  '- 3 ★\n',
  '**',
  '`',
  '\\',
  'A. ',
  'Answer: ',
  '三',
  '</think>',
  '\n',
  '“',
  '1.',
  'x',
];

/** A text out of pieces and of what fast-check thinks of. */
const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 200 }), { seed: 1, numRuns: 5000 });
function textOf() {
  return Array.from({ length: 1 + below(8) }, () =>
    below(2) ? pick(texts) : pick(UNITS).repeat(1 + below(20)),
  ).join('');
}

/** A copy of JSON with up to three of its values replaced, removed or doubled. */
function mutated(json) {
  const copy = structuredClone(json);
  for (let times = 1 + below(3); times > 0; times--) {
    let place = copy;
    for (;;) {
      const keys = Object.keys(place);
      if (keys.length === 0) break;
      const key = pick(keys);
      const inner = place[key];
      if (typeof inner === 'object' && inner !== null && below(4) > 0) {
        place = inner;
        continue;
      }
      const what = below(5);
      if (what === 0) delete place[key];
      else if (what === 1 && Array.isArray(place)) place.push(inner);
      else if (what === 2 && typeof inner === 'string')
        place[key] = inner.slice(below(inner.length + 1)) + pick(texts);
      else place[key] = below(3) === 0 ? textOf() : pick(VALUES);
      break;
    }
  }
  return copy;
}

const resultOf = ({ test }) => ({
  id: 'r',
  testIdx: 0,
  promptIdx: 0,
  provider: { id: 'p', label: 'reader' },
  prompt: { raw: 'x', label: 'stars' },
  vars: test.vars,
  testCase: { description: test.description, metadata: test.metadata },
  metadata: test.metadata,
  failureReason: 0,
  namedScores: { recall: 1 },
  latencyMs: 5,
  cost: 0.1,
  response: { output: '[3]', tokenUsage: { prompt: 10 }, finishReason: 'stop' },
  gradingResult: {
    componentResults: [
      {
        pass: true,
        score: 1,
        reason: 'all',
        namedScores: { recall: 1 },
        assertion: test.assert?.[0],
        metadata: { id: test.metadata.id, marks: [1], positions: [0.5], reading: 'read' },
      },
    ],
  },
});
const results = tests.map(resultOf);
const rows = results
  .map((one) => toRow({ ...one, prompt: { label: 'stars' } }))
  .filter((row) => row && row.error === undefined);
const baseline = JSON.parse(baselineText(baselineOf([together([{ name: 'a', rows }])], true)));

const surprises = new Map();
async function tried(what, number, attempt) {
  const counts = { refused: 0, thrown: 0 };
  for (let i = 0; i < number; i++) {
    try {
      await attempt(i);
    } catch (error) {
      if (error instanceof UserError) counts.refused++;
      else {
        counts.thrown++;
        const place = /at .*dist\/\S+/.exec(error?.stack)?.[0] ?? '';
        const key = `${what}: ${String(error).slice(0, 120)} ${place}`;
        surprises.set(key, (surprises.get(key) ?? 0) + 1);
      }
    }
  }
  return [what, number, counts.refused, counts.thrown];
}

/** Time for 8 times as much, by that of once as much: 8 where it grows with the length, 64 where with its square. */
async function growth(attempt) {
  let worst = 0;
  for (const unit of UNITS) {
    const time = async (size) => {
      const text = unit.repeat(size / unit.length);
      let least = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 3; round++) {
        const start = process.cpuUsage();
        await attempt(text);
        const { user, system } = process.cpuUsage(start);
        least = Math.min(least, user + system);
      }
      return least;
    };
    worst = Math.max(worst, (await time(400_000)) / Math.max(2000, await time(50_000)));
  }
  return worst.toFixed(1);
}

const out = [];
for (const { generator, test } of tests) {
  const score = (answer) => scoreOf(answer, { vars: test.vars });
  const row = await tried(`answers, ${generator}`, Math.ceil(NUMBER / tests.length), () =>
    score(textOf()),
  );
  out.push([...row, await growth(score)]);
}
const resultText = (text) =>
  toRow({ ...results[0], error: text, provider: { id: text }, response: { output: text } });
out.push([
  ...(await tried('results', NUMBER, () => toRow(mutated(pick(results))))),
  await growth(resultText),
]);
const asBaseline = (text) => {
  try {
    parseBaseline(text, 'baseline.json');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
};
out.push([
  ...(await tried('baselines', NUMBER, () =>
    parseBaseline(JSON.stringify(mutated(baseline)), 'baseline.json'),
  )),
  await growth(asBaseline),
]);
const withLengths = BENCHMARKS.filter(({ options }) => 'lengths' in options.shape);
out.push([
  ...(await tried('configs', NUMBER, async () => {
    const { generator, options } = pick(withLengths);
    // One or two of its options have a value that is rarely right.
    const config = { ...SMALL };
    for (let times = 1 + below(2); times > 0; times--)
      config[pick(Object.keys(options.shape))] = pick(VALUES);
    await generators[generator](config);
  })),
  '–',
]);
out.push([
  ...(await tried('texts with secrets', NUMBER, () => redactText(textOf()))),
  await growth(redactText),
]);
out.push([
  ...(await tried('configs that are shown', NUMBER, () => withoutSecrets(mutated(pick(results))))),
  '–',
]);
printTable(
  ['what', 'tried', 'refused with a sentence', 'thrown otherwise', 'time of 8 times as much'],
  out,
);
for (const [what, times] of surprises) console.error(`${times} × ${what}`);
if (surprises.size > 0) process.exitCode = 1;
