/**
 * Is the first line of a report something to act on, is it true, and is what it says as likely as it says? And do the lines
 * of equal readers agree? Prints Markdown tables.
 *
 *   npm run build && node bench/first-line.mjs [runs] [section …]
 *
 * Sections: lines, likely, equal. 12 runs of each reader, noise and grid take three minutes of a processor.
 */
import seedrandom from 'seedrandom';
import { evaluationOf } from '../dist/measuring/facts/evaluation/evaluation.js';
import { saidToFail, saidToHold } from '../dist/measuring/facts/length-verdict.js';
import { DEFAULT_OPTIONS } from '../dist/measuring/facts/tables/analyse.js';
import { reachOf } from '../dist/measuring/facts/tables/reached-figures.js';
import { recallModel } from '../dist/measuring/facts/tables/recall-model.js';
import { noteTime, percent, printRows } from './markdown.mjs';
import { clustered, gradedLength, mean } from './readers.mjs';

const [first, ...rest] = process.argv.slice(2);
const isNumber = /^\d+$/.test(first ?? '');
const RUNS = isNumber ? Number(first) : 12;
const asked = isNumber || first === undefined ? rest : [first, ...rest];

const THRESHOLD = DEFAULT_OPTIONS.threshold;

const octaves = (count, longest) =>
  Array.from({ length: count }, (_, i) => longest / 2 ** (count - 1 - i));

/** Lengths, prompts of each, and marks of a prompt. */
const GRIDS = {
  try: { lengths: octaves(6, 32_000), seeds: 1, marks: 16 },
  '3 × 3': { lengths: octaves(3, 128_000), seeds: 3, marks: 32 },
  '6 × 3': { lengths: octaves(6, 128_000), seeds: 3, marks: 32 },
  '5 × 6': { lengths: octaves(5, 64_000), seeds: 6, marks: 32 },
  '32 × 1': { lengths: Array.from({ length: 32 }, (_, i) => 4000 * (i + 1)), seeds: 1, marks: 32 },
};

/** Recall by the share of the grid's lengths that are shorter. */
const MODELS = {
  'flat 1': () => 1,
  'flat 0.98': () => 0.98,
  'flat 0.95': () => 0.95,
  'flat 0.93': () => 0.93,
  'flat 0.90': () => 0.9,
  'flat 0.80': () => 0.8,
  'flat 0.60': () => 0.6,
  'slope 0.99 to 0.60': (share) => 0.99 - 0.39 * share,
  'slope 0.95 to 0.80': (share) => 0.95 - 0.15 * share,
  'cliff 0.97 to 0.50 in the middle': (share) => (share < 0.5 ? 0.97 : 0.5),
  'cliff 0.97 to 0.50 at the end': (share) => (share < 0.99 ? 0.97 : 0.5),
  'dip to 0.70 in the middle': (share) => (Math.abs(share - 0.5) < 0.13 ? 0.7 : 0.96),
};

