/**
 * Is an adaptive search true, and how many tokens does it take? Readers whose truth is known
 * (bench/readers.mjs) are searched in batches of 4 by the code of src/search. Prints Markdown tables.
 *
 *   npm run build && node bench/search.mjs [searches] [section …] [--data <folder>]
 *
 * Sections: ruler, shapes. `ruler` needs the folder with `published/ruler.csv` (or the variable
 * TRUTH_DATA). A part of a section: `--noises "independent,ICC 0.1"`, `--readers <part of a name>`.
 */
import { parseArgs } from 'node:util';
import seedrandom from 'seedrandom';
import { standing } from '../dist/search/next-prompts.js';
import { effectiveLength } from '../dist/statistics/curve/effective-length.js';
import { ask, crossing, designs, noises, readers, rulerReaders } from './readers.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: process.env.TRUTH_DATA },
    noises: { type: 'string', default: 'independent,ICC 0.1,ICC 0.2' },
    readers: { type: 'string', default: '' },
    seed: { type: 'string', default: '' },
    each: { type: 'boolean', default: false },
  },
});
const [first, ...rest] = positionals;
const isNumber = /^\d+$/.test(first ?? '');
const SEARCHES = isNumber ? Number(first) : 200;
const sections = isNumber || first === undefined ? rest : [first, ...rest];

const GRID = designs['32 × 1'];
const GRID_TOKENS = GRID.reduce((sum, { tokens }) => sum + tokens, 0);
const STARS = GRID[0].positions;
const RANGE = { shortest: 4000, longest: 128_000, threshold: 0.85, batch: 4 };
const MOST = 1.5 * GRID_TOKENS;

const covers = ({ low, high }, value) => low <= value + 1e-9 && value - 1e-9 <= high;

/** Octaves between the bounds, within the lengths that are asked. */
function width({ low, high }) {
  const clamped = (tokens) => Math.min(RANGE.longest, Math.max(RANGE.shortest, tokens));
  return Math.log2(clamped(high) / clamped(low));
}

/** Search until the narrowest aim, and note when each was reached. */
function search(reader, noise, name) {
  const random = seedrandom(name);
  const grid = effectiveLength(ask(reader, noise, GRID, seedrandom(`${name}/grid`)));
  const aims = {
    octave: (standing) => standing.decision ?? standing.interval.high / standing.interval.low <= 2,
    close: (standing) => standing.decision,
    grid: ({ decision, interval }) =>
      (decision && decision !== 'within') || width(interval) <= Math.max(0.001, width(grid)),
  };
  const reached = {};
  const prompts = [];
  let tokens = 0;
  let rounds = 0;
  for (;;) {
    const now = standing(prompts, { ...RANGE, within: reached.grid ? 1.35 : 1.0001 });
    const close = standing.length && now;
    for (const [aim, isReached] of Object.entries(aims)) {
      const state =
        aim === 'grid'
          ? now
          : { ...now, decision: decisionAt(now.interval, aim === 'close' ? 1.35 : 2) };
      if (rounds > 0 && !reached[aim] && isReached(state)) {
        reached[aim] = { tokens, rounds, interval: now.interval };
      }
    }
    if (Object.keys(reached).length === 3 || now.next.length === 0 || tokens > MOST) break;
    for (const length of now.next) {
      tokens += length;
      const marks = noise.draw(
        STARS.map((position) => reader(length, position)),
        random,
      );
      prompts.push({ tokens: length, marks });
    }
    rounds++;
  }
  const last = {
    tokens: Infinity,
    rounds: Infinity,
    interval: standing(prompts, { ...RANGE, within: 1.0001 }).interval,
  };
  for (const aim of Object.keys(aims)) reached[aim] ??= last;
  return { ...reached, spent: tokens };
}

function decisionAt({ low, high }, within) {
  if (low === Infinity) return 'holds';
  if (high === 0) return 'below';
  return high / low <= within ? 'within' : undefined;
}

const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const million = (tokens) =>
  tokens === Infinity ? `> ${(MOST / 1e6).toFixed(1)}M` : `${(tokens / 1e6).toFixed(2)}M`;
const percent = (share) => `${(100 * share).toFixed(1)} %`;

function table(...columns) {
  console.log(`\n| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|`);
  return (...cells) => console.log(`| ${cells.join(' | ')} |`);
}

const COLUMNS = [
  'searches',
  'octave covers',
  'low too high',
  '1.35 covers',
  'low too high',
  'tokens to an octave: median',
  '90 %',
  'to 1.35: median',
  '90 %',
  'against 32 × 1: median',
  'most',
  'rounds',
];

function cells(all) {
  const share = (aim, holds) =>
    percent(mean(all.map((one) => Number(holds(one[aim].interval, one.known)))));
  const tokens = (aim, at) =>
    million(
      quantile(
        all.map((one) => one[aim].tokens),
        at,
      ),
    );
  const ratios = all.map((one) => one.grid.tokens / GRID_TOKENS);
  const tooHigh = ({ low }, known) => low > known + 1e-9;
  return [
    all.length,
    share('octave', covers),
    share('octave', tooHigh),
    share('close', covers),
    share('close', tooHigh),
    tokens('octave', 0.5),
    tokens('octave', 0.9),
    tokens('close', 0.5),
    tokens('close', 0.9),
    quantile(ratios, 0.5).toFixed(2),
    Math.max(...ratios).toFixed(2),
    quantile(
      all.map((one) => one.octave.rounds),
      0.5,
    ),
  ];
}

function run(title, curves) {
  const row = table(title, 'noise', ...COLUMNS);
  for (const noise of options.noises.split(',')) {
    const all = [];
    for (const [name, reader] of Object.entries(curves)) {
      if (!name.includes(options.readers)) continue;
      const known = crossing(reader, GRID);
      const own = Array.from({ length: SEARCHES }, (_, i) => ({
        ...search(reader, noises[noise], `${options.seed}${name}/${noise}/${i}`),
        known,
      }));
      all.push(...own);
      if (options.each) row(`${name} (${Math.round(known / 100) / 10}K)`, noise, ...cells(own));
    }
    row('**all**', noise, ...cells(all));
  }
}

const start = performance.now();
if (sections.length === 0 || sections.includes('ruler'))
  run('published curve', rulerReaders(options.data));
if (sections.length === 0 || sections.includes('shapes')) run('shape', readers);
console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s`);
