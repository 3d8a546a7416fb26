/**
 * How often the gate is right: false alarms between two runs of the same simulated reader, and the
 * share of drops that it finds, for the default grid (32 lengths of 4K to 128K tokens, 32 stars).
 *
 *   npm run build && node bench/gate-power.mjs [repetitions]
 *
 * Prints the tables of docs/gate.md. A steady reader finds each star by itself with one probability;
 * a moody one has good and bad prompts, so that its marks depend on each other.
 */
import seedrandom from 'seedrandom';
import { cellFall } from '../dist/assertions/against-baseline.js';
import { DEFAULT_GATE, gate } from '../dist/gate/gate.js';
import { collect, toBaseline } from '../dist/results/collect.js';
import { imaginedRow } from './imagined-row.mjs';

const STARS = 32;
const LENGTHS = Array.from({ length: 32 }, (_, i) => 4000 * (i + 1));
const REPETITIONS = Number(process.argv[2] ?? 1000);

/** Recall of one prompt of a length. */
const READERS = {
  'steady, 0.95': () => 0.95,
  'steady, 0.80': () => 0.8,
  'fades from 0.98 to 0.70': (_, tokens) => 0.98 - (0.28 * tokens) / 128_000,
  // A mean of 0.90 with a standard deviation of 0.07 from prompt to prompt.
  'moody, 0.90': (random) => 1 - 0.1 * 2 * random() ** 0.5 * (random() < 0.75 ? 1 : 0),
};

const DROPS = {
  'at all lengths': () => true,
  'beyond 64K': (tokens) => tokens > 64_000,
};

function read(reader, seeds, random, { drop = 0, falls = () => false } = {}) {
  const rows = [];
  for (let seed = 1; seed <= seeds; seed++) {
    for (const tokens of LENGTHS) {
      const recall = READERS[reader](random, tokens) - (falls(tokens) ? drop : 0);
      const marks = Array.from({ length: STARS }, () => (random() < recall ? 1 : 0));
      const score = marks.reduce((sum, mark) => sum + mark, 0) / STARS;
      rows.push(
        imaginedRow({ id: `${tokens}.s${seed}`, tokens, seed, score, marks, positions: [] }),
      );
    }
  }
  return rows;
}

/** Share of pairs of runs that do not pass. */
function failing(name, repetitions, reader, seeds, change) {
  const random = seedrandom(name);
  let failed = 0;
  for (let i = 0; i < repetitions; i++) {
    const before = toBaseline(collect(read(reader, seeds, random)), false);
    const { verdict } = gate(read(reader, seeds, random, change), before, DEFAULT_GATE);
    if (verdict !== 'passed') failed++;
  }
  return failed / repetitions;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

console.log(`False alarms, ${2 * REPETITIONS} pairs of runs each\n`);
console.log('| reader | 1 seed | 3 seeds |\n|---|---|---|');
for (const reader of Object.keys(READERS)) {
  const cells = [1, 3].map((seeds) =>
    percent(failing(`false/${reader}/${seeds}`, 2 * REPETITIONS, reader, seeds)),
  );
  console.log(`| ${reader} | ${cells.join(' | ')} |`);
}

const SEEDS = [1, 2, 3, 5, 10];
console.log(`\nDrops found, ${REPETITIONS} pairs of runs each\n`);
console.log(`| reader | drop | ${SEEDS.map((n) => `${n} seed${n > 1 ? 's' : ''}`).join(' | ')} |`);
console.log(`|---|---|${SEEDS.map(() => '---').join('|')}|`);
for (const reader of ['steady, 0.95', 'moody, 0.90']) {
  for (const [where, falls] of Object.entries(DROPS)) {
    for (const drop of [0.03, 0.05, 0.1]) {
      const cells = SEEDS.map((seeds) =>
        percent(
          failing(`${reader}/${where}/${drop}/${seeds}`, REPETITIONS, reader, seeds, {
            drop,
            falls,
          }),
        ),
      );
      console.log(`| ${reader} | ${drop} ${where} | ${cells.join(' | ')} |`);
    }
  }
}

/** Share of pairs of runs in which the check inside promptfoo fails at least one of 32 cells. */
function failingCells(name, reader, change) {
  const random = seedrandom(name);
  let failed = 0;
  for (let i = 0; i < REPETITIONS; i++) {
    const before = read(reader, 1, random);
    const now = read(reader, 1, random, change);
    const check = { maxDrop: 0.02, cells: LENGTHS.length };
    if (now.some(({ marks }, cell) => cellFall(before[cell], marks, check))) failed++;
  }
  return failed / REPETITIONS;
}

const CHANGES = {
  none: {},
  '0.1 at all lengths': { drop: 0.1, falls: () => true },
  '0.3 beyond 64K': { drop: 0.3, falls: (tokens) => tokens > 64_000 },
  '0.4 at one length': { drop: 0.4, falls: (tokens) => tokens === 128_000 },
  '0.6 at one length': { drop: 0.6, falls: (tokens) => tokens === 128_000 },
};

console.log(`\nInside promptfoo: evaluations with a failing cell, ${REPETITIONS} pairs each\n`);
console.log(`| reader | ${Object.keys(CHANGES).join(' | ')} |`);
console.log(
  `|---|${Object.keys(CHANGES)
    .map(() => '---')
    .join('|')}|`,
);
for (const reader of ['steady, 0.95', 'moody, 0.90']) {
  const cells = Object.entries(CHANGES).map(([name, change]) =>
    percent(failingCells(`cells/${reader}/${name}`, reader, change)),
  );
  console.log(`| ${reader} | ${cells.join(' | ')} |`);
}