const normal = (random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const independent = (recall, count, random) =>
  Array.from({ length: count }, () => Number(random() < recall));
const moodily = (recall, mood) => 1 / (1 + Math.exp(-Math.log(recall / (1 - recall)) - mood));

/** The recall of prompts that are each easier or harder, by one unit of log odds. */
function moodyMean(recall) {
  const steps = Array.from({ length: 81 }, (_, i) => (i - 40) / 10);
  const weights = steps.map((step) => Math.exp((-step * step) / 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return steps.reduce((sum, step, i) => sum + moodily(recall, step) * weights[i], 0) / total;
}

const same = (recall) => recall;

/** Marks of one prompt, and the recall of the answers that come. */
const NOISES = {
  steady: { draw: independent, truth: same },
  moody: {
    draw: (recall, count, random) => independent(moodily(recall, normal(random)), count, random),
    truth: (recall) => (recall === 1 ? 1 : moodyMean(recall)),
  },
  'ICC 0.1': { draw: (...of) => alike(0.1, ...of), truth: same },
  'ICC 0.3': { draw: (...of) => alike(0.3, ...of), truth: same },
  '6 % collapsed': {
    draw: (recall, count, random) =>
      independent(random() < 0.06 ? 0.05 * recall : recall, count, random),
    truth: same,
  },
  '15 % cut off': {
    draw: (recall, count, random) => {
      const kept = random() < 0.15 ? Math.floor(random() * count) : count;
      const marks = independent(recall, count, random).map((mark, i) => (i < kept ? mark : 0));
      return Object.assign(marks, { isCutOff: kept < count });
    },
    truth: same,
  },
};

function alike(icc, recall, count, random) {
  if (recall === 1) return independent(recall, count, random);
  return clustered(icc)(new Array(count).fill(recall), random);
}

function rowsOf({ lengths, seeds, marks: count }, recall, noise, random) {
  return lengths.flatMap((tokens, i) =>
    Array.from({ length: seeds }, (_, k) => {
      const marks = noise.draw(recall(i / (lengths.length - 1)), count, random);
      return {
        id: `${tokens}.${k}`,
        benchmark: 'counting-things',
        task: 'list',
        language: 'en',
        haystack: 'prose',
        variant: '',
        provider: 'reader',
        prompt: 'stars',
        tokens,
        seed: k + 1,
        description: '',
        score: mean(marks),
        marks: [...marks],
        positions: marks.map((_, j) => (j + 1) / count),
        passed: true,
        reason: '',
        namedScores: {},
        answer: '',
        reserve: 0,
        ...(marks.isCutOff && { unfinished: 'cut-off' }),
      };
    }),
  );
}

/** What is said of a reader. */
function said(rows) {
  const [{ cases }] = evaluationOf(rows).models;
  return reachOf(recallModel([...cases.values()], DEFAULT_OPTIONS), DEFAULT_OPTIONS);
}

/** What a line says, and what of it is true. */
function judged(row, lengths, truth) {
  const [holds, fails] = [saidToHold(row), saidToFail(row)];
  const isTrue = (tokens) => truth[lengths.indexOf(tokens)] >= THRESHOLD;
  const { shown, ruledOut } = gradedLength(row.likely);
  // The likelihoods that stand in the line.
  const figures = [shown, ruledOut, row.likely[0], row.likely.at(-1)];
  return {
    isActionable: holds > 0 || fails < Number.POSITIVE_INFINITY,
    isFalse: (holds > 0 && !isTrue(holds)) || (Number.isFinite(fails) && isTrue(fails)),
    figures: [...new Set(figures)].flatMap((one) =>
      one ? { said: one.probability, isTrue: isTrue(one.tokens) } : [],
    ),
  };
}

const all = [];

function simulate() {
  if (all.length > 0) return;
  for (const [grid, design] of Object.entries(GRIDS)) {
    for (const [model, recall] of Object.entries(MODELS)) {
      for (const [noise, own] of Object.entries(NOISES)) {
        const random = seedrandom.alea(`${grid}/${model}/${noise}`);
        const truth = design.lengths.map((_, i) =>
          own.truth(recall(i / (design.lengths.length - 1))),
        );
        for (let run = 0; run < RUNS; run++) {
          const row = said(rowsOf(design, recall, own, random));
          all.push({ grid, model, noise, truth, ...judged(row, design.lengths, truth) });
        }
      }
    }
  }
}

const share = (runs, is) => percent(mean(runs.map((run) => Number(is(run)))));
const isGood = ({ truth }) => Math.min(...truth) >= 0.93;

const sections = {
  lines: () => {
    simulate();
    const row = printRows(
      'grid',
      'actionable',
      'of readers ≥ 0.93',
      'false',
      'false at most, by noise',
    );
    for (const grid of [...Object.keys(GRIDS), 'all']) {
      const own = all.filter((run) => grid === 'all' || run.grid === grid);
      const noises = Object.keys(NOISES).map((noise) => {
        const runs = own.filter((run) => run.noise === noise);
        return { noise, wrong: mean(runs.map(({ isFalse }) => Number(isFalse))) };
      });
      const worst = noises.reduce((a, b) => (b.wrong > a.wrong ? b : a));
      const isActionable = (run) => run.isActionable;
      row(
        grid,
        share(own, isActionable),
        share(own.filter(isGood), isActionable),
        share(own, (run) => run.isFalse),
        `${percent(worst.wrong)} (${worst.noise})`,
      );
    }
    const byModel = printRows('reader', 'actionable', 'false');
    for (const model of Object.keys(MODELS)) {
      const own = all.filter((run) => run.model === model);
      byModel(
        model,
        share(own, (run) => run.isActionable),
        share(own, (run) => run.isFalse),
      );
    }
  },

  likely: () => {
    simulate();
    const row = printRows('said', 'figures', 'mean said', 'true');
    const figures = all.flatMap((run) => run.figures);
    for (let tenth = 0; tenth < 10; tenth++) {
      const own = figures.filter(({ said }) => Math.min(9, Math.floor(said * 10)) === tenth);
      if (own.length === 0) continue;
      row(
        `${tenth * 10}–${tenth * 10 + 10}%`,
        own.length,
        percent(mean(own.map((one) => one.said))),
        share(own, (one) => one.isTrue),
      );
    }
  },

  // One is said to hold a length at which another, equal one is said not to.
  equal: () => {
    const row = printRows('grid', 'recall', 'noise', '2 equal readers', '5', '12');
    for (const grid of ['3 × 3', '6 × 3']) {
      for (const recall of [0.85, 0.9]) {
        for (const [noise, own] of Object.entries(NOISES)) {
          const random = seedrandom.alea(`equal/${grid}/${recall}/${noise}`);
          const pool = Array.from({ length: 20 * RUNS }, () =>
            said(rowsOf(GRIDS[grid], () => recall, own, random)),
          );
          const shares = [2, 5, 12].map((count) => {
            let apart = 0;
            const sets = 400;
            for (let set = 0; set < sets; set++) {
              const models = Array.from(
                { length: count },
                () => pool[Math.floor(random() * pool.length)],
              );
              const farthest = Math.max(...models.map(saidToHold));
              if (models.some((one) => saidToFail(one) <= farthest)) apart++;
            }
            return percent(apart / sets);
          });
          row(grid, recall, noise, ...shares);
        }
      }
    }
  },
};

const chosen = asked.length > 0 ? asked : Object.keys(sections);
for (const name of chosen) {
  const start = performance.now();
  console.log(`\n## ${name}; runs of each reader, noise and grid: ${RUNS}`);
  sections[name]();
  noteTime(name, start);
}
