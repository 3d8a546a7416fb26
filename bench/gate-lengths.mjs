/**
 * What the gate makes of a reliable length that fell, beside its tests of recall: how often a model that did not change is
 * failed or left open because of it, and how often a model is caught that reads only some tokens now. Real code, seeded.
 *
 *   npm run build && node bench/gate-lengths.mjs [draws] [unchanged|windows …]
 *
 * Prints Markdown tables. Readers and noises: readers.mjs.
 */
import seedrandom from 'seedrandom';
import { baselineOf } from '../dist/measuring/facts/baseline-of.js';
import { evaluationOf } from '../dist/measuring/facts/evaluation/evaluation.js';
import { DEFAULT_GATE } from '../dist/measuring/verdicts/gate/gate.js';
import { gateWithFloors } from '../dist/measuring/verdicts/gate/gate-with-floors.js';
import { noteTime, percent, printRows } from './markdown.mjs';
import { ask, designs, models, noises } from './readers.mjs';

const [draws = 100, ...asked] = process.argv.slice(2);
const DRAWS = Number(draws);

const STARS = Array.from({ length: 16 }, (_, i) => (i + 1) / 16);
const grid = (lengths, seeds) =>
  lengths.flatMap((tokens) =>
    Array.from({ length: seeds }, (_, seed) => ({ tokens, seed, positions: STARS })),
  );
const GRIDS = {
  '4 × 3 of 16': grid([4000, 8000, 16_000, 32_000], 3),
  "init's 5 × 8": designs["init's 5 × 8"],
  'depths 8 × 11': designs['depths 8 × 11'],
};

/** A model that finds this share of what is no farther than some tokens from an end. */
const window = (tokens, recall, side) => (length, position) =>
  length * (side === 'last' ? 1 - position : position) <= tokens ? recall : 0;

const UNCHANGED = {
  ...models,
  'flat 0.85': () => 0.85,
  'flat 0.75': () => 0.75,
  'last 20K, 0.97': window(20_000, 0.97, 'last'),
  'first 28K, 0.97': window(28_000, 0.97, 'first'),
  'last 30K, 0.9': window(30_000, 0.9, 'last'),
};
const NOISES = ['independent', 'ICC 0.1', 'ICC 0.5', '15 % truncated', '6 % collapsed'];

function rowsOf(prompts) {
  return prompts.map(({ tokens, seed, positions, marks }, i) => ({
    ...{ id: `${i}`, benchmark: 'counting-stars', task: 'acquisition', language: 'en' },
    ...{ haystack: 'prose', variant: '', provider: 'model', prompt: 'p', tokens, seed, marks },
    ...{ positions: [...positions], description: '', reason: '', diagnosis: 'scattered' },
    score: marks.reduce((sum, mark) => sum + mark, 0) / marks.length,
    ...{ passed: true, namedScores: {}, answer: '{}', reserve: 100, promptTokens: tokens },
    case: { benchmark: 'counting-stars', tokens, seed },
  }));
}

/** The verdict, and what it had been by the tests of recall alone. */
function gateOf(before, now) {
  const baseline = baselineOf([evaluationOf(rowsOf(before))], false);
  const options = { ...DEFAULT_GATE, isTerse: true };
  const { providers } = gateWithFloors(evaluationOf(rowsOf(now)), baseline, options);
  const [{ verdict, regression, reach = [] }] = providers;
  return { verdict, recall: regression.verdict, lengths: reach[0]?.verdict };
}

function tally(before, now, noise, design, name) {
  const found = { failed: 0, byLength: 0, open: 0, openByLength: 0, caught: 0, recall: 0 };
  for (let draw = 0; draw < DRAWS; draw++) {
    const random = seedrandom(`gate-lengths/${name}/${draw}`);
    const { verdict, recall, lengths } = gateOf(
      ask(before, noise, design, random),
      ask(now, noise, design, random),
    );
    const isFailed = verdict === 'failed';
    if (isFailed) found.failed++;
    if (isFailed && recall !== 'failed') found.byLength++;
    if (verdict === 'inconclusive') found.open++;
    if (recall === 'passed' && lengths === 'inconclusive') found.openByLength++;
    if (verdict !== 'passed') found.caught++;
    if (recall === 'failed') found.recall++;
  }
  return found;
}

const share = (count) => percent(count / DRAWS);

const SECTIONS = {
  unchanged() {
    const row = printRows(
      ...['grid', 'noise', 'failed', 'failed by the length alone', 'worst reader'],
      ...['inconclusive by the length alone', 'worst reader'],
    );
    for (const [grid, design] of Object.entries(GRIDS)) {
      for (const noise of NOISES) {
        const start = performance.now();
        const all = Object.entries(UNCHANGED).map(([name, model]) => ({
          name,
          ...tally(model, model, noises[noise], design, `${grid}/${noise}/${name}`),
        }));
        const mean = (key) =>
          percent(all.reduce((sum, one) => sum + one[key], 0) / DRAWS / all.length);
        const worst = (key) => {
          const [most] = all.toSorted((a, b) => b[key] - a[key]);
          return most[key] === 0 ? '0%' : `${share(most[key])} (${most.name})`;
        };
        row(
          ...[grid, noise, mean('failed'), mean('byLength'), worst('byLength')],
          ...[mean('openByLength'), worst('openByLength')],
        );
        noteTime(`${grid} ${noise}`, start);
      }
    }
  },
  windows() {
    const row = printRows(
      ...['grid', 'found before', 'now reads', 'failed by recall alone'],
      ...['failed', 'failed or inconclusive'],
    );
    for (const [grid, design] of Object.entries(GRIDS)) {
      for (const recall of [1, 0.95, 0.85]) {
        for (const [tokens, side] of [
          [20_000, 'last'],
          [24_000, 'first'],
          [60_000, 'last'],
        ]) {
          if (Math.max(...design.map((one) => one.tokens)) < 1.3 * tokens) continue;
          const name = `${grid}/${recall}/${tokens}/${side}`;
          const now = window(tokens, recall, side);
          const found = tally(() => recall, now, noises['ICC 0.1'], design, name);
          row(
            ...[grid, percent(recall), `the ${side} ${tokens / 1000}K`, share(found.recall)],
            ...[share(found.failed), share(found.caught)],
          );
        }
      }
    }
  },
};

for (const [name, run] of Object.entries(SECTIONS)) {
  if (asked.length === 0 || asked.includes(name)) run();
}
