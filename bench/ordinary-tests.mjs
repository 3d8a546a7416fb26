/**
 * The gate of ordinary tests against suites whose truth is known: false alarms, what is found, the bounds of the
 * drop, and the time of a large suite. Real code, seeded.
 *
 *   npm run build && node bench/ordinary-tests.mjs [suites] [section] [--fit]
 *
 * Sections: alarms, copies, found, shares, bounds, clusters, time; all without one. Prints Markdown tables; 100 suites take
 * about 2 minutes of one core. The constants of src/measuring/statistics/rounds were chosen with `--fit`, which takes
 * other kinds of suites than those that the tables are of.
 */
import { parseArgs } from 'node:util';
import seedrandom from 'seedrandom';
import { judgeRounds } from '../dist/measuring/statistics/rounds/judge-rounds.js';
import { noteTime, percent, printTable } from './markdown.mjs';
import { mean } from './readers.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { fit: { type: 'boolean', default: false } },
});
const [SUITES = 100, SECTION] = [positionals[0] && Number(positionals[0]), positionals[1]];

const range = (count) => Array.from({ length: count }, (_, i) => i);
const normal = (random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const clip = (share) => Math.min(1, Math.max(0, share));

/** The pass rate of one test, by the kind of suite. */
const FITTED = {
  'most steady': (random) => {
    const kind = random();
    if (kind < 0.7) return 1 - 0.02 * random();
    if (kind < 0.9) return 0.5 + 0.5 * random();
    return kind < 0.95 ? 0 : random();
  },
  'steps 1, 0.9, 0.5, 0': (random) => {
    const kind = random();
    return kind < 0.6 ? 1 : kind < 0.8 ? 0.9 : kind < 0.9 ? 0.5 : 0;
  },
  'all flaky': (random) => 0.5 + 0.5 * random(),
  'one in ten flaky': (random) => (random() < 0.9 ? 1 : 0.8),
};
const CHECKED = {
  'U-shaped': (random) => {
    const kind = random();
    if (kind < 0.55) return 1 - 0.05 * random() ** 2;
    if (kind < 0.8) return 1 - 0.4 * random();
    return kind < 0.9 ? 0.6 * random() : 0.05 * random();
  },
  'good, some flaky': (random) => (random() < 0.75 ? 0.99 : 0.6 + 0.35 * random()),
  'half flaky': (random) => (random() < 0.5 ? 0.985 : 0.4 + 0.6 * random()),
  'mean 0.85': (random) => 1 - 0.3 * random(),
  'very steady': (random) => (random() < 0.85 ? 1 : 0.95),
};
const SUITES_OF = options.fit ? FITTED : CHECKED;

const OPTIONS = { alpha: 0.05, maxDrop: 0.02, confidence: 0.95 };

/** Scores of a run: each test copies its first answer with the share `copying`. */
function runOf(tests, { repeats, score = pass }, shift, random) {
  return tests.map(({ rate, copies }) => {
    const draw = () => [score(clip(rate + shift), random)];
    const first = draw();
    return range(repeats).map((i) => (copies || i === 0 ? first : draw()));
  });
}

const pass = (rate, random) => Number(random() < rate);
/** A share that a grader gives, in tenths, around the rate. */
const share = (rate, random) => Math.round(10 * clip(rate + 0.15 * normal(random))) / 10;

/** One imagined comparison: the units of a suite, with what is to be found in it. */
function suiteOf(rateOf, design, random) {
  const { tests: count, runs = 1, copying = 0, drift = 0, change = (tests) => tests } = design;
  const tests = range(count).map(() => ({ rate: rateOf(random), copies: random() < copying }));
  const later = change(tests, random);
  const baseline = range(runs).map(() => runOf(tests, design, drift * normal(random), random));
  const now = runOf(later, design, drift * normal(random), random);
  const units = tests.map((_, i) => ({
    id: String(i).padStart(6, '0'),
    baseline: baseline.map((run) => run[i]),
    now: now[i],
  }));
  const fall = mean(tests.map(({ rate }, i) => rate - later[i].rate));
  return { units, fall };
}

/** The verdicts of so many suites. */
function judged(kind, design) {
  const random = seedrandom(`${kind}/${JSON.stringify(design)}/${design.change?.name}`);
  return range(SUITES).map(() => {
    const { units, fall } = suiteOf(SUITES_OF[kind], design, random);
    return { ...judgeRounds(units, [{ measure: 0 }], OPTIONS), fall };
  });
}

const failures = (kind, design) =>
  percent(mean(judged(kind, design).map(({ verdict }) => Number(verdict === 'failed'))));

/** Breaks some of the tests that pass at least half of the time. */
const broken = (count) =>
  Object.defineProperty(
    (tests, random) => {
      const left = tests.flatMap(({ rate }, i) => (rate >= 0.5 ? [i] : []));
      const found = new Set(
        range(count).map(() => left.splice(Math.floor(random() * left.length), 1)[0]),
      );
      return tests.map((test, i) => (found.has(i) ? { ...test, rate: 0 } : test));
    },
    'name',
    { value: `broken ${count}` },
  );
const lower = (tests) => tests.map((test) => ({ ...test, rate: Math.max(0, test.rate - 0.1) }));

const KINDS = Object.keys(SUITES_OF);
const table = (designs) =>
  printTable(
    ['tests × repeats, baseline runs', ...KINDS],
    designs.map(([name, design]) => [name, ...KINDS.map((kind) => failures(kind, design))]),
  );

const sizes = (more, repeats = 3) =>
  [20, 40, 120].map((tests) => [`${tests} × ${repeats}, 1`, { tests, repeats, ...more }]);

const SECTIONS = {
  alarms() {
    console.log('\n### Unchanged, independent repeats: failed');
    table([
      ...sizes({}),
      ['40 × 1, 1', { tests: 40, repeats: 1 }],
      ['40 × 1, 3', { tests: 40, repeats: 1, runs: 3 }],
      ['40 × 5, 1', { tests: 40, repeats: 5 }],
      ['40 × 3, 3', { tests: 40, repeats: 3, runs: 3 }],
    ]);
    console.log('\n### Unchanged, whole runs drift by 0.02 (standard deviation): failed');
    table([
      ...sizes({ drift: 0.02 }),
      ['40 × 3, 3', { tests: 40, repeats: 3, runs: 3, drift: 0.02 }],
    ]);
  },
  copies() {
    console.log('\n### Unchanged, repeats copy their run: failed');
    table([
      ...sizes({ copying: 1 }),
      ['40 × 3, 3', { tests: 40, repeats: 3, runs: 3, copying: 1 }],
    ]);
    console.log('\n### Unchanged, half of the tests copy their run: failed');
    table([
      ...sizes({ copying: 0.5 }),
      ['40 × 3, 3', { tests: 40, repeats: 3, runs: 3, copying: 0.5 }],
    ]);
  },
  found() {
    console.log('\n### Changed: failed');
    table(
      [1, 3].flatMap((runs) =>
        [
          ['one in eight broken', broken(5)],
          ['two broken', broken(2)],
          ['one broken', broken(1)],
          ['all 0.1 lower', lower],
        ].map(([name, change]) => [
          `40 × 3, ${runs}: ${name}`,
          { tests: 40, repeats: 3, runs, change },
        ]),
      ),
    );
    table([
      ['40 × 1, 1: one in eight broken', { tests: 40, repeats: 1, change: broken(5) }],
      ['40 × 5, 1: one broken', { tests: 40, repeats: 5, change: broken(1) }],
      ['120 × 3, 1: two broken', { tests: 120, repeats: 3, change: broken(2) }],
      [
        '40 × 3, 1: one in eight broken, all copy',
        { tests: 40, repeats: 3, copying: 1, change: broken(5) },
      ],
    ]);
  },
  shares() {
    console.log('\n### Scores that are shares: failed');
    table([
      ['unchanged, 40 × 3, 1', { tests: 40, repeats: 3, score: share }],
      ['unchanged, all copy, 40 × 3, 1', { tests: 40, repeats: 3, score: share, copying: 1 }],
      [
        'one in eight broken, 40 × 3, 1',
        { tests: 40, repeats: 3, score: share, change: broken(5) },
      ],
      ['all 0.1 lower, 40 × 3, 1', { tests: 40, repeats: 3, score: share, change: lower }],
    ]);
  },
  bounds() {
    console.log('\n### The true drop is within the 95% interval; at most the 95% bound');
    const designs = [
      ['unchanged, 40 × 3, 1', { tests: 40, repeats: 3 }],
      ['two broken, 40 × 3, 1', { tests: 40, repeats: 3, change: broken(2) }],
      ['all 0.1 lower, 40 × 3, 1', { tests: 40, repeats: 3, change: lower }],
      ['unchanged, drift 0.02, 40 × 3, 3', { tests: 40, repeats: 3, runs: 3, drift: 0.02 }],
    ];
    printTable(
      ['', ...KINDS],
      designs.map(([name, design]) => [
        name,
        ...KINDS.map((kind) => {
          const all = judged(kind, design).map(({ measures: [{ drop, excludes }], fall }) => ({
            within: Number(drop.low <= fall && fall <= drop.high),
            below: Number(fall <= excludes),
          }));
          return `${percent(mean(all.map(({ within }) => within)))}; ${percent(mean(all.map(({ below }) => below)))}`;
        }),
      ]),
    );
  },
  clusters() {
    console.log('\n### 17 questions at 5 lengths with two measures: failed');
    const CELLS = range(10).map((i) => ({ measure: Math.floor(i / 5), length: 2 ** (i % 5) }));
    const rate = (lost, { question, gained }) => {
      const random = seedrandom(`clusters/${lost}/${question}/${gained}`);
      const verdicts = range(SUITES).map(() => {
        const units = range(17).map((i) => {
          const answers = (isNow) => {
            const whole = random() < question;
            const fails = (at) => whole || random() < 0.05 || (isNow && at === 4 && i < lost);
            const found = range(5).map((at) => Number(!fails(at)));
            return [[...found, ...found.map((mark) => mark && Number(random() < 0.95))]];
          };
          return { id: String(i + 10), baseline: [answers(false)], now: answers(true) };
        });
        return judgeRounds(units, CELLS, OPTIONS).verdict;
      });
      return percent(mean(verdicts.map((verdict) => Number(verdict === 'failed'))));
    };
    printTable(
      ['', 'failed'],
      [
        ['unchanged, questions independent at each length', rate(0, { question: 0 })],
        [
          'unchanged, 15 % of questions lost at all lengths in each run',
          rate(0, { question: 0.15 }),
        ],
        ['5 of 17 lost at the longest', rate(5, { question: 0 })],
        ['10 of 17 lost at the longest', rate(10, { question: 0 })],
      ],
    );
  },
  time() {
    const random = seedrandom('time');
    const kind = KINDS[KINDS.length - 2];
    const { units } = suiteOf(SUITES_OF[kind], { tests: 5000, repeats: 3, runs: 3 }, random);
    const before = process.cpuUsage();
    judgeRounds(units, [{ measure: 0 }], OPTIONS);
    const { user, system } = process.cpuUsage(before);
    console.error(
      `5,000 tests × 3, 3 baseline runs: ${((user + system) / 1e6).toFixed(1)} s of a processor`,
    );
  },
};

const start = performance.now();
for (const [name, section] of Object.entries(SECTIONS)) {
  if (SECTION === undefined || SECTION === name) section();
}
noteTime('ordinary tests', start);
