/**
 * May all lengths of a needle grid begin alike, so that a provider's cache has more of them? Readers whose errors depend on
 * how a context begins, with a standard deviation on the logit of recall, are asked 8 lengths × 11 depths: with a
 * beginning of each length and seed, as today, and with one of each seed. Recall is that over all beginnings.
 *
 *   npm run build && node bench/beginnings.mjs [draws]
 *
 * *Alarms*: a gate of the same prompts, where nothing changed, and where the model's likes did and its recall did not.
 */
import seedrandom from 'seedrandom';
import { usableRecall } from '../dist/measuring/statistics/recall-interval.js';
import {
  hasFailed,
  regressionTests,
} from '../dist/measuring/statistics/regression/regression-tests.js';
import { runDrift } from '../dist/measuring/statistics/regression/run-drift.js';
import { noteTime, percent, printRows } from './markdown.mjs';

const DRAWS = Number(process.argv[2] ?? 2000);
const LENGTHS = Array.from({ length: 8 }, (_, i) => 16_000 * (i + 1));
const DEPTHS = 11;
const RECALLS = [0.7, 0.9];
const DRIFT = runDrift([{ runs: [1] }]);

const normal = (random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const sigmoid = (logit) => 1 / (1 + Math.exp(-logit));

/** The mean over beginnings of a reader with this logit. */
function over(logit, deviation) {
  const steps = Array.from({ length: 161 }, (_, i) => -4 + i / 20);
  const weights = steps.map((z) => Math.exp((-z * z) / 2));
  const all = weights.reduce((a, b) => a + b);
  return steps.reduce((sum, z, i) => sum + weights[i] * sigmoid(logit + deviation * z), 0) / all;
}

/** The logit at which recall over all beginnings is as wanted. */
function logitOf(recall, deviation) {
  let [low, high] = [-10, 10];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (over(middle, deviation) < recall) low = middle;
    else high = middle;
  }
  return low;
}

/** Which beginning a prompt has: of its seed and length, or of its seed. */
const WAYS = {
  'a length and seed': (seed, length) => `${seed}/${length}`,
  'a seed': (seed) => `${seed}`,
};

/** A grid, and what a model makes of each of its beginnings. */
function grid(seeds, beginningOf) {
  return Array.from({ length: seeds }, (_, seed) =>
    LENGTHS.flatMap((tokens) =>
      Array.from({ length: DEPTHS }, (_, i) => ({
        tokens,
        position: i / (DEPTHS - 1),
        beginning: beginningOf(seed, tokens),
      })),
    ),
  ).flat();
}

function likesOf(prompts, random) {
  const likes = new Map();
  for (const { beginning } of prompts)
    if (!likes.has(beginning)) likes.set(beginning, normal(random));
  return likes;
}

const answered = (prompts, likes, logit, deviation, random) =>
  prompts.map(({ beginning }) =>
    Number(random() < sigmoid(logit + deviation * likes.get(beginning))),
  );

function alarm(prompts, before, now) {
  const paired = prompts.map(({ tokens }, i) => ({
    ...{ series: 0, tokens, marks: 1, runs: [before[i]], before: before[i], now: now[i] },
    drop: before[i] - now[i],
  }));
  return regressionTests(paired, DRIFT).some((one) => hasFailed(one, 0.05, 0.02));
}

const start = performance.now();
const row = printRows(
  ...['deviation', 'recall', 'seeds', 'a beginning for', 'intervals that hold', 'mean width'],
  ...['alarms', 'alarms of other likes'],
);
for (const deviation of [0, 0.7, 1.2]) {
  for (const recall of RECALLS) {
    const logit = logitOf(recall, deviation);
    for (const seeds of [1, 3]) {
      for (const [way, beginningOf] of Object.entries(WAYS)) {
        const random = seedrandom.alea(`beginnings/${deviation}/${recall}/${seeds}/${way}`);
        const prompts = grid(seeds, beginningOf);
        const counts = { held: 0, width: 0, alarms: 0, others: 0 };
        for (let i = 0; i < DRAWS; i++) {
          const likes = likesOf(prompts, random);
          const ask = (some) => answered(prompts, some, logit, deviation, random);
          const marks = ask(likes);
          const { low, high } = usableRecall(
            prompts.map(({ tokens, position }, k) => ({
              ...{ tokens, marks: [marks[k]], positions: [position] },
            })),
          );
          counts.held += Number(low <= recall && recall <= high) / DRAWS;
          counts.width += (high - low) / DRAWS;
          counts.alarms += Number(alarm(prompts, marks, ask(likes))) / DRAWS;
          counts.others += Number(alarm(prompts, marks, ask(likesOf(prompts, random)))) / DRAWS;
        }
        row(
          ...[deviation, recall, seeds, way, percent(counts.held), counts.width.toFixed(3)],
          ...[percent(counts.alarms), percent(counts.others)],
        );
      }
    }
  }
}
noteTime('beginnings', start);
