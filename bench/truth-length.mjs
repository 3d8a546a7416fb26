/**
 * Does what is said of length agree with the eye, and with the truth? Readers whose truth is known are asked grids, and
 * effective lengths, probabilities of lengths and whole failures are held against it. Prints Markdown tables.
 *
 *   npm run build && node bench/truth-length.mjs [grids] [section …]
 *
 * The number is how many grids each reader is asked in a cell (`monotone`: a hundred times as many pairs of grids).
 * Sections: monotone (one mark more: does anything fall?), floors (who passes one), coverage (of effective lengths),
 * calibration (of probabilities and of what is shown), failures (answers that failed whole). With the default of 10, all
 * of them take less than two minutes of a processor.
 *
 * There are two sets of readers and grids, `tuned` and `others`. Tuning looked at the shapes of both; only the seeds of
 * `others` are unseen. Truth is recall of the answers that did not fail whole; an answer that is cut off counts with what
 * is lost of it, unless it kept a fifth at most.
 */
import seedrandom from 'seedrandom';
import {
  crossing as crossingOf,
  likelyLengths,
} from '../dist/measuring/statistics/curve/effective-length.js';
import { recallCurve } from '../dist/measuring/statistics/curve/recall-curve.js';
import { failuresIn, wholeFailures } from '../dist/measuring/statistics/whole-failures.js';
import { noteTime, percent, printRows } from './markdown.mjs';
import { ask, clustered, crossing, gradedLength, mean, noises, truth } from './readers.mjs';

const [first, ...rest] = process.argv.slice(2);
const isNumber = /^\d+$/.test(first ?? '');
const GRIDS = isNumber ? Number(first) : 10;
const asked = isNumber || first === undefined ? rest : [first, ...rest];

const THRESHOLD = 0.85;

const range = (count) => Array.from({ length: count }, (_, i) => i);
const octaves = (from, count) => range(count).map((i) => from * 2 ** i);
const steps = (step, count) => range(count).map((i) => step * (i + 1));
const grid = (lengths, seeds, marks) => {
  const positions = steps(1 / marks, marks);
  return lengths.flatMap((tokens) => range(seeds).map((seed) => ({ tokens, seed, positions })));
};

/** Grids that are used every day; the model was tuned on them. */
const TUNED_GRIDS = {
  try: grid(octaves(1000, 6), 1, 16),
  '3 × 3': grid(octaves(32_000, 3), 3, 32),
  '6 × 3': grid(octaves(4000, 6), 3, 32),
  '32 × 1': grid(steps(4000, 32), 1, 32),
};
const OTHER_GRIDS = {
  '4 × 4, 24 marks': grid([6000, 20_000, 60_000, 200_000], 4, 24),
  '10 × 2, 12 marks': grid(steps(10_000, 10), 2, 12),
};

const slope =
  (from, to, bend = 1) =>
  (part) =>
    from + (to - from) * part ** bend;
const cliff = (from, at, to) => (part) => (part <= at ? from : to);
const logistic = (at, top, octavesToFall) => {
  const shift = Math.log(top / THRESHOLD - 1);
  return (part) => top / (1 + Math.exp((part - at) * octavesToFall + shift));
};
const flats = (...recalls) =>
  Object.fromEntries(recalls.map((recall) => [`flat ${recall}`, () => recall]));

