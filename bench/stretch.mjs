/**
 * The verdict on stretched tests against readers whose truth is known: false alarms, what is found, whether tests that are
 * named are broken, and whether form and length are told apart. Real code, seeded.
 *
 *   npm run build && node bench/stretch.mjs [suites] [section]
 *
 * Sections: alarms, found, named, texts, form; all without one. Prints Markdown tables; 100 suites take about 3 minutes of one core.
 */
import seedrandom from 'seedrandom';
import { stretchOf } from '../dist/extras/stretch/verdict.js';
import { noteTime, percent, printTable } from './markdown.mjs';
import { mean } from './readers.mjs';

const [SUITES = 100, SECTION] = [process.argv[2] && Number(process.argv[2]), process.argv[3]];

const range = (count) => Array.from({ length: count }, (_, i) => i);
const LENGTHS = [8000, 32000, 128000];
const ARMS = [
  { arm: 'as-is', length: 0, time: 0 },
  { arm: 'as-is', length: 0, time: 1 },
  { arm: 'one-turn', length: 0, time: 0 },
  ...LENGTHS.map((length) => ({ arm: 'padded', length, time: 0 })),
];

/**
 * All rows of one evaluation.
 *
 * @param rateOf - the pass rate of a test in an arm
 * @param copies - the share of tests whose repeats copy their first answer, as at temperature 0 where all have one text; then
 *   each arm has one answer
 * @param texts - whether each repeat has a text of its own around it, as `stretch` gives it
 * @param certain - whether equal prompts get equal answers, as at temperature 0: then only prompts as they are copy
 */
function rowsOf({ tests, repeats, copies = 0, texts = false, certain = false }, rateOf, random) {
  return range(tests).flatMap((test) => {
    const isCopied = random() < copies;
    const firsts = new Map();
    return ARMS.flatMap((stretch, column) =>
      range(repeats).map((repeat) => {
        const key = `${stretch.arm}/${stretch.length}`;
        const drawn = random() < rateOf(test, stretch);
        if (!firsts.has(key)) firsts.set(key, drawn);
        const isCopy = isCopied || (certain && stretch.arm === 'as-is');
        const pass = isCopy ? firsts.get(key) : drawn;
        const answer = isCopy ? `${key}/${pass}` : `${key}/${repeat}/${stretch.time}/${pass}`;
        return {
          ...{ test: { asked: String(test), judged: '' }, name: `test ${test}`, vars: '', column },
          ...{ provider: 'gpt', prompt: 'ask', score: 0, metrics: {}, answer },
          pass,
          stretch: {
            ...{ ...stretch, model: 'gpt', leftOut: [], failed: [], prompt: [], answer: '' },
            ...(texts && { note: { tokens: stretch.length, repeat } }),
          },
        };
      }),
    );
  });
}

/** What a reader is: draws the pass rates of one suite. */
const steady = (flake) => () => () => 1 - flake;
const mixed = (design, random) => {
  const rates = range(design.tests).map(() => {
    const kind = random();
    return kind < 0.75 ? 0.99 : kind < 0.95 ? 0.6 + 0.35 * random() : 0;
  });
  return (test) => rates[test];
};
/** Breaks this many tests, each from one of these lengths on; the others are flaky. */
const breaks =
  (count, flake = 0.05, from = [128000]) =>
  ({ tests }, random) => {
    const left = range(tests);
    const broken = new Map(
      range(Math.min(count, tests)).map(() => [
        left.splice(Math.floor(random() * left.length), 1)[0],
        from[Math.floor(random() * from.length)],
      ]),
    );
    return (test, { length }) => (length >= (broken.get(test) ?? Infinity) ? 0 : 1 - flake);
  };
const evenly =
  (lost, flake = 0.03) =>
  () =>
  (_, { length }) =>
    1 - flake - (length === 128000 ? lost : 0);
const form =
  (lost, flake = 0.03) =>
  () =>
  (_, { arm }) =>
    1 - flake - (arm === 'as-is' ? 0 : lost);

/** The verdicts of so many suites, each with the truth. */
function judged(name, design, model) {
  const random = seedrandom(`${name}/${JSON.stringify(design)}`);
  return range(SUITES).map(() => {
    const rateOf = model(design, random);
    const tests = rowsOf(design, rateOf, random);
    return { ...stretchOf([{ name: 'results.json', tests }]).models[0], rateOf };
  });
}

const share = (all, is) => percent(mean(all.map((one) => Number(is(one)))));
const isLower = ({ lengths }) => lengths.some(({ compared }) => compared.isLower);
const sizeText = ({ tests, repeats, copies, texts, certain }) =>
  [
    `${tests} × ${repeats}`,
    ...(copies ? [`${percent(copies)} copy`] : []),
    ...(texts ? ['own texts'] : []),
    ...(certain ? ['temperature 0'] : []),
  ].join(', ');

