/**
 * The gate that asks by itself (`recheck`) against readers whose truth is known: how often it fails or passes, and with
 * which share of the tokens, beside the gate of the whole grid on the same answers. Real code, seeded.
 *
 *   npm run build && node bench/recheck.mjs [draws] [section …] [--set fit|judge]
 *
 * Sections: alarms, drops, passes, longest, budget, slots; all without one. `slots` has a clock: looks that wait for their
 * last answer, and free slots that get what would be asked next. `budget` ends at a share of
 * the tokens, and also shows what would pass if no large drop had to be ruled out there. Readers that the constants were chosen by are `fit`, others
 * are `judge`.
 */
import { parseArgs } from 'node:util';
import seedrandom from 'seedrandom';
import { largestUnseen } from '../dist/base/defaults.js';
import { AHEAD, nextPrompts } from '../dist/extras/search/recheck/next-prompts.js';
import { imaginedScore } from '../dist/measuring/statistics/regression/regression-power.js';
import {
  hasFailed,
  regressionTests,
  testsAtLook,
} from '../dist/measuring/statistics/regression/regression-tests.js';
import { runDrift } from '../dist/measuring/statistics/regression/run-drift.js';
import { BETWEEN, LANES, latencyOf, START } from './latencies.mjs';
import { noteTime, percent, printRows } from './markdown.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { set: { type: 'string', default: 'judge' }, grids: { type: 'string' } },
});
const isNumber = /^\d+$/.test(positionals[0] ?? '');
const DRAWS = isNumber ? Number(positionals[0]) : 1000;
const asked = isNumber ? positionals.slice(1) : positionals;

const LIMITS = { alpha: 0.05, maxDrop: 0.02, margin: 0.05, tail: 0.05 };
const MARKS = 32;

const even = (lengths, seeds) =>
  Array.from(
    { length: lengths * seeds },
    (_, i) => (128_000 / lengths) * (1 + Math.floor(i / seeds)),
  );
const GRIDS = {
  '8 × 11': even(8, 11),
  '32 × 3': even(32, 3),
  '32 × 1': even(32, 1),
  '6 × 3': Array.from({ length: 18 }, (_, i) => 4000 * 2 ** Math.floor(i / 3)),
};

/**
 * One recheck of prompts whose answers are known: how it ends, the share of the tokens, and the drop that it excludes.
 *
 * @param budget - share of the tokens that it may ask; at its end it is judged as at the last look
 */
function recheck(prompts, budget = 1) {
  const grid = prompts.map(({ series, tokens }) => ({ series, tokens, isAsked: false }));
  const all = prompts.reduce((sum, { tokens }) => sum + tokens, 0);
  let left = budget * all;
  const affordable = (wanted) =>
    wanted.filter((i) => {
      const fits = prompts[i].tokens <= left + 1e-9 * all;
      if (fits) left -= prompts[i].tokens;
      return fits;
    });
  let next = affordable(nextPrompts(grid, 1).next);
  for (let look = 1; ; look++) {
    for (const i of next) grid[i].isAsked = true;
    const asked = prompts.filter((_, i) => grid[i].isAsked);
    const isWhole = asked.length === prompts.length;
    const tested = (isLast) => testsAtLook(asked, DRIFT, { planned: grid, isLast });
    const fails = (tests) => tests.some((one) => hasFailed(one, LIMITS.alpha, LIMITS.maxDrop));
    const tests = tested(isWhole);
    const excludes = tests[0].below(LIMITS.tail);
    const share = asked.reduce((sum, { tokens }) => sum + tokens, 0) / all;
    const ended = (ending) => ({ ending, share, excludes });
    if (fails(tests)) return ended('failed');
    if (excludes < LIMITS.margin) return ended('excluded');
    if (isWhole) return ended('all');
    next = affordable(nextPrompts(grid, look + 1).next);
    if (next.length === 0) return ended(fails(tested(true)) ? 'failed' : 'budget');
  }
}

/** How the score of a prompt varies, by its expected recall. */
const beta = (icc) => (recall, random) => imaginedScore({ marks: MARKS, recall, icc }, random);
const NOISES = {
  steady: beta(0),
  'ICC 0.1': beta(0.1),
  // Every prompt has a mood of its own, which is mostly good.
  moody: (recall, random) => {
    const lost = 0.2 * random() ** 0.5 * Number(random() < 0.75);
    return imaginedScore(
      { marks: MARKS, recall: Math.max(0, recall + 0.1 - lost), icc: 0 },
      random,
    );
  },
  'all or nothing': beta(1),
};
const slope = (first, last) => (tokens) =>
  first + ((last - first) * Math.log2(tokens / 4000)) / Math.log2(32);
/** Recall before, by length. */
const MODELS = {
  fit: { 'flat 0.90': () => 0.9, 'flat 0.95': () => 0.95 },
  judge: { 'flat 0.93': () => 0.93, '0.97 to 0.85': slope(0.97, 0.85) },
}[options.set];

