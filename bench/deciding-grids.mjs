/**
 * Grids that decide a question, for `plan --for`: the fewest seeds with which the report's own effective length, or
 * the gate, decides in 80 % of evaluations. Real code, seeded.
 *
 *   npm run build && node bench/deciding-grids.mjs fit [question]   the lines of datasets/plan/grids.yaml (half an hour)
 *   node bench/deciding-grids.mjs check [draws]               the grids that `plan` proposes, on seeds and readers that fitted nothing
 *
 * `fit` asks logistic readers whose effective length is 0.7 and 1.4 times the length of an "at least", or anywhere between
 * the fourth octave below the longest length and a third above it for an octave. Bounds beyond the lengths count as the end.
 */
import seedrandom from 'seedrandom';
import { decidingGrids } from '../dist/measuring/planning/decide.js';
import { DEFAULT_PLAN } from '../dist/measuring/planning/plan.js';
import { effectiveLength } from '../dist/measuring/statistics/curve/effective-length-of.js';
import {
  DEFAULT_REGRESSION,
  judgeRegression,
} from '../dist/measuring/statistics/regression/regression.js';
import { percent, printTable } from './markdown.mjs';
import { clustered, logistic } from './readers.mjs';

const THRESHOLD = 0.85;
const WANTED = 0.8;
/** 96 and 128 took as many prompts for an "at least" as 64 nearly everywhere, and were not tried for an octave. */
const MARKS = [32, 64, 96, 128];
const ICCS = [0, 0.05, 0.1, 0.2];
/** The next larger number of seeds that is tried. */
const SEEDS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64];

/** One length decides with fewer tokens than three from 0.75 to 1.35 of it, at every ICC. */
const AT_LEAST = [1];
const OCTAVES = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];

const [section = 'check', only] = process.argv.slice(2);

function drawn(icc, recall, marks, random) {
  const draw =
    icc === 0
      ? (list) => list.map((one) => Number(random() < one))
      : (list) => clustered(icc)(list, random);
  return draw(Array.from({ length: marks }, () => recall));
}

/** What the report says of a reader's effective length on such a grid. */
function reported(recallAt, lengths, { seeds, marks, icc }, random) {
  const prompts = lengths.flatMap((tokens) =>
    Array.from({ length: seeds }, () => ({
      tokens,
      marks: drawn(icc, recallAt(tokens), marks, random),
    })),
  );
  return effectiveLength(prompts, { threshold: THRESHOLD });
}

/** `right`, `wrong` or neither, of the question whether the effective length is at least so long. */
function saysAtLeast({ low, high }, length, isSo) {
  if (low >= length) return isSo ? 'right' : 'wrong';
  if (high < length) return isSo ? 'wrong' : 'right';
  return 'inconclusive';
}

/** Whether the interval is an octave at most, or the reader holds to the end, or is lost before the start. */
function isOctave({ low, high }, lengths) {
  const [first, last] = [lengths[0], lengths.at(-1)];
  const clip = (bound) => Math.min(last, Math.max(first, bound));
  return clip(high) / clip(low) <= 2 + 1e-9;
}

/** Share of right and of wrong decisions. */
function atLeast(shares, design, length, shapeOf, name, count) {
  const lengths = shares.map((share) => Math.round(share * length));
  const all = [0.7, 1.4].map((factor) => {
    const random = seedrandom(`${name}/${JSON.stringify([shares, design, length, factor])}`);
    const said = Array.from({ length: count }, () =>
      saysAtLeast(reported(shapeOf(factor * length), lengths, design, random), length, factor > 1),
    );
    return ['right', 'wrong'].map((word) => said.filter((one) => one === word).length / count);
  });
  return {
    right: Math.min(...all.map(([right]) => right)),
    wrong: Math.max(...all.map(([, wrong]) => wrong)),
  };
}

function octave(design, longest, shapeOf, name, count) {
  const lengths = OCTAVES.map((share) => Math.round(share * longest));
  const random = seedrandom(`${name}/${JSON.stringify([design, longest])}`);
  let right = 0;
  for (let i = 0; i < count; i++) {
    const at = lengths[0] * 2 ** (4.4 * random());
    if (isOctave(reported(shapeOf(at), lengths, design, random), lengths)) right++;
  }
  return { right: right / count, wrong: 0 };
}

