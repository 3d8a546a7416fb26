/**
 * Reliable length against models whose truth is known: perfect, steady, with a window, with answers that fail completely,
 * slopes, cliffs, rises and dips. Prints Markdown tables.
 *
 *   npm run build && node bench/reliable.mjs [runs] [section …]
 *
 * Sections: lengths, calibration, monotone, places. 200 runs of each cell take seven minutes of a processor.
 */
import seedrandom from 'seedrandom';
import { likelyLengths } from '../dist/measuring/statistics/curve/effective-length.js';
import { recallCurve } from '../dist/measuring/statistics/curve/recall-curve.js';
import { reliableLength } from '../dist/measuring/statistics/reliable/reliable-length.js';
import { noteTime, percent, printRows } from './markdown.mjs';
import { clustered, designs as known, mean } from './readers.mjs';

const [first, ...rest] = process.argv.slice(2);
const isNumber = /^\d+$/.test(first ?? '');
const RUNS = isNumber ? Number(first) : 200;
const sections = isNumber || first === undefined ? rest : [first, ...rest];
const THRESHOLD = 0.85;
const MOST_UNUSABLE = 0.1;

const stars = (count) => Array.from({ length: count }, (_, i) => (i + 1) / count);
const times = (lengths, seeds, positions) =>
  lengths.flatMap((tokens) => Array.from({ length: seeds }, () => ({ tokens, positions })));
const depths = (lengths, count) =>
  lengths.flatMap((tokens) =>
    Array.from({ length: count }, (_, i) => ({ tokens, positions: [i / (count - 1)] })),
  );

const GRIDS = {
  '3 × 3': known['3 × 3'],
  '12 prompts': times([4000, 8000, 16_000, 32_000], 3, stars(16)),
  '6 × 3': known['octaves × 3'],
  '32 × 1': known['32 × 1'],
  '5 × 8': depths([8000, 16_000, 32_000, 64_000, 128_000], 8),
  '8 × 11': known['depths 8 × 11'],
};

/** By the share of the grid's octaves, and the place: `recall(share, position)`; `fails`: the share of answers that find nothing. */
const flat = (recall) => () => recall;
const slope = (from, to) => (share) => from + (to - from) * share;
const MODELS = {
  perfect: { recall: flat(1) },
  'steady 0.97': { recall: flat(0.97) },
  'steady 0.97, ICC 0.1': { recall: flat(0.97), draw: clustered(0.1) },
  'first 0.9 only': { recall: (_, position) => Number(position <= 0.9), ignores: true },
  'first 0.95 only': { recall: (_, position) => Number(position <= 0.95), ignores: true },
  'start cut': { recall: (_, position) => Number(position > 0.12), ignores: true },
  'window of 0.85 of the longest': { window: 0.85 },
  'window of 0.43 of the longest': { window: 0.43 },
  'fails 0.02': { recall: flat(0.995), fails: 0.02 },
  'fails 0.05': { recall: flat(0.995), fails: 0.05 },
  'fails 0.1': { recall: flat(0.995), fails: 0.1 },
  'fails 0.2': { recall: flat(0.995), fails: 0.2 },
  'fails 0.3': { recall: flat(0.995), fails: 0.3 },
  'slope 0.99 to 0.60': { recall: slope(0.99, 0.6) },
  'slope 0.95 to 0.80': { recall: slope(0.95, 0.8), draw: clustered(0.1) },
  'cliff to 0.5 behind the middle': { recall: (share) => (share > 0.51 ? 0.5 : 0.97) },
  'cliff to 0.2 at the end': { recall: (share) => (share > 0.99 ? 0.2 : 0.97) },
  'steady 0.80': { recall: flat(0.8), draw: clustered(0.1) },
  'rise 0.7 to 0.97': { recall: slope(0.7, 0.97) },
  'dip to 0.6': { recall: (share) => (Math.abs(share - 0.5) < 0.26 ? 0.6 : 0.96) },
};

const independent = (recalls, random) => recalls.map((recall) => Number(random() < recall));

function shareOf(design) {
  const lengths = design.map(({ tokens }) => tokens);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  return (tokens) => Math.log2(tokens / shortest) / Math.log2(longest / shortest);
}

function recallOf({ recall, window }, design) {
  const longest = Math.max(...design.map(({ tokens }) => tokens));
  const share = shareOf(design);
  if (window === undefined) return (tokens, position) => recall(share(tokens), position);
  return (tokens, position) => Number(tokens * position <= window * longest);
}