/** How often a loss is seen, of each reader in each design. */
function printLower(designs, models) {
  printTable(
    ['tests × repeats', ...Object.keys(models)],
    designs.map((design) => [
      sizeText(design),
      ...Object.entries(models).map(([name, model]) => share(judged(name, design, model), isLower)),
    ]),
  );
}

const SECTIONS = {
  alarms() {
    const models = {
      'flake 0.05': steady(0.05),
      'flake 0.2': steady(0.2),
      mixed,
    };
    const designs = [
      { tests: 20, repeats: 1 },
      { tests: 20, repeats: 3 },
      { tests: 40, repeats: 3 },
      { tests: 20, repeats: 3, copies: 0.5 },
      { tests: 20, repeats: 3, copies: 1 },
    ];
    printLower(designs, models);
  },
  found() {
    const models = {
      '0.16 of all, at 128K': evenly(0.16),
      '3 of 20 break at 128K': breaks(3),
      '1 of 20 breaks at 128K': breaks(1),
      '2 of 20 break at 128K': breaks(2),
      '3 of 20 break at 8K to 128K': breaks(3, 0.05, LENGTHS),
    };
    const designs = [
      { tests: 20, repeats: 1 },
      { tests: 20, repeats: 3 },
      { tests: 20, repeats: 5 },
      { tests: 40, repeats: 3 },
      { tests: 20, repeats: 3, copies: 1 },
    ];
    printLower(designs, models);
  },
  named() {
    const models = {
      'none breaks': [steady(0.05), 0],
      '1 breaks': [breaks(1, 0.05, LENGTHS), 1],
      '3 break': [breaks(3, 0.05, LENGTHS), 3],
      '8 break': [breaks(8, 0.05, LENGTHS), 8],
      '3 break, flake 0.2': [breaks(3, 0.2, LENGTHS), 3],
      'all lose 0.16': [evenly(0.16), 0],
    };
    const designs = [
      { tests: 20, repeats: 2 },
      { tests: 20, repeats: 3 },
      { tests: 40, repeats: 3 },
      { tests: 20, repeats: 5 },
    ];
    printTable(
      ['reader', 'tests × repeats', 'named', 'of these broken', 'of broken named'],
      Object.entries(models).flatMap(([name, [model, broken]]) =>
        designs.map((design) => {
          const all = judged(name, design, model);
          const named = all.flatMap(({ tests, rateOf }) =>
            tests.flatMap(({ cells, name: test }) =>
              cells.some(({ state }) => state === 'broke')
                ? [rateOf(Number(test.slice(5)), ARMS.at(-1)) === 0]
                : [],
            ),
          );
          const right = named.filter(Boolean).length;
          return [
            name,
            sizeText(design),
            named.length,
            named.length > 0 ? percent(right / named.length) : '',
            broken > 0 ? percent(right / (broken * SUITES)) : '',
          ];
        }),
      ),
    );
  },
  texts() {
    const models = {
      'flake 0.05': [steady(0.05), 0],
      'flake 0.2': [steady(0.2), 0],
      mixed: [mixed, 0],
      '1 breaks': [breaks(1, 0.05, LENGTHS), 1],
      '4 break, the others never fail': [breaks(4, 0, LENGTHS), 4],
    };
    const designs = [
      { tests: 12, repeats: 3, texts: true },
      { tests: 12, repeats: 3, texts: true, certain: true },
    ];
    printTable(
      ['reader', 'tests × repeats', 'lower', 'of broken named'],
      Object.entries(models).flatMap(([name, [model, broken]]) =>
        designs.map((design) => {
          const all = judged(name, design, model);
          const named = all.flatMap(({ tests }) => tests.filter(({ state }) => state === 'broke'));
          const found = broken > 0 ? percent(named.length / (broken * SUITES)) : '';
          return [name, sizeText(design), share(all, isLower), found];
        }),
      ),
    );
  },
  form() {
    const models = {
      'form costs 0.05': form(0.05),
      'form costs 0.1': form(0.1),
      'form costs 0.2': form(0.2),
      'length costs 0.2': evenly(0.2),
    };
    const designs = [
      { tests: 20, repeats: 3 },
      { tests: 40, repeats: 3 },
    ];
    const says = (cause) => (one) => one.lengths.some((length) => length.cause === cause);
    printTable(
      ['reader', 'tests × repeats', 'lower', 'by length', 'by form', 'by either'],
      Object.entries(models).flatMap(([name, model]) =>
        designs.map((design) => {
          const all = judged(name, design, model);
          return [
            name,
            sizeText(design),
            share(all, isLower),
            ...['length', 'form', 'either'].map((cause) => share(all, says(cause))),
          ];
        }),
      ),
    );
  },
};

for (const [name, section] of Object.entries(SECTIONS)) {
  if (SECTION !== undefined && SECTION !== name) continue;
  const start = performance.now();
  console.log(`\n### ${name}`);
  section();
  noteTime(name, start);
}