/** The first number of seeds that decides, and with the next larger one too. */
function fewest(decides) {
  let [low, high] = [-1, SEEDS.length - 1];
  if (!decides(SEEDS[high])) return undefined;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (decides(SEEDS[middle])) high = middle;
    else low = middle;
  }
  return SEEDS[high];
}

function fitted(count = 160) {
  const enough = ({ right, wrong }) => right >= WANTED + 0.02 && wrong <= 0.05;
  const questions = {
    'at least': [AT_LEAST, (design) => atLeast(AT_LEAST, design, 32_000, logistic, 'fit', count)],
    octave: [OCTAVES, (design) => octave(design, 128_000, logistic, 'fit', count)],
  };
  for (const [question, [lengths, decides]] of Object.entries(questions)) {
    if (only && only !== question) continue;
    console.log(`- question: ${question}\n  lengths: [${lengths.join(', ')}]\n  seeds:`);
    for (const marks of MARKS) {
      const seeds = ICCS.flatMap((icc) => {
        const found = fewest((own) => enough(decides({ seeds: own, marks, icc })));
        return found === undefined ? [] : [`${icc}: ${found}`];
      });
      console.log(`    ${marks}: { ${seeds.join(', ')} }`);
    }
  }
}

/** How often the gate itself finds a drop at one length, by readers of `readers.mjs` and not those that are imagined. */
function foundDrops({ marks, seeds, icc, recall, drop }, count) {
  const random = seedrandom(`check/${JSON.stringify([marks, seeds, icc, recall, drop])}`);
  const scoreOf = (truth) =>
    drawn(icc, truth, marks, random).reduce((sum, mark) => sum + mark, 0) / marks;
  let found = 0;
  for (let i = 0; i < count; i++) {
    const cases = Array.from({ length: seeds }, () => ({
      ...{ tokens: 128_000, marks },
      baseline: [[scoreOf(recall)]],
      candidate: [[scoreOf(recall - drop)]],
    }));
    if (judgeRegression([{ series: 'one', cases }], DEFAULT_REGRESSION).verdict === 'failed')
      found++;
  }
  return found / count;
}

function check() {
  const count = Number(only ?? 400);
  const theCase = {
    benchmark: 'counting-stars',
    task: 'acquisition',
    language: 'en',
    evidence: 32,
    reserve: 400,
    tokens: 128_000,
    seed: 1,
    haystack: 'moby-dick',
    tokenizer: 'o200k_base',
  };
  const planned = (goal, icc) =>
    decidingGrids(goal, [theCase], [{ id: 'openai:gpt-4.1' }], {
      ...DEFAULT_PLAN,
      prices: [],
      icc,
    });
  const rows = [];
  for (const drop of [0.05, 0.08]) {
    for (const { marks, seeds, promptTokens, cost } of planned(
      { question: 'drop', drop, length: 128_000 },
      0.1,
    )) {
      const found = [0, 0.1].map((icc) =>
        percent(foundDrops({ marks, seeds, icc, recall: 0.95, drop }, count)),
      );
      rows.push([
        `drop ${drop} at 128K`,
        marks,
        seeds,
        promptTokens,
        cost.toFixed(2),
        ...found,
        '',
      ]);
    }
  }
  for (const icc of [0, 0.1]) {
    const [{ marks, seeds, promptTokens, cost }] = planned(
      { question: 'at least', length: 128_000 },
      icc,
    ).filter((one) => one.marks === 32);
    const said = atLeast(AT_LEAST, { marks, seeds, icc }, 128_000, logistic, 'check', count / 4);
    rows.push([
      'at least 128K',
      marks,
      seeds,
      promptTokens,
      cost.toFixed(2),
      ...(icc ? ['', percent(said.right)] : [percent(said.right), '']),
      percent(said.wrong),
    ]);
  }
  printTable(
    [
      'question',
      'stars',
      'seeds',
      'prompt tokens',
      'gpt-4.1, $',
      'decided, ICC 0',
      'decided, ICC 0.1',
      'wrong',
    ],
    rows,
  );
}

if (section === 'fit') fitted();
else check();
