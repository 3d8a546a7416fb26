/**
 * Is an adaptive search true, and how many tokens does it take? Readers whose truth is known
 * (bench/readers.mjs) are searched in batches of 4 by the code of src/search. Prints Markdown tables.
 *
 *   npm run build && node bench/search.mjs [searches] [section …] [--data <folder>]
 *
 * Sections: octave (until high/low is 2), close (1.35), grid (until the interval is as narrow as that of
 * 32 lengths with one seed), each over the published curves and the shapes of bench/readers.mjs; rise; and
 * alone (what one whole grid tells).
 * The published curves need the folder with `published/ruler.csv` (or the variable TRUTH_DATA). A part of
 * it: `--noises "independent,ICC 0.1"`, `--readers <part of a name>`; `--each` has a row for each reader.
 */
import { parseArgs } from 'node:util';
import seedrandom from 'seedrandom';
import { standing } from '../dist/search/next-prompts.js';
import { RISE_LEVEL } from '../dist/search/reader-search.js';
import { effectiveLength } from '../dist/statistics/curve/effective-length.js';
import { clearestRise } from '../dist/statistics/curve/rise.js';
import { lengthText, noteTime, percent, printRows, printTable } from './markdown.mjs';
import {
  ask,
  crossing,
  designs,
  mean,
  noises,
  readers,
  risingReaders,
  rulerReaders,
  truth,
} from './readers.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: process.env.TRUTH_DATA },
    noises: { type: 'string', default: 'independent,ICC 0.1,ICC 0.2' },
    readers: { type: 'string', default: '' },
    each: { type: 'boolean', default: false },
  },
});
const [first, ...rest] = positionals;
const isNumber = /^\d+$/.test(first ?? '');
const SEARCHES = isNumber ? Number(first) : 200;
const asked = isNumber || first === undefined ? rest : [first, ...rest];

const GRID = designs['32 × 1'];
const GRID_TOKENS = GRID.reduce((sum, { tokens }) => sum + tokens, 0);
const STARS = GRID[0].positions;
const RANGE = { shortest: 4000, longest: 128_000, threshold: 0.85, batch: 4 };

/** A search that takes more tokens than this is counted as not done. */
const MOST = 1.2 * GRID_TOKENS;

const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const million = (tokens) =>
  Number.isFinite(tokens) ? `${(tokens / 1e6).toFixed(2)}M` : `> ${(MOST / 1e6).toFixed(1)}M`;
const covers = ({ low, high }, known) => low <= known + 1e-9 && known - 1e-9 <= high;

/** High bound by low bound, within the lengths that are searched. */
function ratio({ low, high }) {
  const within = (tokens) => Math.min(RANGE.longest, Math.max(RANGE.shortest, tokens));
  return within(high) / within(low);
}

/** Milliseconds of every step between two rounds. */
const times = [];

/** One search from its first round to its decision, or until `isDone` says so of the interval. */
function search(reader, noise, random, within, isDone) {
  const prompts = [];
  let [tokens, rounds, ranged] = [0, 0];
  for (;;) {
    const start = performance.now();
    const now = standing(prompts, { ...RANGE, within });
    times.push(performance.now() - start);
    const done = rounds > 0 && (now.decision !== undefined || isDone(now.interval));
    if (rounds > 0 && ranged === undefined && (done || ratio(now.interval) <= 2)) ranged = tokens;
    const { interval } = now;
    if (done || now.next.length === 0) return { tokens, rounds, ranged, interval, done: true };
    if (tokens > MOST) return { tokens: Infinity, rounds, ranged, interval, done: false };
    for (const length of now.next) {
      tokens += length;
      const recalls = STARS.map((position) => reader(length, position));
      prompts.push({ tokens: length, marks: noise.draw(recalls, random) });
    }
    rounds++;
  }
}

/** High bound by low bound at which a search is done, by section; of `grid`, the interval decides. */
const AIMS = { octave: 2, close: 1.35, grid: 1 + 1e-6 };

function summary(all) {
  const tokens = all.map((one) => one.tokens);
  const share = (holds) => percent(mean(all.map((one) => Number(holds(one)))));
  const part = quantile(tokens, 0.5) / GRID_TOKENS;
  return [
    all.length,
    share(({ interval, known }) => covers(interval, known)),
    share(({ interval, known }) => interval.low > known + 1e-9),
    million(quantile(tokens, 0.5)),
    million(quantile(tokens, 0.9)),
    Number.isFinite(part) ? part.toFixed(2) : '> 1.2',
    share(({ done }) => !done),
    quantile(
      all.map(({ rounds }) => rounds),
      0.5,
    ),
    million(
      quantile(
        all.map(({ ranged }) => ranged ?? Infinity),
        0.5,
      ),
    ),
  ];
}

const COLUMNS = [
  'readers',
  'noise',
  'searches',
  'covers',
  'low too high',
  'tokens: median',
  '90 %',
  'of a grid: median',
  'not done',
  'rounds',
  'one octave of the range: median',
];

/** Whether an interval is as narrow as that of a whole grid of the same reader. */
function asNarrowAsGrid(reader, noise, key) {
  const grid = ratio(effectiveLength(ask(reader, noise, GRID, seedrandom(`${key}/grid`))));
  return (interval) => ratio(interval) <= grid * (1 + 1e-9);
}