function answersOf(model, design, random) {
  const { fails = 0, draw = independent } = model;
  const recall = recallOf(model, design);
  return design.map(({ tokens, positions }) => {
    const isFailed = random() < fails;
    const recalls = positions.map((position) => (isFailed ? 0 : recall(tokens, position)));
    return { tokens, positions, marks: draw(recalls, random) };
  });
}

/** At each length of a grid, whether a model is reliable there. */
function truthOf(model, design) {
  const { fails = 0, ignores = false, window } = model;
  const recall = recallOf(model, design);
  const longest = Math.max(...design.map(({ tokens }) => tokens));
  const isGood = (tokens) => {
    const own = design.filter((prompt) => prompt.tokens === tokens);
    const all = mean(own.flatMap(({ positions }) => positions.map((at) => recall(tokens, at))));
    const isCut =
      window !== undefined &&
      own.some(({ positions }) => Math.max(...positions) * tokens > window * longest);
    return all * (1 - fails) >= THRESHOLD && !isCut;
  };
  const lengths = [...new Set(design.map(({ tokens }) => tokens))].sort((a, b) => a - b);
  return new Map(
    lengths.map((tokens) => [
      tokens,
      !ignores && fails <= MOST_UNUSABLE && lengths.every((one) => one > tokens || isGood(one)),
    ]),
  );
}

function found(prompts) {
  const likely = likelyLengths(recallCurve(prompts, { threshold: THRESHOLD }));
  return reliableLength(prompts, likely, { threshold: THRESHOLD });
}

function* runs(grid, name, set = '') {
  const design = GRIDS[grid];
  const truth = truthOf(MODELS[name], design);
  for (let run = 0; run < RUNS; run++) {
    const random = seedrandom(`reliable ${set}${grid}/${name}/${run}`);
    yield { ...found(answersOf(MODELS[name], design, random)), truth };
  }
}

const share = (list, is) => list.filter(is).length / list.length;
const isFalse = ({ tokens, truth }) => tokens > 0 && !truth.get(tokens);
const isFalselyRefused = ({ notFrom, truth }) => truth.get(notFrom) === true;

/** Called reliable at the longest length; behind it, where that is not so, the share that is called reliable anywhere. */
function lengths() {
  const names = Object.keys(GRIDS);
  const row = printRows(
    'model',
    ...names.map((grid) => `${grid}: longest / false / falsely ruled out`),
  );
  for (const name of Object.keys(MODELS)) {
    const cells = names.map((grid) => {
      const all = [...runs(grid, name)];
      const longest = Math.max(...GRIDS[grid].map(({ tokens }) => tokens));
      return [
        share(all, ({ tokens }) => tokens === longest),
        share(all, isFalse),
        share(all, isFalselyRefused),
      ]
        .map((one) => percent(one).replace('%', ''))
        .join(' / ');
    });
    row(name, ...cells);
  }
}

/** What is said with some probability, and how often that is true, of as many good models as bad ones at the longest length. */
function calibration() {
  const row = printRows('grid', 'said', 'figures', 'mean said', 'true');
  for (const grid of Object.keys(GRIDS)) {
    const sets = [true, false].map((good) =>
      Object.keys(MODELS)
        .filter((name) => [...truthOf(MODELS[name], GRIDS[grid]).values()].at(-1) === good)
        .map((name) => [...runs(grid, name, 'calibration ')]),
    );
    const weighted = sets.flatMap((set) =>
      set.flatMap((all) =>
        all.map(({ likely, truth }) => ({
          said: likely.at(-1).probability,
          isTrue: [...truth.values()].at(-1),
          weight: 1 / (set.length * all.length),
        })),
      ),
    );
    for (const [from, to] of [
      [0, 0.2],
      [0.2, 0.5],
      [0.5, 0.8],
      [0.8, 0.95],
      [0.95, 1.01],
      [0.8, 1.01],
    ]) {
      const own = weighted.filter(({ said }) => said >= from && said < to);
      const weight = own.reduce((sum, one) => sum + one.weight, 0);
      const average = (of) => own.reduce((sum, one) => sum + one.weight * of(one), 0) / weight;
      row(
        grid,
        `${from}–${Math.min(1, to)}`,
        own.length,
        own.length > 0 ? percent(average(({ said }) => said)) : '',
        own.length > 0 ? percent(average(({ isTrue }) => Number(isTrue))) : '',
      );
    }
  }
}

