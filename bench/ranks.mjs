/**
 * Does one test for a pair tell equal readers apart, and does it tell readers apart that are not? Prints Markdown tables.
 *
 *   npm run build && node bench/ranks.mjs [sets] [section …]
 *
 * Sections: equal (sets of 2, 5 and 12 equal readers in which any two are told apart), power (two readers that
 * differ), lengths (sets of equal readers of which two have effective lengths that do not overlap; a tenth as many sets).
 * 600 sets take six minutes of a processor, 60 half a minute.
 */
import seedrandom from 'seedrandom';
import { effectiveLength } from '../dist/measuring/statistics/curve/effective-length-of.js';
import { pairEvidence } from '../dist/measuring/statistics/differences.js';
import { noteTime, percent, printRows } from './markdown.mjs';
import { gamma } from './readers.mjs';

const [first, ...rest] = process.argv.slice(2);
const isNumber = /^\d+$/.test(first ?? '');
const SETS = isNumber ? Number(first) : 600;
const asked = isNumber || first === undefined ? rest : [first, ...rest];

const STARS = 32;
const LEVEL = 0.05;

const binomial = (recall, random) => {
  let found = 0;
  for (let i = 0; i < STARS; i++) if (random() < recall) found++;
  return found / STARS;
};
const beta = (a, b, random) => {
  const [x, y] = [gamma(a, random), gamma(b, random)];
  return x + y > 0 ? x / (x + y) : Number(random() < a / (a + b));
};
const clustered = (icc) => (recall, random) => {
  const scale = (1 - icc) / icc;
  return binomial(beta(scale * recall, scale * (1 - recall), random), random);
};
const normal = (random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const collapsing = (share) => (recall, random) =>
  binomial(random() < share ? 0.05 * recall : recall, random);

/** Scores of one prompt by its recall. */
const NOISES = {
  independent: binomial,
  // Every prompt is easier or harder, by one unit of log odds.
  moody: (recall, random) =>
    binomial(1 / (1 + Math.exp(-Math.log(recall / (1 - recall)) - normal(random))), random),
  'ICC 0.1': clustered(0.1),
  'ICC 0.3': clustered(0.3),
  'all or nothing': (recall, random) => Number(random() < recall),
  '3 % collapsed': collapsing(0.03),
  '6 % collapsed': collapsing(0.06),
  '12 % collapsed': collapsing(0.12),
  '15 % cut off': (recall, random) => {
    const kept = random() < 0.15 ? Math.floor(random() * STARS) : STARS;
    return Math.min(binomial(recall, random), kept / STARS);
  },
};

const GRIDS = {
  '3 × 3': { lengths: 3, seeds: 3 },
  '6 × 3': { lengths: 6, seeds: 3 },
  '32 × 1': { lengths: 32, seeds: 1 },
};

const MODELS = {
  'flat 0.9': () => 0.9,
  'flat 0.8': () => 0.8,
  'flat 0.97': () => 0.97,
  '0.97 to 0.72': (share) => 0.97 - 0.25 * share,
  '0.97, last third 0.7': (share) => (share > 0.7 ? 0.7 : 0.97),
};

function ask(recall, noise, { lengths, seeds }, random) {
  return Array.from({ length: lengths * seeds }, (_, i) => [
    NOISES[noise](recall(Math.floor(i / seeds) / (lengths - 1)), random),
  ]);
}

/** Whether two readers are told apart. */
function areApart(one, other, { seeds }, pairs) {
  const prompts = one.map((first, i) => ({
    key: String(i).padStart(3, '0'),
    tokens: 1 + Math.floor(i / seeds),
    first,
    second: other[i],
  }));
  return pairEvidence(prompts, LEVEL / pairs).length > 0;
}

const sections = {
  equal: () => {
    const row = printRows('grid', 'recall', 'equal readers', ...Object.keys(NOISES));
    for (const [name, grid] of Object.entries(GRIDS)) {
      for (const count of [2, 5, 12]) {
        const model = 'flat 0.9';
        const shares = Object.keys(NOISES).map((noise) => {
          const random = seedrandom.alea(`${name}/${noise}/${count}`);
          let apart = 0;
          for (let set = 0; set < SETS; set++) {
            const all = Array.from({ length: count }, () =>
              ask(MODELS[model], noise, grid, random),
            );
            const pairs = (count * (count - 1)) / 2;
            if (
              all.some((one, i) => all.slice(i + 1).some((two) => areApart(one, two, grid, pairs)))
            )
              apart++;
          }
          return percent(apart / SETS, 1);
        });
        row(name, model, count, ...shares);
      }
    }
  },

  power: () => {
    const row = printRows('grid', 'readers', ...Object.keys(NOISES));
    const pairs = [
      ['flat 0.9', 'flat 0.8'],
      ['flat 0.97', 'flat 0.9'],
      ['flat 0.97', '0.97 to 0.72'],
      ['flat 0.97', '0.97, last third 0.7'],
    ];
    for (const [name, grid] of Object.entries(GRIDS)) {
      for (const pair of pairs) {
        const shares = Object.keys(NOISES).map((noise) => {
          const random = seedrandom.alea(`${name}/${noise}/${pair}`);
          let apart = 0;
          for (let set = 0; set < SETS; set++) {
            const [one, two] = pair.map((model) => ask(MODELS[model], noise, grid, random));
            if (areApart(one, two, grid, 1)) apart++;
          }
          return percent(apart / SETS);
        });
        row(name, pair.join(' against '), ...shares);
      }
    }
  },

  lengths: () => {
    const row = printRows('grid', 'recall', 'equal readers', ...Object.keys(NOISES));
    const sets = Math.ceil(SETS / 10);
    for (const [name, grid] of Object.entries(GRIDS)) {
      for (const count of [2, 5, 12]) {
        const shares = Object.keys(NOISES).map((noise) => {
          const random = seedrandom.alea(`${name}/${noise}/${count}/lengths`);
          let apart = 0;
          for (let set = 0; set < sets; set++) {
            const confidence = 1 - LEVEL / (count - 1);
            const all = Array.from({ length: count }, () =>
              effectiveLength(asked32(ask(MODELS['flat 0.9'], noise, grid, random), grid), {
                confidence,
              }),
            );
            const longest = Math.max(...all.map(({ low }) => low));
            if (all.some(({ high }) => longest > 0 && high < Infinity && longest >= high)) apart++;
          }
          return percent(apart / sets);
        });
        row(name, 'flat 0.9', count, ...shares);
      }
    }
  },
};

/** Scores as prompts of 32 marks. */
function asked32(scores, { lengths, seeds }) {
  return scores.map(([score], i) => ({
    tokens: Math.round((128_000 * (1 + Math.floor(i / seeds))) / lengths),
    marks: Array.from({ length: STARS }, (_, mark) => Number(mark < Math.round(score * STARS))),
  }));
}

for (const name of asked.length > 0 ? asked : Object.keys(sections)) {
  if (!sections[name]) throw new Error(`no section ${name}: ${Object.keys(sections).join(', ')}`);
  const start = performance.now();
  console.log(`\n## ${name}; sets: ${SETS}`);
  sections[name]();
  noteTime(name, start);
}