/** Recall by how far along the grid a length is, in octaves: 0 is the shortest, 1 the longest. */
const SHAPES = {
  tuned: {
    ...flats(1, 0.99, 0.97, 0.95, 0.93, 0.9, 0.88, 0.86, 0.84, 0.82, 0.75, 0.5, 0.2),
    'slope 0.98 to 0.60': slope(0.98, 0.6),
    'slope 0.98 to 0.80': slope(0.98, 0.8),
    'slope 0.93 to 0.80': slope(0.93, 0.8),
    'slope 1 to 0.84': slope(1, 0.84),
    'cliff 0.97 to 0.5 at 0.3': cliff(0.97, 0.3, 0.5),
    'cliff 0.97 to 0.5 at 0.7': cliff(0.97, 0.7, 0.5),
    'cliff 0.97 to 0.75 at 0.9': cliff(0.97, 0.9, 0.75),
    'cliff 0.93 to 0.80 at 0.6': cliff(0.93, 0.6, 0.8),
    'cliff 1 to 0.1 at 0.55': cliff(1, 0.55, 0.1),
    'logistic at 0.5': logistic(0.5, 0.98, 7.5),
    'logistic at 0.8': logistic(0.8, 0.98, 7.5),
  },
  others: {
    ...flats(0.995, 0.985, 0.965, 0.945, 0.925, 0.905, 0.885, 0.865, 0.835, 0.79, 0.65, 0.1),
    'slope 0.99 to 0.75, late': slope(0.99, 0.75, 4),
    'slope 0.97 to 0.30, early': slope(0.97, 0.3, 0.6),
    'slope 0.95 to 0.87': slope(0.95, 0.87),
    'slope 0.90 to 0.82': slope(0.9, 0.82),
    'cliff 0.98 to 0.65 at 0.2': cliff(0.98, 0.2, 0.65),
    'cliff 0.94 to 0.79 at 0.5': cliff(0.94, 0.5, 0.79),
    'cliff 0.995 to 0.2 at 0.65': cliff(0.995, 0.65, 0.2),
    'cliff 0.96 to 0.83 at 0.85': cliff(0.96, 0.85, 0.83),
    'two cliffs, 0.99, 0.91, 0.55': (part) => (part <= 0.35 ? 0.99 : part <= 0.75 ? 0.91 : 0.55),
    'logistic at 0.35': logistic(0.35, 0.96, 4),
    'logistic at 0.9': logistic(0.9, 0.99, 12),
  },
};

/** A shape over the lengths of a grid. */
function modelOf(shape, design) {
  const lengths = design.map(({ tokens }) => tokens);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  return (tokens) => shape(Math.log2(tokens / shortest) / Math.log2(longest / shortest));
}

/** One prompt in five is worse by a quarter at most, the others are better: the mean is the reader's. */
const moody = {
  draw: (recalls, random) => {
    const isBad = random() < 0.2;
    return recalls.map((recall) => {
      const apart = Math.min(0.25, (1 - recall) / 0.2, recall);
      return Number(random() < (isBad ? recall - 0.8 * apart : recall + 0.2 * apart));
    });
  },
  expected: (recalls) => recalls,
};

/** Some answers keep next to nothing, whatever the reader; recall is that of the others. */
const failing = (share) => ({
  draw: (recalls, random) => {
    const kept = random() < share ? 0.05 : 1;
    return recalls.map((recall) => Number(random() < kept * recall));
  },
  expected: (recalls) => recalls,
});

/** The share that is lost of answers of which 15% are cut off, without those that keep so little that they failed whole. */
const CUT = 0.15;
const lostOf = (marks) => {
  if (!lost.has(marks)) lost.set(marks, lostByCuts(marks));
  return lost.get(marks);
};
const lost = new Map();
const lostByCuts = (marks) => {
  const kept = range(marks)
    .map((own) => own / marks)
    .filter((own) => own > 0.2);
  const cut = (CUT * kept.length) / marks;
  return (cut * (1 - mean(kept))) / (1 - CUT + cut);
};
const cutOff = {
  draw: (recalls, random) => {
    const kept = random() < CUT ? Math.floor(random() * recalls.length) : recalls.length;
    return recalls.map((recall, i) => Number(random() < recall && i < kept));
  },
  expected: (recalls) => recalls.map((recall) => recall * (1 - lostOf(recalls.length))),
};

const NOISES = {
  steady: noises.independent,
  moody,
  'ICC 0.1': noises['ICC 0.1'],
  'ICC 0.3': { draw: clustered(0.3), expected: (recalls) => recalls },
  '3 % fail whole': failing(0.03),
  '6 % fail whole': failing(0.06),
  '12 % fail whole': failing(0.12),
  '15 % cut off': cutOff,
};

/** Groups of grids and readers: those that served for tuning, and others. */
const GROUPS = [
  ...Object.entries(TUNED_GRIDS).flatMap(([name, design]) =>
    Object.keys(SHAPES).map((models) => ({ name, design, models })),
  ),
  ...Object.entries(OTHER_GRIDS).map(([name, design]) => ({ name, design, models: 'others' })),
];

/** Every run of a group with a noise: what is said of a grid, and the truth. */
function* runs({ name, design, models }, noise) {
  for (const [shapeName, shape] of Object.entries(SHAPES[models])) {
    const model = modelOf(shape, design);
    const recallAt = truth(model, NOISES[noise], design);
    const known = crossing(recallAt, design, THRESHOLD);
    const random = seedrandom.alea(`length/${name}/${models}/${noise}/${shapeName}`);
    for (let i = 0; i < GRIDS; i++) {
      const prompts = ask(model, NOISES[noise], design, random);
      yield { shapeName, recallAt, known, prompts, curve: recallCurve(prompts) };
    }
  }
}