const chosen = options.grids ? options.grids.split(',') : Object.keys(GRIDS);
const clamp = (value) => Math.min(1, Math.max(0, value));

/** Answers of both runs to the whole grid. */
function answers(grid, recall, noise, random, change) {
  return grid.map((tokens) => {
    const before = NOISES[noise](recall(tokens), random);
    const now = NOISES[noise](clamp(change(recall(tokens), tokens)), random);
    return { series: 0, tokens, marks: MARKS, runs: [before], before, now, drop: before - now };
  });
}

const DRIFT = runDrift([{ runs: [1] }]);

function whole(prompts) {
  const tests = regressionTests(prompts, DRIFT);
  return {
    failed: tests.some((tested) => hasFailed(tested, LIMITS.alpha, LIMITS.maxDrop)),
    passed: tests[0].below(LIMITS.tail) < LIMITS.margin,
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

function cell(name, grid, recall, noise, change) {
  const random = seedrandom.alea(`${options.set}/${name}`);
  const counts = { failed: 0, excluded: 0, all: 0, whole: 0, wholePassed: 0 };
  const shares = [];
  for (let i = 0; i < DRAWS; i++) {
    const prompts = answers(GRIDS[grid], recall, noise, random, change);
    const full = whole(prompts);
    counts.whole += full.failed / DRAWS;
    counts.wholePassed += full.passed / DRAWS;
    const { ending, share } = recheck(prompts);
    counts[ending] += 1 / DRAWS;
    shares.push(share);
  }
  return { ...counts, median: median(shares), mean: shares.reduce((a, b) => a + b) / DRAWS };
}

const CHANGES = {
  alarms: { 'nothing changed': (recall) => recall },
  drops: { 'all 0.1 lower': (recall) => recall - 0.1 },
  passes: {
    'all 0.05 lower': (recall) => recall - 0.05,
    'longer half 0.1 lower': (recall, tokens, grid) =>
      tokens > grid[grid.length >> 1] - 1 ? recall - 0.1 : recall,
  },
  longest: {
    'longest length × 0.3': (recall, tokens) => (tokens === 128_000 ? 0.3 * recall : recall),
    'longest quarter 0.2 lower': (recall, tokens, grid) =>
      tokens > grid[Math.ceil(grid.length * 0.75) - 1] ? recall - 0.2 : recall,
  },
};

/** Shares of the tokens at which a budget ends. */
const BUDGETS = [0.1, 0.2, 0.4, 0.7];

const WITHIN_BUDGET = {
  'nothing changed': (recall) => recall,
  'all 0.1 lower': (recall) => recall - 0.1,
  'all 0.2 lower': (recall) => recall - 0.2,
};

/** How rechecks within one budget end: as the gate judges what came, and by what a pass has to rule out. */
function withinBudget(name, grid, noise, change, budget) {
  const random = seedrandom.alea(`${options.set}/${name}`);
  const [recall] = Object.values(MODELS);
  const counts = { failed: 0, passed: 0, open: 0 };
  let before = 0;
  for (let i = 0; i < DRAWS; i++) {
    const prompts = answers(GRIDS[grid], recall, noise, random, change);
    const { ending, excludes } = recheck(prompts, budget);
    const isOpen =
      excludes >= 0.5 || (ending === 'budget' && excludes > largestUnseen(LIMITS.maxDrop));
    counts[ending === 'failed' ? 'failed' : isOpen ? 'open' : 'passed'] += 1 / DRAWS;
    if (ending !== 'failed' && excludes < 0.5) before += 1 / DRAWS;
  }
  return { ...counts, before };
}

function budgetTables() {
  for (const [what, change] of Object.entries(WITHIN_BUDGET)) {
    console.log(`\n### ${what}`);
    const row = printRows(
      'grid',
      'noise',
      'budget',
      'fails',
      'passes',
      'inconclusive',
      'passes without the rule',
    );
    for (const grid of chosen.filter((name) => name !== '32 × 3')) {
      for (const noise of Object.keys(NOISES)) {
        for (const budget of BUDGETS) {
          const own = withinBudget(`budget/${what}/${grid}/${noise}`, grid, noise, change, budget);
          row(
            ...[grid, noise, budget.toFixed(1)],
            ...[own.failed, own.passed, own.open, own.before].map(percent),
          );
        }
      }
    }
  }
}

/** One recheck with a clock: how it ends, what it takes, and how long its slots are busy. */
function timed(prompts, most, waiting) {
  const grid = prompts.map(({ series, tokens }) => ({ series, tokens, isAsked: false }));
  const latencies = prompts.map(({ tokens }) => latencyOf(tokens, waiting));
  const tokensOf = (some) => some.reduce((sum, i) => sum + prompts[i].tokens, 0);
  const chosen = (holds) => prompts.flatMap((_, i) => (holds(grid[i]) ? [i] : []));
  const isAsked = (one) => one.isAsked;
  const isAhead = (one) => one.isAhead;
  const flight = [];
  let [now, busy] = [START, 0];
  let { next: queue, later } = nextPrompts(grid, 1);
  for (let look = 1; ; look++) {
    for (const i of [...queue, ...chosen(isAhead)])
      grid[i] = { ...grid[i], isAsked: true, isAhead: false };
    queue = queue.toSorted((a, b) => prompts[b].tokens - prompts[a].tokens);
    while (queue.length > 0 || flight.some(({ i }) => grid[i].isAsked)) {
      while (flight.length < LANES) {
        const room = most * tokensOf(chosen(isAsked)) - tokensOf(chosen(isAhead));
        const ahead = later.find((one) => prompts[one].tokens <= room);
        const i = queue.shift() ?? ahead;
        if (i === undefined) break;
        if (i === ahead) {
          later = later.filter((one) => one !== i);
          grid[i].isAhead = true;
        }
        flight.push({ i, from: now, until: now + latencies[i] });
      }
      flight.sort((a, b) => a.until - b.until);
      const { from, until } = flight.shift();
      busy += until - from;
      now = Math.max(now, until) + BETWEEN;
    }
    const asked = prompts.filter((_, i) => grid[i].isAsked);
    const isLast = asked.length === prompts.length;
    const tests = testsAtLook(asked, DRIFT, { planned: grid, isLast });
    const isExcluded = tests[0].below(LIMITS.tail) < LIMITS.margin;
    const ending = tests.some((one) => hasFailed(one, LIMITS.alpha, LIMITS.maxDrop))
      ? 'failed'
      : isExcluded
        ? 'excluded'
        : isLast && 'all';
    if (ending) {
      const late = flight.reduce((sum, { from }) => sum + now - from, 0);
      const share =
        tokensOf(chosen((one) => one.isAsked || one.isAhead)) / tokensOf(prompts.keys().toArray());
      return { ending, share, busy: busy + late, seconds: now - START };
    }
    ({ next: queue, later } = nextPrompts(grid, look + 1));
  }
}

/** The same rechecks with and without prompts ahead of the next look. */
function slotTables() {
  const row = printRows(
    ...['grid', 'change', 'sent ahead, of the tokens', 'rechecks', 'fail', 'pass'],
    ...['tokens: mean', 'of none ahead', 'slots busy', 'seconds: median'],
  );
  const changes = { 'nothing changed': (recall) => recall, ...WITHIN_BUDGET };
  for (const grid of chosen.filter((name) => name !== '32 × 3')) {
    for (const [what, change] of Object.entries(changes)) {
      let before;
      for (const most of [0, 0.1, AHEAD, 1]) {
        const all = Object.entries(MODELS).flatMap(([model, recall]) =>
          ['steady', 'ICC 0.1'].flatMap((noise) => {
            const name = `${options.set}/slots/${what}/${grid}/${model}/${noise}`;
            const [random, waiting] = ['', '/wait'].map((end) => seedrandom.alea(name + end));
            return Array.from({ length: DRAWS }, () => {
              const prompts = answers(GRIDS[grid], recall, noise, random, change);
              return timed(prompts, most, waiting);
            });
          }),
        );
        const average = (of) => all.reduce((sum, one) => sum + Number(of(one)), 0) / all.length;
        const share = average((one) => one.share);
        before ??= share;
        row(
          ...[grid, what, most, all.length],
          percent(average(({ ending }) => ending === 'failed')),
          percent(average(({ ending }) => ending === 'excluded')),
          ...[share.toFixed(2), (share / before).toFixed(2)],
          percent(average((one) => one.busy) / average((one) => LANES * one.seconds)),
          median(all.map(({ seconds }) => seconds)).toFixed(0),
        );
      }
    }
  }
}

/** What draws are named by, where it is not the title. */
const SEEDS = { 'nothing changed': 'none' };

for (const section of asked.length > 0 ? asked : [...Object.keys(CHANGES), 'budget', 'slots']) {
  const start = performance.now();
  if (section === 'budget') budgetTables();
  if (section === 'slots') slotTables();
  for (const [what, change] of Object.entries(CHANGES[section] ?? {})) {
    console.log(`\n### ${what}`);
    const row = printRows(
      'grid',
      'before',
      'noise',
      'fails (whole grid)',
      'passes (whole grid)',
      'tokens: median; mean',
    );
    for (const grid of chosen) {
      for (const [model, recall] of Object.entries(MODELS)) {
        for (const noise of Object.keys(NOISES)) {
          const own = cell(
            `${SEEDS[what] ?? what}/${grid}/${model}/${noise}`,
            grid,
            recall,
            noise,
            (value, tokens) => change(value, tokens, GRIDS[grid]),
          );
          row(
            grid,
            model,
            noise,
            `${percent(own.failed)} (${percent(own.whole)})`,
            `${percent(own.excluded)} (${percent(own.wholePassed)})`,
            `${own.median.toFixed(2)}; ${own.mean.toFixed(2)}`,
          );
        }
      }
    }
  }
  noteTime(section, start);
}
