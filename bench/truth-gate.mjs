/**
 * The gate's statistics against readers whose truth is known: false alarms, collapses, drops, the drop
 * that is excluded, stated power, batteries and drift between runs. Real code, seeded.
 *
 *   npm run build && node bench/truth-gate.mjs [draws] [section]
 *
 * Prints Markdown tables. Sections: alarms, batteries, drift, collapse, drops, excludes, power, self,
 * seeds, time; all without one. Readers and noises: readers.mjs.
 */
import seedrandom from 'seedrandom';
import { DEFAULT_REGRESSION, judgeRegression } from '../dist/statistics/regression/regression.js';
import { regressionPower, statedPower } from '../dist/statistics/regression/regression-power.js';
import { noises, readers } from './readers.mjs';

const DRAWS = Number(process.argv[2] ?? 500);
const SECTION = process.argv[3];

/** Baselines from which power is stated; each of them imagines many evaluations. */
const BASELINES = 40;

const range = (count) => Array.from({ length: count }, (_, i) => i);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** Lengths of a grid: `count` of them evenly up to 128K, or octaves below it for three. */
const lengthsOf = (count) =>
  count === 1
    ? [128_000]
    : count === 3
      ? [32_000, 64_000, 128_000]
      : range(count).map((i) => (128_000 * (i + 1)) / count);

/** Prompts of a series: lengths × seeds, of so many marks each. */
const grid = (lengths, seeds, marks = 32) => ({
  marks,
  prompts: lengthsOf(lengths).flatMap((tokens) => range(seeds).map((seed) => ({ tokens, seed }))),
});

/** A mean of 0.90 with a standard deviation of 0.07 from prompt to prompt, whatever the reader. */
const moody = {
  draw: (recalls, random) => {
    const lost = 0.1 * 2 * random() ** 0.5 * (random() < 0.75 ? 1 : 0);
    return recalls.map((recall) => Number(random() < recall - lost));
  },
  expected: (recalls) => recalls.map((recall) => recall - 0.1),
};
const NOISES = { ...noises, moody };