const share = (values) => percent(mean(values.map(Number)));

/** What one mark more does to a grid. */
function withOneMore(prompts, random) {
  const wrong = prompts.flatMap(({ marks }, prompt) =>
    marks.flatMap((mark, i) => (mark === 0 ? [[prompt, i]] : [])),
  );
  if (wrong.length === 0) return undefined;
  const [prompt, place] = wrong[Math.floor(random() * wrong.length)];
  return prompts.map((own, i) =>
    i === prompt ? { ...own, marks: own.marks.map((mark, j) => (j === place ? 1 : mark)) } : own,
  );
}

const sections = {
  monotone() {
    const row = printRows(
      ...['a failed answer', 'pairs', 'low end falls', 'high end falls'],
      'a probability falls',
    );
    const groups = GROUPS.filter(({ models }) => models === 'others').flatMap((group) =>
      Object.keys(NOISES).map((noise) => ({ ...group, noise })),
    );
    const counts = { stays: [], counts: [] };
    const random = seedrandom.alea('one mark more');
    const any = (list) => list[Math.floor(random() * list.length)];
    while (counts.stays.length + counts.counts.length < 100 * GRIDS) {
      const { design, noise } = any(groups);
      const model = modelOf(any(Object.values(SHAPES.others)), design);
      const before = ask(model, NOISES[noise], design, random);
      const after = withOneMore(before, random);
      if (!after) continue;
      const failed = [before, after].map((prompts) => failuresIn(prompts));
      const counted = failed[0].some((is, i) => is === true && failed[1][i] !== true);
      const curves = [before, after].map((prompts) => recallCurve(prompts));
      const [one, two] = curves.map((curve) => crossingOf(curve));
      const [likely, likelier] = curves.map((curve) => likelyLengths(curve));
      counts[counted ? 'counts' : 'stays'].push({
        low: two.low < one.low,
        high: two.high < one.high,
        probability: likely.some(
          ({ probability }, i) => likelier[i].probability < probability - 1e-9,
        ),
      });
    }
    const words = { stays: 'as before', counts: 'counts now, and did not' };
    for (const [kind, all] of Object.entries(counts)) {
      const count = (figure) => all.filter((one) => one[figure]).length;
      row(words[kind], all.length, count('low'), count('high'), count('probability'));
    }
  },

  floors() {
    const floors = {
      try: [32_000],
      '3 × 3': [32_000, 128_000],
      '6 × 3': [32_000, 128_000],
      '32 × 1': [32_000, 128_000],
    };
    const passes = (name, noise, recall, floor) => {
      const random = seedrandom.alea(`floors/${name}/${noise}/${recall}`);
      return share(
        range(10 * GRIDS).map(() => {
          const prompts = ask(() => recall, NOISES[noise], TUNED_GRIDS[name], random);
          return crossingOf(recallCurve(prompts)).low >= floor;
        }),
      );
    };
    const table = (recalls, kinds, text) => {
      const row = printRows('grid', 'floor', 'noise', ...recalls.map(text));
      for (const [name, own] of Object.entries(floors)) {
        for (const floor of own) {
          for (const noise of kinds) {
            const shares = recalls.map((recall) => passes(name, noise, recall, floor));
            row(name, `${floor / 1000}K`, noise, ...shares);
          }
        }
      }
    };
    table([1, 0.999, 0.99, 0.98, 0.96, 0.93, 0.9], ['steady', 'ICC 0.1'], String);
    table([0.84, 0.82, 0.8], Object.keys(NOISES), (recall) => `steady ${recall}`);
  },

  coverage() {
    const row = printRows(
      ...['grid', 'readers', 'noise', 'covers', 'low too high', 'by more than 0.05 of recall'],
      'worst reader: low too high',
    );
    for (const group of GROUPS) {
      for (const noise of Object.keys(NOISES)) {
        const longest = Math.max(...group.design.map(({ tokens }) => tokens));
        const judged = [...runs(group, noise)].map(({ shapeName, recallAt, known, curve }) => {
          const { low, high } = crossingOf(curve);
          const tooHigh = low > known + 1e-9;
          return {
            shapeName,
            covers: !tooHigh && known <= high + 1e-9,
            tooHigh,
            far: tooHigh && recallAt(Math.min(low, longest)) < THRESHOLD - 0.05,
          };
        });
        const worst = Object.keys(SHAPES[group.models])
          .map((name) => {
            const own = judged.filter(({ shapeName }) => shapeName === name);
            return { name, tooHigh: mean(own.map(({ tooHigh }) => Number(tooHigh))) };
          })
          .reduce((a, b) => (b.tooHigh > a.tooHigh ? b : a));
        row(
          ...[group.name, group.models, noise],
          ...['covers', 'tooHigh', 'far'].map((one) => share(judged.map((run) => run[one]))),
          worst.tooHigh > 0 ? `${percent(worst.tooHigh)} (${worst.name})` : '',
        );
      }
    }
  },

  calibration() {
    const said = { tuned: [], others: [] };
    const longestSaid = { tuned: [], others: [] };
    const graded = [];
    for (const group of GROUPS) {
      const own = [];
      for (const noise of Object.keys(NOISES)) {
        for (const { recallAt, known, curve, prompts } of runs(group, noise)) {
          const lengths = likelyLengths(curve).map(({ tokens, probability }) => ({
            probability,
            holds: recallAt(tokens) >= THRESHOLD,
          }));
          said[group.models].push(...lengths);
          longestSaid[group.models].push(lengths.at(-1));
          const { shown, ruledOut } = gradedLength(likelyLengths(curve));
          const shortest = Math.min(...prompts.map(({ tokens }) => tokens));
          own.push({
            isGood: recallAt(shortest) >= 0.93 && known === Infinity,
            told: shown !== undefined || ruledOut !== undefined,
            isFalse:
              (shown && recallAt(shown.tokens) < THRESHOLD) ||
              (ruledOut && recallAt(ruledOut.tokens) >= THRESHOLD),
          });
        }
      }
      graded.push({ ...group, own });
    }
    const row = printRows(
      ...['said', ...['tuned', 'others'].flatMap((one) => [`${one}: lengths`, 'said', 'true'])],
      ...['tuned', 'others'].flatMap((one) => [`${one}, longest length`, 'said', 'true']),
    );
    for (const tenth of range(10)) {
      const cells = [said.tuned, said.others, longestSaid.tuned, longestSaid.others].flatMap(
        (all) => {
          const own = all.filter(
            ({ probability }) => Math.min(9, Math.floor(10 * probability)) === tenth,
          );
          if (own.length === 0) return [0, '', ''];
          const two = (values) => mean(values).toFixed(2);
          return [
            own.length,
            two(own.map(({ probability }) => probability)),
            two(own.map(({ holds }) => Number(holds))),
          ];
        },
      );
      row(`${tenth / 10} to ${(tenth + 1) / 10}`, ...cells);
    }
    const told = printRows(
      ...['grid', 'readers', 'a length is shown or ruled out', 'of readers 0.93 and better'],
      'false',
    );
    for (const { name, models, own } of graded) {
      told(
        ...[name, models, share(own.map((run) => run.told))],
        share(own.filter(({ isGood }) => isGood).map((run) => run.told)),
        share(own.map(({ isFalse }) => Boolean(isFalse))),
      );
    }
  },

  failures() {
    const row = printRows(
      ...['grid', 'readers', 'none fails whole, and one is said to: steady', 'ICC 0.1', 'ICC 0.3'],
      ...['3%: “at most” is true', '6%', '12%'],
    );
    for (const group of GROUPS) {
      const falsely = ['steady', 'ICC 0.1', 'ICC 0.3'].map((noise) =>
        share([...runs(group, noise)].map(({ prompts }) => failuresIn(prompts).includes(true))),
      );
      const bounds = [0.03, 0.06, 0.12].map((fail) => {
        const told = [...runs(group, `${100 * fail} % fail whole`)].flatMap(
          ({ prompts }) => wholeFailures(prompts) ?? [],
        );
        return told.length === 0 ? '' : share(told.map(({ atMost }) => atMost >= fail));
      });
      row(group.name, group.models, ...falsely, ...bounds);
    }
  },
};

for (const name of asked.length > 0 ? asked : Object.keys(sections)) {
  if (!sections[name]) throw new Error(`no section ${name}: ${Object.keys(sections).join(', ')}`);
  const start = performance.now();
  console.log(`\n## ${name}; grids of each reader: ${GRIDS}`);
  sections[name]();
  noteTime(name, start);
}