function run(aim) {
  const row = printRows(...COLUMNS);
  const groups = {
    'published curves': options.data ? rulerReaders(options.data) : {},
    shapes: Object.fromEntries(Object.entries(readers).filter(([name]) => !name.includes('cliff'))),
    cliffs: Object.fromEntries(Object.entries(readers).filter(([name]) => name.includes('cliff'))),
  };
  for (const [group, curves] of Object.entries(groups)) {
    const chosen = Object.entries(curves).filter(([name]) => name.includes(options.readers));
    if (chosen.length === 0) continue;
    for (const noise of options.noises.split(',')) {
      const all = chosen.flatMap(([name, reader]) => {
        const known = crossing(truth(reader, noises[noise], GRID), GRID);
        const own = Array.from({ length: SEARCHES }, (_, i) => {
          const key = `${name}/${noise}/${i}`;
          const isDone = aim === 'grid' ? asNarrowAsGrid(reader, noises[noise], key) : () => false;
          return { ...search(reader, noises[noise], seedrandom(key), AIMS[aim], isDone), known };
        });
        if (options.each) row(`${name}, ${Math.round(known)}`, noise, ...summary(own));
        return own;
      });
      row(group, noise, ...summary(all));
    }
  }
}

/** Readers that are bad at some lengths, and good again at longer ones. */
const dips = {
  'dip to 0.5 from 12K to 24K': (tokens) => (tokens >= 12_000 && tokens < 24_000 ? 0.5 : 0.97),
  'dip to 0.5 from 18K to 28K': (tokens) => (tokens >= 18_000 && tokens < 28_000 ? 0.5 : 0.97),
  'dip to 0.7 from 50K to 100K': (tokens) => (tokens >= 50_000 && tokens < 100_000 ? 0.7 : 0.97),
};

/** How often a search says that recall rises, looking after every round until an octave is reached. */
function rises() {
  const row = printRows(
    'reader',
    'noise',
    'searches',
    'said to rise',
    'else: effective length, median',
  );
  for (const [name, reader] of Object.entries({ ...readers, ...risingReaders, ...dips })) {
    if (!name.includes(options.readers)) continue;
    for (const noise of options.noises.split(',')) {
      const found = Array.from({ length: SEARCHES }, (_, i) => {
        const random = seedrandom(`${name}/${noise}/${i}`);
        const prompts = [];
        let tokens = 0;
        for (;;) {
          const now = standing(prompts, { ...RANGE, within: 2 });
          if (prompts.length > 0 && clearestRise(prompts, RISE_LEVEL)?.clear) return undefined;
          if (now.next.length === 0 || tokens > MOST) return now.interval.value;
          for (const length of now.next) {
            tokens += length;
            const recalls = STARS.map((position) => reader(length, position));
            prompts.push({ tokens: length, marks: noises[noise].draw(recalls, random) });
          }
        }
      });
      const others = found.filter((value) => value !== undefined);
      const median = others.length === 0 ? '–' : lengthText(quantile(others, 0.5));
      row(name, noise, SEARCHES, percent(1 - others.length / SEARCHES), median);
    }
  }
}

/** What one whole grid tells of each published curve, with independent marks. */
function alone() {
  const curves = options.data ? Object.entries(rulerReaders(options.data)) : [];
  const all = curves.map(([name, reader]) => {
    const known = crossing(truth(reader, noises.independent, GRID), GRID);
    const grid = ask(reader, noises.independent, GRID, seedrandom(`${name}/independent/0/grid`));
    const { low, high } = effectiveLength(grid);
    const crosses = known > 0 && known < Infinity;
    return {
      crosses,
      isFlat: crosses && reader(known / Math.SQRT2) - reader(known * Math.SQRT2) < 0.1,
      isTold: high <= 2 * low || low === Infinity || high === 0,
    };
  });
  const count = (holds) => `${all.filter(holds).length} of ${all.length}`;
  printTable(
    [
      'published curves that cross the threshold',
      'that fall by less than 0.1 in the octave around it',
      'of which one grid tells an octave, or that recall holds or never does',
    ],
    [
      [
        count(({ crosses }) => crosses),
        count(({ isFlat }) => isFlat),
        count(({ isTold }) => isTold),
      ],
    ],
  );
}

const sections = {
  ...Object.fromEntries(Object.keys(AIMS).map((aim) => [aim, () => run(aim)])),
  rise: rises,
  alone,
};
if (!options.data)
  console.error('The published curves are left out: --data <folder> is not given.');
const wanted = asked.length > 0 ? asked : Object.keys(sections);
for (const name of wanted) {
  if (!sections[name]) throw new Error(`no section ${name}: ${Object.keys(sections).join(', ')}`);
  const start = performance.now();
  console.log(`\n## ${name}; searches of each reader: ${SEARCHES}`);
  sections[name]();
  noteTime(name, start);
}
if (times.length > 0) {
  const ms = (share) => quantile(times, share).toFixed(0);
  printTable(
    ['milliseconds between two rounds: median', '99 %', 'most'],
    [[ms(0.5), ms(0.99), ms(1)]],
  );
}
