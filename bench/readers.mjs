/**
 * Readers whose truth is known, the ways in which their marks hang together, and the grids they are
 * asked: what every check of the statistics draws from (docs/method/curve.md).
 *
 * - `readers`: name → `(tokens, position) => recall`
 * - `noises`: name → `{ draw(recalls, random) → marks, expected(recalls) → mean marks, icc }`
 * - `designs`: name → list of `{ tokens, seed, positions }`, one for each prompt
 * - `ask(recall, noise, design, random)` → list of `{ tokens, seed, positions, marks }`
 * - `truth(recall, noise, positions)` → `(tokens) => recall` as it is to be measured
 * - `crossing(curve, design, threshold)` → tokens, `Infinity` beyond the grid, 0 below it
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SHORTEST = 4000;
const LONGEST = 128_000;

/** The mean of some numbers. */
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const range = (count) => Array.from({ length: count }, (_, i) => i + 1);

/** Recall that changes evenly with the logarithm of the length, from the shortest to the longest. */
const slope = (first, last) => (tokens) => {
  const share = Math.log2(tokens / SHORTEST) / Math.log2(LONGEST / SHORTEST);
  return first + (last - first) * Math.min(1, Math.max(0, share));
};
const linear = (first, last) => (tokens) => first + ((last - first) * tokens) / LONGEST;
const cliff = (first, last, at) => (tokens) => (tokens <= at ? first : last);

/** Falls as a logistic curve of log2 length with 1.5 per octave, and is 0.85 at `at`. */
export const logistic = (at, top = 0.98) => {
  const shift = Math.log(top / 0.85 - 1);
  return (tokens) => top / (1 + Math.exp(1.5 * Math.log2(tokens / at) + shift));
};

/** @type {Record<string, (tokens: number, position: number) => number>} */
export const models = {
  'flat 0.90': () => 0.9,
  'flat 0.92': () => 0.92,
  'flat 0.95': () => 0.95,
  'flat 0.97': () => 0.97,
  'flat 0.98': () => 0.98,
  'flat 0.995': () => 0.995,
  'slope 0.98 to 0.60': slope(0.98, 0.6),
  'slope 0.98 to 0.60, linear': linear(0.98, 0.6),
  'gentle 0.93 to 0.80': slope(0.93, 0.8),
  'gentle 0.93 to 0.80, linear': linear(0.93, 0.8),
  'cliff 0.97 to 0.5 at 50K': cliff(0.97, 0.5, 50_000),
  'cliff 0.97 to 0.75 at 90K': cliff(0.97, 0.75, 90_000),
  'logistic at 24K': logistic(24_000),
  'U 1.0 to 0.85': (_tokens, position) => 0.85 + 0.15 * Math.abs(2 * position - 1),
};

/** Readers that do rise with length, for the power of the test for it. */
export const risingModels = {
  'rise 0.80 to 0.97': slope(0.8, 0.97),
  'rise 0.90 to 0.97': slope(0.9, 0.97),
  'dip to 0.7 at 32K to 64K': (tokens) => (tokens >= 32_000 && tokens <= 64_000 ? 0.7 : 0.95),
};

