/**
 * Answers, results, baselines, configs and texts with secrets that nobody would write: nothing but a `UserError` may be
 * thrown, and no time may grow faster than its input.
 *
 *   npm run build && node bench/fuzz.mjs [NUMBER] [SEED]
 *
 * NUMBER of each (default 100000). Answers are shared out among the benchmarks, and of configs one in 500 is
 * made into tests, which takes a hundred times as long as to read it.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { parse } from 'yaml';
import { redactText, withoutSecrets } from '../dist/base/secrets.js';
import { BENCHMARKS } from '../dist/benchmarks/registry.js';
import { askingSide } from '../dist/commands/asking-door.js';
import { draftsOf } from '../dist/generators/grid.js';
import { loadPreset, PRESET_NAMES } from '../dist/generators/presets.js';
import { baselineOf } from '../dist/measuring/facts/baseline-of.js';
import { together } from '../dist/measuring/facts/evaluation/runs.js';
import { parseBaseline } from '../dist/measuring/results/baseline/baseline.js';
import { baselineText } from '../dist/measuring/results/baseline/baseline-text.js';
import { toRow } from '../dist/measuring/results/rows.js';
import { printTable } from './markdown.mjs';

const { score: scoreOf, ...generators } = await import('../dist/index.js');

/** By its name: what promptfoo loads is bundled, and has a class of its own. */
const isUserError = (error) => error.name === 'UserError';

const NUMBER = Number(process.argv[2] ?? 100_000);
const random = seedrandom(process.argv[3] ?? 'fuzz');
const below = (most) => Math.floor(random() * most);
const pick = (list) => list[below(list.length)];

// What looks like a pattern lists few files here.
const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
cpSync(fileURLToPath(new URL('../examples', import.meta.url)), join(folder, 'examples'), {
  recursive: true,
});
process.chdir(folder);

/** A config with small lengths and few of everything, so that what is tried is the reading and not the making. */
function small(value, name) {
  if (typeof value === 'number') return Math.min(value, /tokens|lengths/i.test(name) ? 2000 : 10);
  if (Array.isArray(value)) return value.slice(0, 2).map((item) => small(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, small(one, key)]));
}

/** Configs that are right: the presets', the examples' and a small one of each benchmark. */
const given = [
  ...PRESET_NAMES.flatMap((name) => loadPreset(name).tests),
  ...readdirSync('examples')
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => parse(readFileSync(`examples/${file}`, 'utf8')).tests)
    .map(({ path, config }) => ({ generator: path.split(':').at(-1), config })),
  ...BENCHMARKS.flatMap(({ generator }) => [
    { generator, config: { lengths: [2000], seeds: 1 } },
    { generator, config: {} },
  ]),
];
const kinds = [];
const tests = [];
for (const benchmark of BENCHMARKS) {
  const { generator } = benchmark;
  const configs = [];
  for (const one of given.filter((other) => other.generator === generator)) {
    const config = small(one.config, '');
    const made = await generators[generator](config).catch(() => []);
    if (made.length === 0) continue;
    if (configs.push(config) === 1) tests.push({ generator, test: made[0] });
  }
  if (configs.length === 0) throw new Error(`${generator}: no config is right`);
  kinds.push({ benchmark, configs });
}

const VALUES = [
  ...[null, true, false, 0, -1, 1e308, -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 0.5, 40],
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
function mutated(json, most = 3) {
  const copy = structuredClone(json);
  for (let times = 1 + below(most); times > 0; times--) {
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
      else place[key] = below(3) === 0 ? textOf() : structuredClone(pick(VALUES));
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
  vars: { case: test.vars.case, ...test.vars },
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
const facts = await askingSide();
const results = tests.map(resultOf);
const rows = results
  .map((one) => toRow({ ...one, prompt: { label: 'stars' } }, facts))
  .filter((row) => row && row.error === undefined);
const baseline = JSON.parse(baselineText(baselineOf([together([{ name: 'a', rows }])], true)));

const surprises = new Map();
async function tried(what, number, attempt) {
  const counts = { refused: 0, thrown: 0 };
  const start = performance.now();
  for (let i = 0; i < number; i++) {
    try {
      await attempt(i);
    } catch (error) {
      if (isUserError(error)) counts.refused++;
      else {
        counts.thrown++;
        const place = /at .*dist\/\S+/.exec(error?.stack)?.[0] ?? '';
        const key = `${what}: ${String(error).slice(0, 120)} ${place}`;
        surprises.set(key, (surprises.get(key) ?? 0) + 1);
      }
    }
  }
  console.error(`${what}: ${number} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
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
  toRow({ ...results[0], error: text, provider: { id: text }, response: { output: text } }, facts);
out.push([
  ...(await tried('results', NUMBER, () => toRow(mutated(pick(results)), facts))),
  await growth(resultText),
]);
const asBaseline = (text) => {
  try {
    parseBaseline(text, 'baseline.json');
  } catch (error) {
    if (!isUserError(error)) throw error;
  }
};
out.push([
  ...(await tried('baselines', NUMBER, () =>
    parseBaseline(JSON.stringify(mutated(baseline, 1)), 'baseline.json'),
  )),
  await growth(asBaseline),
]);
/** A config that is right but for one place. */
function nearlyRight({ benchmark, configs }) {
  const config = structuredClone(pick(configs));
  const name = pick(Object.keys(benchmark.options.shape));
  const what = below(4);
  if (what === 0) return { ...config, [name]: pick(VALUES) };
  if (what === 1) return { ...config, [name]: pick(configs)[name] };
  if (what === 2) return mutated(config, 1);
  const inside = pick(Object.keys(config)) ?? name;
  return { ...config, [inside]: nearby(config[inside]) };
}

/** A value of the same type that is a little other. */
function nearby(value) {
  if (typeof value === 'number') return pick([value + 1, value * 2, value / 2, -value, `${value}`]);
  if (typeof value === 'string')
    return pick([`${value}s`, value.slice(1), value.toUpperCase(), [value]]);
  if (Array.isArray(value))
    return pick([[...value, value[0]], value[0], value.slice(1), value.map(nearby)]);
  return value;
}

const configs = async (what, number, attempt) =>
  out.push([...(await tried(what, number, () => attempt(pick(kinds)))), '–']);
await configs('configs, up to their cases', NUMBER, (kind) =>
  draftsOf(kind.benchmark, nearlyRight(kind)),
);
await configs('configs, up to their tests', Math.ceil(NUMBER / 500), (kind) =>
  generators[kind.benchmark.generator](nearlyRight(kind)),
);
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
