/**
 * The gate of ordinary tests on small suites whose truth is known, from promptfoo's results to the verdict: how often an
 * unchanged suite fails or is inconclusive, and how often two tests that always fail now are named.
 *
 *   npm run build && node bench/broken-tests.mjs [suites] [section] [--fit]
 *
 * Sections: unchanged, broken, certain; all without one. With `--fit` other seeds, by which the rule was chosen.
 */
import { parseArgs } from 'node:util';
import seedrandom from 'seedrandom';
import { compareSuites } from '../dist/measuring/facts/tests/compare.js';
import { keptRuns, suiteOf } from '../dist/measuring/facts/tests/suite.js';
import { testRow } from '../dist/measuring/results/test-row.js';
import { judgeTests } from '../dist/measuring/verdicts/tests/tests-gate.js';
import { noteTime, percent, printTable } from './markdown.mjs';
import { mean } from './readers.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { fit: { type: 'boolean', default: false } },
});
const [SUITES = 200, SECTION] = [positionals[0] && Number(positionals[0]), positionals[1]];
const DRAW = options.fit ? 'fit' : 'judge';

const OPTIONS = {
  ...{ alpha: 0.05, maxDrop: 0.02, detect: 0.05, providers: [] },
  allow: { errors: false, missing: false, cached: false, new: false },
};
const TESTS = 12;
const BROKEN = 2;
const FLAKES = [0, 0.05, 0.1, 0.2];

const range = (count) => Array.from({ length: count }, (_, i) => i);

/** How often each test fails by chance. */
const WORLDS = {
  'every test flakes': (flakes) => range(TESTS).map(() => flakes),
  // Tests that break never flaked.
  'the others flake': (flakes) => range(TESTS).map((i) => (i < BROKEN ? 0 : flakes)),
  // As many failures, in three of the tests alone.
  'three tests flake': (flakes) =>
    range(TESTS).map((i) => (i < TESTS - 3 ? 0 : Math.min(1, 4 * flakes))),
  'a few are wrong half of the time': (flakes, random) =>
    range(TESTS).map((i) => (i >= BROKEN && random() < 2 * flakes ? 0.5 : 0)),
};

/** What promptfoo stores of a run. */
function resultsOf(rates, repeats, random) {
  return range(repeats).flatMap(() =>
    rates.map((rate, i) => {
      const success = random() >= rate;
      return {
        ...{ success, score: Number(success), testIdx: i, promptIdx: 0 },
        testCase: {
          vars: { question: `question ${i}` },
          assert: [{ type: 'contains', value: `right ${i}` }],
        },
        provider: { id: 'bot' },
        prompt: { label: 'answer', raw: `question ${i}` },
        response: { output: success ? `right ${i}` : 'I do not know.' },
      };
    }),
  );
}

function gated(before, now) {
  const source = (results) => ({ name: 'results.json', tests: results.map(testRow) });
  const suite = suiteOf([source(now)], false);
  const runs = keptRuns(before.map(source));
  return judgeTests(compareSuites(runs, suite), runs.length, suite, OPTIONS);
}

/** Gates of suites of a world, of which some tests always fail now. */
function gates(world, flakes, [repeatsBefore, repeats], broken) {
  const random = seedrandom(`${DRAW}/${world}/${flakes}/${repeatsBefore}/${repeats}/${broken}`);
  return range(SUITES).map(() => {
    const rates = WORLDS[world](flakes, random);
    const after = rates.map((rate, i) => (i < broken ? 1 : rate));
    return gated([resultsOf(rates, repeatsBefore, random)], resultsOf(after, repeats, random));
  });
}

const share = (all, holds) => percent(mean(all.map((one) => Number(holds(one)))));
const DESIGNS = [
  [1, 1],
  [3, 1],
  [3, 3],
];
const failed = ({ verdict }) => verdict === 'failed';
const inconclusive = ({ verdict }) => verdict === 'inconclusive';
const broke = (names) => (gate) =>
  range(BROKEN).every((i) => names(gate).includes(`question ${i}`));
const listed = broke(({ broke: sure, mayHaveBroken }) =>
  [...sure, ...mayHaveBroken].map(({ name }) => name),
);

function table(broken, cell) {
  for (const world of Object.keys(WORLDS)) {
    console.log(`\n${world}`);
    printTable(
      ['repeats before/now', ...FLAKES.map((flakes) => `${percent(flakes)} flakes`)],
      DESIGNS.map((design) => [
        design.join('/'),
        ...FLAKES.map((flakes) => cell(gates(world, flakes, design, broken))),
      ]),
    );
  }
}

const SECTIONS = {
  unchanged() {
    console.log('\n### Twelve unchanged tests: failed; inconclusive');
    table(0, (all) => `${share(all, failed)}; ${share(all, inconclusive)}`);
  },
  broken() {
    console.log('\n### Two of twelve always fail now: failed; inconclusive; both listed');
    table(BROKEN, (all) =>
      [failed, inconclusive, listed].map((holds) => share(all, holds)).join('; '),
    );
  },
  certain() {
    console.log(
      '\n### No answer ever differs, three repeats: failed with the broken tests named, and no other',
    );
    const draw = seedrandom(`${DRAW}/certain`);
    printTable(
      ['of 4 to 40 tests always fail now', 'named'],
      [1, 2, 4].map((broken) => [
        broken,
        share(
          range(SUITES).map(() => {
            const rates = range(4 + Math.floor(37 * draw())).map((i) =>
              Number(i >= broken && draw() < 0.1),
            );
            const after = rates.map((rate, i) => (i < broken ? 1 : rate));
            const gate = gated([resultsOf(rates, 3, draw)], resultsOf(after, 3, draw));
            return { gate, broken };
          }),
          ({ gate, broken: count }) =>
            failed(gate) &&
            gate.broke.map(({ name }) => name).join() ===
              range(count)
                .map((i) => `question ${i}`)
                .join() &&
            gate.mayHaveBroken.length === 0,
        ),
      ]),
    );
  },
};

const start = performance.now();
for (const [name, section] of Object.entries(SECTIONS)) {
  if (SECTION === undefined || SECTION === name) section();
}
noteTime('broken tests', start);