/** Gamma(shape, 1) by Marsaglia & Tsang (2000). */
export function gamma(shape, random) {
  if (shape <= 0) return 0;
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/**
 * Marks of a prompt whose recall is drawn from a beta distribution: beta-binomial, with this
 * correlation of two marks. Positions of unequal recall share one draw of a Dirichlet process.
 */
export function clustered(icc) {
  return (recalls, random) => {
    const levels = [...new Set(recalls)].sort((a, b) => a - b);
    const scale = (1 - icc) / icc;
    const parts = [...levels, 1].map((level, i) =>
      gamma(scale * (level - (levels[i - 1] ?? 0)), random),
    );
    const total = parts.reduce((sum, part) => sum + part, 0);
    let below = 0;
    const drawn = new Map();
    levels.forEach((level, i) => {
      below += parts[i];
      // Tiny shapes may all underflow: then the prompt is all or nothing.
      drawn.set(level, total > 0 ? below / total : Number(random() < level));
    });
    return recalls.map((recall) => Number(random() < drawn.get(recall)));
  };
}

/** A list that breaks off: so many of the prompts keep only their first 0 … M − 1 marks. */
const TRUNCATED = 0.15;

/** Answers that collapse, as two of 32 recorded ones of Moonshot (0.06), keep so few of their marks. */
const KEPT = 0.05;

const collapsed = (part) => ({
  icc: 0.5,
  draw: (recalls, random) => {
    const share = random() < part ? KEPT : 1;
    return recalls.map((recall) => Number(random() < share * recall));
  },
  expected: (recalls) => recalls.map((recall) => recall * (1 - part * (1 - KEPT))),
});

const asTheyAre = (recalls) => [...recalls];

/** @type {Record<string, { icc: number, draw: (recalls: number[], random: () => number) => number[], expected: (recalls: number[]) => number[] }>} */
export const noises = {
  independent: {
    icc: 0,
    draw: (recalls, random) => recalls.map((recall) => Number(random() < recall)),
    expected: asTheyAre,
  },
  'ICC 0.05': { icc: 0.05, draw: clustered(0.05), expected: asTheyAre },
  'ICC 0.1': { icc: 0.1, draw: clustered(0.1), expected: asTheyAre },
  'ICC 0.2': { icc: 0.2, draw: clustered(0.2), expected: asTheyAre },
  'ICC 0.5': { icc: 0.5, draw: clustered(0.5), expected: asTheyAre },
  'all or nothing': {
    icc: 1,
    draw: (recalls, random) => {
      const mood = random();
      return recalls.map((recall) => Number(mood < recall));
    },
    expected: asTheyAre,
  },
  '15 % truncated': {
    icc: 0.3,
    draw: (recalls, random) => {
      const kept = random() < TRUNCATED ? Math.floor(random() * recalls.length) : recalls.length;
      return recalls.map((recall, i) => Number(random() < recall && i < kept));
    },
    expected: (recalls) =>
      recalls.map((recall, i) => recall * (1 - (TRUNCATED * (i + 1)) / recalls.length)),
  },
  '4 % collapsed': collapsed(0.04),
  '6 % collapsed': collapsed(0.06),
  '20 % collapsed': collapsed(0.2),
  '30 % collapsed': collapsed(0.3),
  'reasoning marks': {
    icc: 0,
    // What is lost of the mean goes to marks of 0, 0.5 and 0.25 in the shares 0.4, 0.3 and 0.3.
    draw: (recalls, random) =>
      recalls.map((recall) => {
        const seen = Math.max(recall, 2 / 7);
        if (recall < seen && random() > recall / seen) return 0;
        const u = random();
        const lost = 1 - seen;
        if (u < 0.6 * lost) return 0.5;
        if (u < lost) return 0.25;
        return u < 1.4 * lost ? 0 : 1;
      }),
    expected: asTheyAre,
  },
};

const STARS = 32;
const stars = range(STARS).map((i) => i / STARS);
const octaves = range(6).map((k) => SHORTEST * 2 ** (k - 1));

const grid = (lengths, seeds, positions = stars) =>
  lengths.flatMap((tokens) => range(seeds).map((seed) => ({ tokens, seed, positions })));

/** One mark in each prompt: a needle at every depth of every length. */
const depths = (lengths, count, seeds = 1) =>
  lengths.flatMap((tokens) =>
    range(count).flatMap((k) =>
      range(seeds).map((seed) => ({ tokens, seed, positions: [(k - 1) / (count - 1)] })),
    ),
  );

/** @type {Record<string, { tokens: number, seed: number, positions: number[] }[]>} */
export const designs = {
  '32 × 1': grid(
    range(32).map((k) => 4000 * k),
    1,
  ),
  '32 × 3': grid(
    range(32).map((k) => 4000 * k),
    3,
  ),
  'octaves × 3': grid(octaves, 3),
  '3 × 3': grid([32_000, 64_000, 128_000], 3),
  "init's 5 × 8": grid([4000, 8000, 16_000, 32_000, 64_000], 8),
  'depths 8 × 11': depths(
    range(8).map((k) => 16_000 * k),
    11,
  ),
  'depths 15 × 15': depths(
    range(15).map((k) => Math.round((128_000 * k) / 15)),
    15,
  ),
};

/** Ask a reader a grid. */
export function ask(recall, noise, design, random) {
  return design.map(({ tokens, seed, positions }) => ({
    tokens,
    seed,
    positions,
    marks: noise.draw(
      positions.map((position) => recall(tokens, position)),
      random,
    ),
  }));
}

/** The recall that is to be measured at a length, by its noise too, over all positions of a design. */
export function truth(recall, noise, design) {
  const kinds = [...new Map(design.map(({ positions }) => [positions.join(), positions])).values()];
  return (tokens) =>
    mean(
      kinds.map((positions) =>
        mean(noise.expected(positions.map((position) => recall(tokens, position)))),
      ),
    );
}

/** Where a curve first falls below a threshold, by bisection between neighbouring lengths. */
export function crossing(curve, design, threshold = 0.85) {
  const lengths = design.map(({ tokens }) => tokens);
  const [first, last] = [Math.min(...lengths), Math.max(...lengths)];
  if (curve(first) < threshold) return 0;
  const steps = 4096;
  const at = (step) => first * (last / first) ** (step / steps);
  for (let step = 1; step <= steps; step++) {
    if (curve(step === steps ? last : at(step)) >= threshold) continue;
    let [low, high] = [at(step - 1), at(step)];
    for (let i = 0; i < 40; i++) {
      const middle = (low + high) / 2;
      if (curve(middle) < threshold) high = middle;
      else low = middle;
    }
    return low;
  }
  return Infinity;
}

/** The published curves of RULER, log-linear between octaves: `ruler.csv` in this folder. */
export function rulerModels(folder) {
  const [, ...lines] = readFileSync(join(folder, 'published/ruler.csv'), 'utf8').trim().split('\n');
  const curves = {};
  for (const line of lines) {
    const cells = line.split(',');
    const scores = cells.slice(-6).map((cell) => Number(cell) / 100);
    if (scores.some(Number.isNaN)) continue;
    curves[cells.slice(0, -8).join(',')] = (tokens) => {
      const octave = Math.min(5, Math.max(0, Math.log2(tokens / SHORTEST)));
      const before = Math.min(4, Math.floor(octave));
      return scores[before] + (octave - before) * (scores[before + 1] - scores[before]);
    };
  }
  return curves;
}

/** Grids of real models, read from figures of the Counting-Stars paper: `counting-stars/figures-marks.json`. */
export function realGrids(folder) {
  const { panels } = JSON.parse(
    readFileSync(join(folder, 'counting-stars/figures-marks.json'), 'utf8'),
  );
  return panels.map(({ figure, model, byLength }) => ({
    name: `${figure}, ${model}`,
    prompts: byLength.map((found, i) => ({
      tokens: 4000 * (i + 1),
      marks: [...found].map(Number),
    })),
  }));
}

/** The data sets drawn from RULER curves, as prompts: `effective-length/data-sets.jsonl`. */
export function dataSets(folder) {
  const lines = readFileSync(join(folder, 'effective-length/data-sets.jsonl'), 'utf8');
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const { data, marks, truth, ...rest } = JSON.parse(line);
      const prompts = data.flatMap(({ tokens, found }) =>
        found.map((count) => ({
          tokens,
          marks: Array.from({ length: marks }, (_, i) => Number(i < count)),
        })),
      );
      const known = truth === 'beyond' ? Infinity : truth === 'below' ? 0 : truth;
      return { ...rest, prompts, truth: known };
    });
}

/** Of lengths with the chance that recall holds there, the longest that is shown (95%), and the shortest ruled out. */
export function gradedLength(lengths) {
  const shown = lengths.findLast(({ probability }) => probability >= 0.95);
  const ruledOut = lengths.find(({ probability }) => probability <= 0.05);
  return { ...(shown && { shown }), ...(ruledOut && { ruledOut }) };
}
