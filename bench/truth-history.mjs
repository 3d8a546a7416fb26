/**
 * The change points of a history against readers whose truth is known: how often a fall is found, at
 * which run, and how often one is found that is none. Real code, seeded.
 *
 *   npm run build && node bench/truth-history.mjs [draws]
 *
 * Ten runs of 6 octaves × 3 seeds with 32 marks where nothing else is said, recall 0.92. Prints Markdown
 * tables.
 */
import seedrandom from 'seedrandom';
import { levelHistory, runLevels } from '../dist/extras/history/change-points.js';
import { imaginedScore } from '../dist/measuring/statistics/regression/regression-power.js';
import { noteTime, percent, printTable } from './markdown.mjs';
import { mean } from './readers.mjs';

const DRAWS = Number(process.argv[2] ?? 300);
const MARKS = 32;
const MAX_DROP = 0.02;
const range = (count) => Array.from({ length: count }, (_, i) => i);
const normal = (random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const betaBinomial = (icc) => (recall, random) =>
  imaginedScore({ marks: MARKS, recall, icc }, random);
const independent = betaBinomial(0);
const NOISES = {
  independent,
  'ICC 0.1': betaBinomial(0.1),
  'ICC 0.3': betaBinomial(0.3),
  'all or nothing': betaBinomial(1),
  moody: (recall, random) => {
    const lost = 0.2 * random() ** 0.5 * (random() < 0.75 ? 1 : 0);
    return independent(Math.max(0, recall + 0.08 - lost), random);
  },
  '15 % truncated': (recall, random) =>
    independent(recall, random) * (random() < 0.15 ? random() : 1),
  '6 % collapsed': (recall, random) =>
    random() < 0.06 ? Math.floor(3 * random()) / MARKS : independent(recall, random),
};
const OCTAVES = range(6).map((k) => 4000 * 2 ** k);
const GRIDS = {
  'octaves × 3': OCTAVES.flatMap((tokens) => [tokens, tokens, tokens]),
  'octaves × 1': OCTAVES,
  'three prompts': [32_000, 64_000, 128_000],
  'cliff, 3 × 3': [32_000, 64_000, 128_000].flatMap((tokens) => [tokens, tokens, tokens]),
};

/** Courses of so many histories. */
function courses(noise, { runs = 10, grid = 'octaves × 3', drift = 0, fall = () => 0 } = {}) {
  const random = seedrandom(`${noise}/${runs}/${grid}/${drift}/${fall}`);
  const recallAt = (tokens) => (grid.startsWith('cliff') && tokens > 64_000 ? 0.5 : 0.92);
  return range(DRAWS).map(() => {
    const shifts = range(runs).map((run) => drift * normal(random) - fall(run));
    const prompts = GRIDS[grid].map((tokens) => ({
      series: 0,
      tokens,
      marks: MARKS,
      runs: shifts.map((shift) => {
        const recall = Math.min(1, Math.max(0, recallAt(tokens) + shift));
        return NOISES[noise](recall, random);
      }),
    }));
    return levelHistory(runLevels(prompts));
  });
}

const largestOf = ({ steps }) =>
  steps.reduce((a, b) => (b.drop.value > a.drop.value ? b : a), { drop: { value: 0 } });
const isWorse = (course) => largestOf(course).drop.value > MAX_DROP;
const share = (all, holds) => mean(all.map((one) => Number(holds(one))));

const start = performance.now();
const FALLS = [
  ['0.05', 'independent', (run) => (run >= 5 ? 0.05 : 0)],
  ['0.05', 'ICC 0.1', (run) => (run >= 5 ? 0.05 : 0)],
  ['0.10', 'ICC 0.1', (run) => (run >= 5 ? 0.1 : 0)],
  ['0.01 a run', 'ICC 0.1', (run) => 0.01 * run],
];
console.log('\n### A fall at the sixth of ten runs');
printTable(
  ['drop', 'found', 'at the right run', 'it is within the runs named', 'its size is covered'],
  FALLS.map(([name, noise, fall]) => {
    const all = courses(noise, { fall });
    const found = all.filter(isWorse);
    const row = [`${name}, ${noise}`, percent(found.length / all.length)];
    if (name.includes('run')) return [...row, '', '', ''];
    const within = found.filter(({ steps }) => steps.length > 0).map(largestOf);
    const covers = ({ drop }) => drop.low <= Number(name) && drop.high >= Number(name);
    return [
      ...row,
      percent(share(all, (course) => largestOf(course).run === 5 && isWorse(course))),
      percent(share(within, ({ from, to }) => from <= 5 && to >= 5)),
      percent(share(within, covers)),
    ];
  }),
);

console.log('\n### Worse, though nothing but drift changed (standard deviation of whole runs)');
const NAMES = Object.keys(NOISES);
printTable(
  ['grid, runs, drift', ...NAMES],
  Object.keys(GRIDS).flatMap((grid) =>
    (grid === 'octaves × 3' ? [2, 3, 5, 10, 20] : [10]).flatMap((runs) =>
      [0, 0.02].map((drift) => [
        `${grid}, ${runs}, ${drift}`,
        ...NAMES.map((noise) => percent(share(courses(noise, { grid, runs, drift }), isWorse))),
      ]),
    ),
  ),
);

console.log('\n### A fall of the last of few runs, found');
printTable(
  ['runs', '0.05, independent', '0.05, ICC 0.1', '0.10, ICC 0.1'],
  [2, 3, 5].map((runs) => [
    runs,
    ...FALLS.slice(0, 3).map(([drop, noise]) => {
      const fall = (run) => (run === runs - 1 ? Number(drop) : 0);
      return percent(share(courses(noise, { runs, fall }), isWorse));
    }),
  ]),
);
noteTime('history', start);