const normal = (random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const clamp = (value) => Math.min(1, Math.max(0, value));

/** Scores of one run: of each series, of each prompt. */
function run(series, recall, noise, random, { change = (value) => value, drift = 0 } = {}) {
  const whole = drift * normal(random);
  return series.map(({ marks, prompts, recall: own = recall, noise: ownNoise = noise }, s) => {
    const shift = whole + drift * normal(random) * (series.length > 1 ? 0.5 : 0);
    return prompts.map(({ tokens, seed }) => {
      const recalls = range(marks).map((i) =>
        clamp(change(own(tokens, (i + 1) / marks), tokens, { series: s, seed }) + shift),
      );
      return mean(NOISES[ownNoise].draw(recalls, random));
    });
  });
}

/** What the gate's core takes. */
const compared = (series, baselines, candidate) =>
  series.map(({ marks, prompts }, s) => ({
    series: String(s),
    cases: prompts.map(({ tokens }, i) => ({
      tokens,
      marks,
      baseline: baselines.map((scores) => [scores[s][i]]),
      candidate: [candidate[s][i]],
    })),
  }));

/** Verdicts of so many pairs of runs. */
function verdicts(name, series, recall, noise, options = {}, each = () => {}) {
  const random = seedrandom(name);
  const counts = { failed: 0, passed: 0, undecided: 0 };
  const { draws = DRAWS, runs = 1, drift, change, gate = {} } = options;
  for (let i = 0; i < draws; i++) {
    const before = range(runs).map(() => run(series, recall, noise, random, { drift }));
    const now = run(series, recall, noise, random, { drift, change });
    const result = judgeRegression(compared(series, before, now), {
      ...DEFAULT_REGRESSION,
      ...gate,
    });
    counts[result.verdict] += 1 / draws;
    each(result, before);
  }
  return counts;
}

const DESIGNS = {
  '32 × 1': grid(32, 1),
  '32 × 3': grid(32, 3),
  '3 × 3': grid(3, 3),
  '3 × 2': grid(3, 2),
  '16 × 2': grid(16, 2),
  '3 × 1': grid(3, 1),
  '1 × 5': grid(1, 5),
  '8 × 11, one mark': grid(8, 11, 1),
  '3 × 2, one mark': grid(3, 2, 1),
};
const ALARM_READERS = [
  'flat 0.90',
  'flat 0.95',
  'flat 0.98',
  'flat 0.995',
  'slope 0.98 to 0.60',
  'cliff 0.97 to 0.5 at 50K',
  'cliff 0.97 to 0.75 at 90K',
];
const MORE_READERS = {
  'floor 0.1': () => 0.1,
  'perfect, 0.5 at 128K': (tokens) => (tokens === 128_000 ? 0.5 : 1),
  'flat 0.5': () => 0.5,
};
const readerOf = (name) => readers[name] ?? MORE_READERS[name];
const ALARM_NOISES = [
  'independent',
  'ICC 0.05',
  'ICC 0.2',
  'ICC 0.5',
  'all or nothing',
  '15 % truncated',
  'moody',
];

function table(title, head, rows) {
  console.log(`\n### ${title}\n\n| ${head.join(' | ')} |\n|${head.map(() => '---|').join('')}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

const SECTIONS = {
  alarms() {
    const names = [...ALARM_READERS, ...Object.keys(MORE_READERS)];
    for (const [design, series] of Object.entries(DESIGNS)) {
      const oneMark = series.marks === 1;
      const noisesHere = oneMark ? ['independent'] : ALARM_NOISES;
      table(
        `False alarms (undecided), ${design}`,
        ['reader', ...noisesHere],
        names.map((name) => [
          name,
          ...noisesHere.map((noise) => {
            const seed = `alarms/${design}/${name}/${noise}`;
            const { failed, undecided } = verdicts(seed, [series], readerOf(name), noise);
            return `${percent(failed)} (${percent(undecided)})`;
          }),
        ]),
      );
    }
  },

  batteries() {
    const kinds = {
      '3 × 2': () => grid(3, 2),
      '3 × 1': () => grid(3, 1),
      '2 × 2, one mark': () => grid(2, 2, 1),
      mixed: (s) => [grid(3, 2), grid(3, 3, 1), grid(1, 5), grid(6, 1, 8)][s % 4],
    };
    for (const [kind, make] of Object.entries(kinds)) {
      const noisesHere = kind.includes('one mark')
        ? ['independent']
        : ['independent', 'ICC 0.2', 'all or nothing', '15 % truncated'];
      table(
        `False alarms (undecided), batteries of series of ${kind}`,
        ['series, reader', ...noisesHere],
        [1, 2, 6, 12, 30].flatMap((count) =>
          ['flat 0.90', 'flat 0.98'].map((name) => [
            `${count}, ${name}`,
            ...noisesHere.map((noise) => {
              const seed = `batteries/${kind}/${count}/${name}/${noise}`;
              const series = range(count).map(make);
              const { failed, undecided } = verdicts(seed, series, readerOf(name), noise);
              return `${percent(failed)} (${percent(undecided)})`;
            }),
          ]),
        ),
      );
    }
  },

  drift() {
    const designs = {
      '32 × 1': [grid(32, 1)],
      '3 × 3': [grid(3, 3)],
      '6 series of 3 × 2': range(6).map(() => grid(3, 2)),
      '30 series of 3 × 2': range(30).map(() => grid(3, 2)),
    };
    for (const runs of [3, 1, 2, 5]) {
      const failing = (design, name, drift, drop, draws) =>
        verdicts(
          `drift/${runs}/${design}/${name}/${drift}/${drop}`,
          designs[design],
          readerOf(name),
          'independent',
          { runs, drift, draws, change: (recall) => recall - drop },
        ).failed;
      table(
        `False alarms (drops of 0.05 found) under drift, ${runs} baseline runs`,
        ['design, reader', 'no drift', 'SD 0.01', 'SD 0.02', 'SD 0.04'],
        Object.keys(designs).flatMap((design) =>
          ['flat 0.90', 'flat 0.95', 'flat 0.995'].map((name) => [
            `${design}, ${name}`,
            ...[0, 0.01, 0.02, 0.04].map((drift) => {
              const found = failing(design, name, drift, 0.05, Math.ceil(DRAWS / 5));
              return `${percent(failing(design, name, drift, 0, DRAWS))} (${percent(found)})`;
            }),
          ]),
        ),
      );
    }
  },

  collapse() {
    const cases = [
      ['3 × 3, longest length', [grid(3, 3)], (tokens) => tokens === 128_000],
      ['3 × 3, shortest length', [grid(3, 3)], (tokens) => tokens === 32_000],
      ['32 × 1, longest quarter', [grid(32, 1)], (tokens) => tokens > 96_000],
      ['32 × 1, five longest', [grid(32, 1)], (tokens) => tokens > 108_000],
      ['32 × 1, one prompt', [grid(32, 1)], (tokens) => tokens === 128_000],
      ['16 × 2, longest length', [grid(16, 2)], (tokens) => tokens === 128_000],
      ['3 × 1, longest length', [grid(3, 1)], (tokens) => tokens === 128_000],
      ['6 of 3 × 2, one series', range(6).map(() => grid(3, 2)), (_, { series }) => series === 2],
      [
        '6 of 3 × 2, one length of one',
        range(6).map(() => grid(3, 2)),
        (tokens, { series }) => series === 2 && tokens === 128_000,
      ],
      [
        '6 of 3 × 1, longest length',
        range(6).map(() => grid(3, 1)),
        (tokens) => tokens === 128_000,
      ],
      ['8 × 11 one mark, longest length', [grid(8, 11, 1)], (tokens) => tokens === 128_000],
    ];
    const noisesHere = ['independent', 'ICC 0.05', 'ICC 0.2', 'ICC 0.5', 'all or nothing'];
    table(
      'Collapse to 0: failed / undecided / passed',
      ['where, reader', ...noisesHere],
      cases.flatMap(([where, series, falls]) =>
        ['perfect', 'flat 0.995', 'flat 0.95', 'flat 0.90'].map((name) => [
          `${where}, ${name}`,
          ...noisesHere.map((noise) => {
            const counts = verdicts(
              `collapse/${where}/${name}/${noise}`,
              series,
              readerOf(name) ?? (() => 1),
              noise,
              { change: (recall, tokens, prompt) => (falls(tokens, prompt) ? 0 : recall) },
            );
            return [counts.failed, counts.undecided, counts.passed].map(percent).join(' / ');
          }),
        ]),
      ),
    );
  },

  drops() {
    const cases = [
      ['32 × 1', [grid(32, 1)]],
      ['3 × 3', [grid(3, 3)]],
      ['6 series of 3 × 2', range(6).map(() => grid(3, 2))],
      ['30 series of 3 × 2', range(30).map(() => grid(3, 2))],
      ['6 series of 3 × 2, one mark', range(6).map(() => grid(3, 2, 1))],
    ];
    const drops = [
      ['0.03', 0.03, () => true],
      ['0.05', 0.05, () => true],
      ['0.1', 0.1, () => true],
      ['0.03 beyond 64K', 0.03, (tokens) => tokens > 64_000],
      ['0.05 beyond 64K', 0.05, (tokens) => tokens > 64_000],
      ['0.1 beyond 64K', 0.1, (tokens) => tokens > 64_000],
    ];
    for (const [reader, noise] of [
      ['flat 0.95', 'independent'],
      ['flat 0.90', 'independent'],
      ['flat 1', 'moody'],
      ['flat 0.95', 'ICC 0.2'],
    ]) {
      table(
        `Drops found, ${reader}, ${noise}`,
        ['design', ...drops.map(([name]) => name)],
        cases.map(([design, series]) => [
          design,
          ...drops.map(([name, drop, falls]) =>
            percent(
              verdicts(
                `drops/${design}/${reader}/${noise}/${name}`,
                series,
                readerOf(reader) ?? (() => 1),
                noise,
                { change: (recall, tokens) => recall - (falls(tokens) ? drop : 0) },
              ).failed,
            ),
          ),
        ]),
      );
    }
  },

  excludes() {
    const designs = Object.fromEntries(
      Object.entries(DESIGNS).filter(([name]) => name !== '16 × 2' && name !== '3 × 1'),
    );
    for (const drop of [0, 0.05, 0.1, 0.3]) {
      for (const [design, series] of Object.entries(designs)) {
        const noisesHere = series.marks === 1 ? ['independent'] : ALARM_NOISES;
        table(
          `X covers a drop of ${drop} (interval covers; median X − drop), ${design}`,
          ['reader', ...noisesHere],
          [
            'perfect',
            'flat 0.90',
            'flat 0.98',
            'flat 0.995',
            'slope 0.98 to 0.60',
            'cliff 0.97 to 0.5 at 50K',
          ].map((name) => [
            name,
            ...noisesHere.map((noise) => {
              let covered = 0;
              let within = 0;
              const excess = [];
              const recall = readerOf(name) ?? (() => 1);
              const change = (value) => clamp(value - drop);
              const { marks, prompts } = series;
              const expected = (of) =>
                mean(
                  prompts.map(({ tokens }) =>
                    mean(
                      NOISES[noise].expected(
                        range(marks).map((i) => of(recall(tokens, (i + 1) / marks))),
                      ),
                    ),
                  ),
                );
              const truth =
                noise === 'moody'
                  ? moodyMean(recall, prompts, (value) => value) -
                    moodyMean(recall, prompts, change)
                  : expected((value) => value) - expected(change);
              verdicts(
                `excludes/${design}/${name}/${noise}/${drop}`,
                [series],
                recall,
                noise,
                { change },
                ({ excludes, drop: { low, high } }) => {
                  if (excludes >= truth - 1e-9) covered++;
                  if (low <= truth + 1e-9 && high >= truth - 1e-9) within++;
                  excess.push(excludes - truth);
                },
              );
              excess.sort((a, b) => a - b);
              const middle = excess[excess.length >> 1];
              return `${percent(covered / DRAWS)} (${percent(within / DRAWS)}; ${middle.toFixed(3)})`;
            }),
          ]),
        );
      }
    }
  },

  power() {
    const designs = {
      '3 × 2': grid(3, 2),
      '1 × 5': grid(1, 5),
      '3 × 3': grid(3, 3),
      '32 × 1': grid(32, 1),
    };
    table(
      'Power for a drop: real / planned with the true recall and ICC / stated from a baseline (mean); share of baselines whose stated range holds the real one, give or take 5 points',
      ['design, reader', 'drop', 'independent', 'ICC 0.05', 'ICC 0.1', 'ICC 0.2'],
      Object.entries(designs).flatMap(([design, series]) =>
        ['flat 0.995', 'flat 0.95', 'flat 0.90'].flatMap((name) =>
          (series.prompts.length > 9 ? [0.05] : [0.05, 0.2]).map((drop) => [
            `${design}, ${name}`,
            drop,
            ...['independent', 'ICC 0.05', 'ICC 0.1', 'ICC 0.2'].map((noise) => {
              const question = { alpha: 0.05, maxDrop: 0.02, drop };
              const recall = readerOf(name);
              const baselines = [];
              const real = verdicts(
                `power/${design}/${name}/${noise}/${drop}`,
                [series],
                recall,
                noise,
                { change: (value) => value - drop },
                (_, before) => baselines.push(before),
              ).failed;
              const { marks, prompts } = series;
              const planned = regressionPower(
                prompts.map(({ tokens }) => {
                  return {
                    series: 0,
                    tokens,
                    marks,
                    recall: recall(tokens),
                    icc: noises[noise].icc,
                  };
                }),
                question,
                { evaluations: 400 },
              ).probability;
              const stated = baselines
                .slice(0, BASELINES)
                .map((before) =>
                  statedPower(compared([series], before, before[0]), question, { evaluations: 80 }),
                );
              const held = stated.map(({ low, high }) =>
                Number(low - 0.05 <= real && real <= high + 0.05),
              );
              const mid = mean(stated.map(({ probability }) => probability));
              return `${percent(real)} / ${percent(planned)} / ${percent(mid)}; ${percent(mean(held))}`;
            }),
          ]),
        ),
      ),
    );
  },

  self() {
    const kinds = {
      '6 series of 3 × 2': [6, () => grid(3, 2)],
      '6 series of 3 × 1': [6, () => grid(3, 1)],
      '6 series of one prompt': [6, () => grid(1, 1)],
      '6 series of 3 × 1, one mark': [6, () => grid(3, 1, 1)],
      '6 series of one prompt, one mark': [6, () => grid(1, 1, 1)],
      '30 series of one prompt, one mark': [30, () => grid(1, 1, 1)],
      '1 series of 3 × 1': [1, () => grid(3, 1)],
      '1 series of 32 × 1': [1, () => grid(32, 1)],
    };
    table(
      'A battery against itself: passed',
      ['battery', ...['perfect', 'flat 0.95', 'flat 0.5', 'floor 0.1']],
      Object.entries(kinds).map(([kind, [count, make]]) => [
        kind,
        ...['perfect', 'flat 0.95', 'flat 0.5', 'floor 0.1'].map((name) => {
          const random = seedrandom(`self/${kind}/${name}`);
          const series = range(count).map(make);
          const passed = range(Math.min(100, DRAWS)).map(() => {
            const scores = run(series, readerOf(name) ?? (() => 1), 'independent', random);
            const { verdict } = judgeRegression(compared(series, [scores], scores));
            return Number(verdict === 'passed');
          });
          return percent(mean(passed));
        }),
      ]),
    );
  },

  seeds() {
    const noisesHere = { independent: 0, 'ICC 0.05': 0.05, 'ICC 0.1': 0.1, 'ICC 0.2': 0.2 };
    const seedCounts = [2, 3, 4, 5, 6, 8, 10, 12, 16, 20];
    for (const drop of [0.05, 0.1]) {
      for (const lengths of [1, 2, 3, 4, 6]) {
        table(
          `Planned power for a drop of ${drop}, ${lengths} lengths × seeds, recall 0.95`,
          ['ICC', ...seedCounts],
          Object.entries(noisesHere).map(([noise, icc]) => [
            noise,
            ...seedCounts.map((seeds) =>
              percent(
                regressionPower(
                  grid(lengths, seeds).prompts.map(({ tokens }) => {
                    return { series: 0, tokens, marks: 32, recall: 0.95, icc };
                  }),
                  { alpha: 0.05, maxDrop: 0.02, drop },
                  { evaluations: DRAWS },
                ).probability,
              ),
            ),
          ]),
        );
      }
    }
  },

  time() {
    const random = seedrandom('time');
    const cases = {
      '3 × 3': [grid(3, 3)],
      '32 × 1': [grid(32, 1)],
      '30 series of 3 × 2': range(30).map(() => grid(3, 2)),
      '1 series of 32 × 104 (3,328 prompts)': [grid(32, 104)],
      '30 series of 32 × 10 (9,600 prompts)': range(30).map(() => grid(32, 10)),
    };
    table(
      'Time in milliseconds',
      ['grid', 'verdict', 'verdict, 3 baseline runs', 'power'],
      Object.entries(cases).map(([name, series]) => {
        const runs = range(4).map(() => run(series, readerOf('flat 0.95'), 'ICC 0.05', random));
        const took = (action) => {
          const start = performance.now();
          action();
          return Math.round(performance.now() - start);
        };
        const one = compared(series, [runs[0]], runs[3]);
        const three = compared(series, runs.slice(0, 3), runs[3]);
        return [
          name,
          took(() => judgeRegression(one)),
          took(() => judgeRegression(three)),
          took(() => statedPower(one, { alpha: 0.05, maxDrop: 0.02, drop: 0.05 })),
        ];
      }),
    );
  },
};

/** The recall of the moody reader, whose recall ends at 0. */
function moodyMean(recall, prompts, change) {
  const random = seedrandom('moody');
  const moods = range(4000).map(() => 0.1 * 2 * random() ** 0.5 * (random() < 0.75 ? 1 : 0));
  return mean(
    prompts.map(({ tokens }) => mean(moods.map((lost) => clamp(change(recall(tokens)) - lost)))),
  );
}

for (const [name, section] of Object.entries(SECTIONS)) {
  if (SECTION === undefined || SECTION === name) section();
}