/** One mark more: does it ever shorten the length, or make one less likely? */
function monotone() {
  const row = printRows('grid', 'pairs', 'shorter', 'less likely', 'ruled out earlier');
  for (const grid of Object.keys(GRIDS)) {
    const counts = { pairs: 0, shorter: 0, less: 0, earlier: 0 };
    const names = Object.keys(MODELS);
    const most = Math.ceil((RUNS * 10) / Object.keys(GRIDS).length);
    for (let pair = 0; counts.pairs < most; pair++) {
      const random = seedrandom(`monotone ${grid}/${pair}`);
      const name = names[Math.floor(random() * names.length)];
      const before = answersOf(MODELS[name], GRIDS[grid], random);
      const lost = before.flatMap(({ marks }, i) =>
        marks.flatMap((mark, j) => (mark < 1 ? [[i, j]] : [])),
      );
      if (lost.length === 0) continue;
      const [at, which] = lost[Math.floor(random() * lost.length)];
      const after = before.map((prompt, i) =>
        i === at ? { ...prompt, marks: prompt.marks.with(which, 1) } : prompt,
      );
      const [one, other] = [found(before), found(after)];
      counts.pairs++;
      if (other.tokens < one.tokens) counts.shorter++;
      if (other.notFrom < one.notFrom) counts.earlier++;
      if (other.likely.some(({ probability }, i) => probability < one.likely[i].probability - 1e-9))
        counts.less++;
    }
    row(grid, counts.pairs, counts.shorter, counts.less, counts.earlier);
  }
}

/** Models that lose a place, or forget everywhere: recall by the share of the grid's octaves, and the place. */
const within = (from, to, inside, outside) => (_, position) =>
  position >= from && position <= to ? inside : outside;
const PLACED = {
  'end (6%) lost, 0.97 elsewhere': { recall: within(0.94, 1, 0.05, 0.97) },
  'end (20%) lost, 0.92 elsewhere': { recall: within(0.8, 1, 0.05, 0.92) },
  'start (25%) lost, 0.97 elsewhere': { recall: within(0, 0.25, 0, 0.97) },
  'middle (30–70%) lost, 0.97 elsewhere': { recall: within(0.3, 0.7, 0.1, 0.97) },
  'forgets everywhere, 0.64': { recall: flat(0.64) },
  'forgets everywhere, 0.64, ICC 0.1': { recall: flat(0.64), draw: clustered(0.1) },
  'forgets everywhere, 0.45, ICC 0.2': { recall: flat(0.45), draw: clustered(0.2) },
  'end (6%) lost, 0.64 elsewhere': { recall: within(0.94, 1, 0.05, 0.64) },
  'start (25%) lost, 0.75 elsewhere': { recall: within(0, 0.25, 0.05, 0.75) },
  'recall falls from 1 to 0.2 with the place': { recall: (_, position) => 1 - 0.8 * position },
  'start fades with length': { recall: (share, position) => Math.min(1, 1.2 - share + position) },
  'slope 0.99 to 0.30': { recall: slope(0.99, 0.3) },
  'slope 0.99 to 0.30, ICC 0.1': { recall: slope(0.99, 0.3), draw: clustered(0.1) },
};

/** Where no length is reliable, is a place told that is lost, while the rest of the context is reliable? */
function places() {
  const row = printRows(
    'model',
    ...Object.keys(GRIDS).map((grid) => `${grid}: told / of these false / cut told`),
  );
  for (const [name, model] of Object.entries(PLACED)) {
    const cells = Object.entries(GRIDS).map(([grid, design]) => {
      const recall = recallOf(model, design);
      let [told, wrong, cuts] = [0, 0, 0];
      for (let run = 0; run < RUNS; run++) {
        const random = seedrandom(`places ${grid}/${name}/${run}`);
        const { tokens, hole } = found(answersOf(model, design, random));
        if (hole?.cut) cuts++;
        if (tokens > 0 || !hole?.place || hole.place.isOnly === false) continue;
        const { from, to, fromTokens } = hole.place;
        const own = design.filter((prompt) => prompt.tokens >= fromTokens);
        const truth = (isIn) =>
          mean(
            own.flatMap((prompt) =>
              prompt.positions.flatMap((at) =>
                ((at > from || from === 0) && at <= to) === isIn ? recall(prompt.tokens, at) : [],
              ),
            ),
          );
        told++;
        if (!(truth(false) >= THRESHOLD && truth(true) < THRESHOLD)) wrong++;
      }
      return [told / RUNS, told > 0 ? wrong / told : 0, cuts / RUNS]
        .map((one) => percent(one).replace('%', ''))
        .join(' / ');
    });
    row(name, ...cells);
  }
}

for (const [name, run] of Object.entries({ lengths, calibration, monotone, places })) {
  if (sections.length > 0 && !sections.includes(name)) continue;
  const start = performance.now();
  console.log(`\n## ${name}; runs of each cell: ${RUNS}`);
  run();
  noteTime(name, start);
}
