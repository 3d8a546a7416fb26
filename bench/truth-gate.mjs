/**
 * The gate's statistics against readers whose truth is known: false alarms, collapses, drops, the drop
 * that is excluded, stated power, batteries and drift between runs. Real code, seeded.
 *
 *   npm run build && node bench/truth-gate.mjs [draws] [section] [--brief]
 *
 * Prints Markdown tables. Sections: alarms, batteries, measures, drift, longest, collapse, drops, excludes, power, self,
 * seeds, new-config, time; all without one. `--brief` prints one table for a section, with the middle and
 * the worst of the readers. Readers and noises: readers.mjs.
 */
import { parseArgs } from 'node:util';
import seedrandom from 'seedrandom';
import { judgeRegression } from '../dist/measuring/statistics/regression/regression.js';
import {
  imaginedScore,
  regressionPower,
  statedPower,
} from '../dist/measuring/statistics/regression/regression-power.js';
import { noteTime, percent, printTable } from './markdown.mjs';
import { mean, models, noises } from './readers.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { brief: { type: 'boolean', default: false } },
});
const [DRAWS = 500, SECTION] = [positionals[0] && Number(positionals[0]), positionals[1]];

/** Baselines from which power is stated; each of them imagines many evaluations. */
const BASELINES = 40;

/** The defaults of the gate. */
const LIMITS = { alpha: 0.05, maxDrop: 0.02, confidence: 0.95 };

const range = (count) => Array.from({ length: count }, (_, i) => i);

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

/** The same in octaves up to 128K. */
const octaves = (lengths, seeds) => ({
  marks: 32,
  prompts: range(lengths).flatMap((octave) =>
    range(seeds).map((seed) => ({ tokens: 128_000 / 2 ** (lengths - 1 - octave), seed })),
  ),
});

/** A mean of 0.90 with a standard deviation of 0.07 from prompt to prompt, whatever the reader. */
const moody = {
  draw: (recalls, random) => {
    const lost = 0.1 * 2 * random() ** 0.5 * (random() < 0.75 ? 1 : 0);
    return recalls.map((recall) => Number(random() < recall - lost));
  },
  expected: (recalls) => recalls.map((recall) => recall - 0.1),
};
/** Some prompts lose all but two marks at most, whatever the reader. */
const COLLAPSED = 0.06;
const collapsing = {
  draw: (recalls, random) => {
    const kept = random() < COLLAPSED ? Math.floor(3 * random()) : undefined;
    return recalls.map((recall, i) => Number(kept === undefined ? random() < recall : i < kept));
  },
  expected: (recalls) =>
    recalls.map((recall, i) => recall * (1 - COLLAPSED) + COLLAPSED * ([2 / 3, 1 / 3][i] ?? 0)),
};
/** Beta-binomial marks. */
const betaBinomial = (icc) => ({
  draw: ([recall, ...more], random) => {
    const score = imaginedScore({ marks: more.length + 1, recall, icc }, random);
    return Array.from({ length: more.length + 1 }, () => score);
  },
  expected: (recalls) => recalls,
});
const NOISES = {
  ...noises,
  moody,
  '6 % collapsed': collapsing,
  'ICC 0.3': betaBinomial(0.3),
};

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
  const counts = { failed: 0, passed: 0, inconclusive: 0 };
  const { draws = DRAWS, runs = 1, drift, change, gate = {} } = options;
  for (let i = 0; i < draws; i++) {
    const before = range(runs).map(() => run(series, recall, noise, random, { drift }));
    const now = run(series, recall, noise, random, { drift, change });
    const result = judgeRegression(compared(series, before, now), {
      ...LIMITS,
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
const ALARM_MODELS = [
  'flat 0.90',
  'flat 0.95',
  'flat 0.98',
  'flat 0.995',
  'slope 0.98 to 0.60',
  'cliff 0.97 to 0.5 at 50K',
  'cliff 0.97 to 0.75 at 90K',
];
const MORE_MODELS = {
  'floor 0.1': () => 0.1,
  'perfect, 0.5 at 128K': (tokens) => (tokens === 128_000 ? 0.5 : 1),
  'flat 0.5': () => 0.5,
};
const modelOf = (name) => models[name] ?? MORE_MODELS[name];
const ALARM_NOISES = [
  'independent',
  'ICC 0.05',
  'ICC 0.2',
  'ICC 0.5',
  'all or nothing',
  '15 % truncated',
  'moody',
  '6 % collapsed',
];

function table(title, head, rows) {
  console.log(`\n### ${title}`);
  printTable(head, rows);
}

/** The middle one and the worst one, which is the largest. */
function middleAndWorst(shares) {
  const sorted = shares.toSorted((a, b) => a - b);
  return `${percent(sorted[sorted.length >> 1])}; ${percent(sorted.at(-1))}`;
}

/** Pairs of a key and what has it, in the order in which keys come up. */
function grouped(all, keyOf) {
  const keys = [...new Set(all.map(keyOf))];
  return keys.map((key) => [key, all.filter((one) => keyOf(one) === key)]);
}

const SECTIONS = {
  alarms() {
    const names = [...ALARM_MODELS, ...Object.keys(MORE_MODELS)];
    const alarms = (design, name, noise) =>
      verdicts(`alarms/${design}/${name}/${noise}`, [DESIGNS[design]], modelOf(name), noise);
    const noisesOf = (design) => (DESIGNS[design].marks === 1 ? ['independent'] : ALARM_NOISES);
    if (options.brief) {
      table(
        'False alarms: middle; worst reader',
        ['grid', ...ALARM_NOISES],
        Object.keys(DESIGNS).map((design) => [
          design,
          ...ALARM_NOISES.map((noise) =>
            noisesOf(design).includes(noise)
              ? middleAndWorst(names.map((name) => alarms(design, name, noise).failed))
              : '',
          ),
        ]),
      );
      return;
    }
    for (const design of Object.keys(DESIGNS)) {
      table(
        `False alarms (inconclusive), ${design}`,
        ['reader', ...noisesOf(design)],
        names.map((name) => [
          name,
          ...noisesOf(design).map((noise) => {
            const { failed, inconclusive } = alarms(design, name, noise);
            return `${percent(failed)} (${percent(inconclusive)})`;
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
    const noisesOf = (kind) =>
      kind.includes('one mark')
        ? ['independent']
        : ['independent', 'ICC 0.2', 'all or nothing', '15 % truncated'];
    const counts = [1, 2, 6, 12, 30];
    const names = ['flat 0.90', 'flat 0.98'];
    const alarms = (kind, count, name, noise) =>
      verdicts(
        `batteries/${kind}/${count}/${name}/${noise}`,
        range(count).map(kinds[kind]),
        modelOf(name),
        noise,
      );
    if (options.brief) {
      table(
        `False alarms of batteries, ${names.join(' and ')}: middle; worst`,
        ['series of', 'cells', ...counts.map((count) => `${count} series`)],
        Object.keys(kinds).map((kind) => [
          kind,
          counts.length * names.length * noisesOf(kind).length,
          ...counts.map((count) =>
            middleAndWorst(
              names.flatMap((name) =>
                noisesOf(kind).map((noise) => alarms(kind, count, name, noise).failed),
              ),
            ),
          ),
        ]),
      );
      return;
    }
    for (const kind of Object.keys(kinds)) {
      table(
        `False alarms (inconclusive), batteries of series of ${kind}`,
        ['series, reader', ...noisesOf(kind)],
        counts.flatMap((count) =>
          names.map((name) => [
            `${count}, ${name}`,
            ...noisesOf(kind).map((noise) => {
              const { failed, inconclusive } = alarms(kind, count, name, noise);
              return `${percent(failed)} (${percent(inconclusive)})`;
            }),
          ]),
        ),
      );
    }
  },

  /** Measures of the same answers, judged as src/measuring/verdicts/gate/gate.ts judges them: each with its part of the error. */
  measures() {
    const designs = { '3 × 4': grid(3, 4, 1), '5 × 6': grid(5, 6, 1), '3 × 11': grid(3, 11, 1) };
    const counts = [1, 3, 6];
    /** Pass or fail, or a share: by a draw that the measures of an answer have in common, or each its own. */
    const kinds = {
      'pass or fail, apart': (p, _, random) => Number(random() < p),
      'pass or fail, together': (p, common) => Number(common < p),
      'pass or fail, half together': (p, common, random) =>
        Number((random() < 0.5 ? common : random()) < p),
      shares: (p, common, random) => clamp(p + 0.3 * (common - 0.5) + 0.3 * (random() - 0.5)),
    };
    const failing = (design, kind, level, count, drop) => {
      const random = seedrandom(`measures/${design}/${kind}/${level}/${count}/${drop}`);
      const { prompts } = designs[design];
      const answers = (fall) =>
        prompts.map(() => {
          const common = random();
          return range(count).map((m) => kinds[kind](level - (m === 0 ? fall : 0), common, random));
        });
      let failed = 0;
      for (let i = 0; i < DRAWS; i++) {
        const [before, now] = [answers(0), answers(drop)];
        const fails = range(count).some((m) => {
          const cases = prompts.map(({ tokens }, j) => ({
            tokens,
            marks: 1,
            baseline: [[before[j][m]]],
            candidate: [[now[j][m]]],
          }));
          const limits = { ...LIMITS, alpha: LIMITS.alpha / count };
          return judgeRegression([{ series: 'one', cases }], limits).verdict === 'failed';
        });
        if (fails) failed++;
      }
      return failed / DRAWS;
    };
    const levels = [0.5, 0.9, 0.98];
    for (const [drop, what] of [
      [
        0,
        'False alarms by number of measures of a reader, levels 0.5, 0.9 and 0.98: middle; worst',
      ],
      [0.3, 'A drop of 0.3 in one of the measures is found: middle; worst'],
    ]) {
      const rows = Object.keys(designs).flatMap((design) =>
        Object.keys(kinds).map((kind) => [
          `${design}, ${kind}`,
          ...counts.map((count) => {
            const shares = levels.map((level) => failing(design, kind, level, count, drop));
            return drop === 0
              ? middleAndWorst(shares)
              : `${percent(shares.sort((a, b) => a - b)[1])}; ${percent(shares[0])}`;
          }),
        ]),
      );
      table(
        what,
        [
          'prompts, measures',
          ...counts.map((count) => (count === 1 ? '1 measure' : `${count} measures`)),
        ],
        rows,
      );
    }
  },

  drift() {
    const designs = {
      '32 × 1': [grid(32, 1)],
      '3 × 3': [grid(3, 3)],
      '6 series of 3 × 2': range(6).map(() => grid(3, 2)),
    };
    const drifts = options.brief ? [0, 0.02, 0.04] : [0, 0.01, 0.02, 0.04];
    const names = ['flat 0.90', 'flat 0.92', 'flat 0.95', 'flat 0.995'];
    const failing = (runs, design, name, drift, drop, draws) =>
      verdicts(
        `drift/${runs}/${design}/${name}/${drift}/${drop}`,
        designs[design],
        modelOf(name),
        'independent',
        { runs, drift, draws, change: (recall) => recall - drop },
      ).failed;
    table(
      'False alarms (drops of 0.05 found) when whole runs shift by so much (standard deviation)',
      ['baseline runs', 'design, reader', ...drifts.map((drift) => `${drift}`)],
      [1, 2, 3, 8].flatMap((runs) =>
        Object.keys(designs).flatMap((design) =>
          names.map((name) => [
            runs,
            `${design}, ${name}`,
            ...drifts.map((drift) => {
              const [alarms, found] = [0, 0.05].map((drop) =>
                percent(failing(runs, design, name, drift, drop, DRAWS)),
              );
              return `${alarms} (${found})`;
            }),
          ]),
        ),
      ),
    );
  },

  longest() {
    const here = ['independent', 'ICC 0.1', 'moody', 'ICC 0.3', '6 % collapsed', 'all or nothing'];
    const left = [1, 0.7, 0.5, 0.3, 0];
    const designs = { '3 × 3': grid(3, 3), '6 × 3': octaves(6, 3) };
    const moods = (change) => moodyMean(() => 1, [{ tokens: 128_000 }], change);
    const all = Object.entries(designs).flatMap(([design, series]) =>
      left.flatMap((share) =>
        here.map((noise) => {
          const recall = noise === 'moody' ? 1 : 0.95;
          const change = (value, tokens) => (tokens === 128_000 ? value * share : value);
          const expected = (value) => mean(NOISES[noise].expected(range(32).map(() => value)));
          const truth =
            noise === 'moody'
              ? moods((value) => value) - moods((value) => value * share)
              : expected(recall) - expected(recall * share);
          const held = { all: 0, passed: 0 };
          const bounds = [];
          const counts = verdicts(
            `longest/${design}/${share}/${noise}`,
            [series],
            () => recall,
            noise,
            { change },
            ({ verdict, longest }) => {
              bounds.push(longest.excludes);
              if (longest.excludes < truth - 1e-9) return;
              held.all++;
              if (verdict === 'passed') held.passed++;
            },
          );
          const passes = Math.round(counts.passed * DRAWS);
          return { row: `${design}, × ${share}`, counts, held, passes, bounds };
        }),
      ),
    );
    const rowsOf = (cell) =>
      grouped(all, ({ row }) => row).map(([row, cells]) => [row, ...cells.map(cell)]);
    table(
      'What is left of 0.95 (moody: 0.90) at the longest length: failed / inconclusive / passed',
      ['grid, left at 128K', ...here],
      rowsOf(({ counts: { failed, inconclusive, passed } }) =>
        [failed, inconclusive, passed].map(percent).join(' / '),
      ),
    );
    table(
      'The bound there is true, in all runs; in those that passed (of fewer than 20, –); median bound',
      ['grid, left at 128K', ...here],
      rowsOf(({ held, passes, bounds }) => {
        const middle = bounds.toSorted((a, b) => a - b)[bounds.length >> 1].toFixed(2);
        const ofPassed = passes < 20 ? '–' : percent(held.passed / passes);
        return `${percent(held.all / DRAWS)}; ${ofPassed}; ${middle}`;
      }),
    );
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
    const noisesHere = options.brief
      ? ['independent', 'ICC 0.2', 'ICC 0.5', 'all or nothing']
      : ['independent', 'ICC 0.05', 'ICC 0.2', 'ICC 0.5', 'all or nothing'];
    const names = ['perfect', 'flat 0.995', 'flat 0.95', 'flat 0.90'];
    table(
      'Collapse to 0: failed / inconclusive / passed',
      ['where, reader', ...noisesHere],
      cases.flatMap(([where, series, falls]) =>
        (options.brief ? ['flat 0.995', 'flat 0.90'] : names).map((name) => [
          `${where}, ${name}`,
          ...noisesHere.map((noise) => {
            const counts = verdicts(
              `collapse/${where}/${name}/${noise}`,
              series,
              modelOf(name) ?? (() => 1),
              noise,
              { change: (recall, tokens, prompt) => (falls(tokens, prompt) ? 0 : recall) },
            );
            return [counts.failed, counts.inconclusive, counts.passed].map(percent).join(' / ');
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
    const askedOf = [
      ['flat 0.95', 'independent'],
      ['flat 0.90', 'independent'],
      ['flat 1', 'moody'],
      ['flat 0.95', 'ICC 0.2'],
    ];
    table(
      'Drops found',
      ['design, reader', ...drops.map(([name]) => name)],
      askedOf.flatMap(([model, noise]) =>
        cases.map(([design, series]) => [
          `${design}, ${noise === 'moody' ? noise : `${model}, ${noise}`}`,
          ...drops.map(([name, drop, falls]) =>
            percent(
              verdicts(
                `drops/${design}/${model}/${noise}/${name}`,
                series,
                modelOf(model) ?? (() => 1),
                noise,
                { change: (recall, tokens) => recall - (falls(tokens) ? drop : 0) },
              ).failed,
            ),
          ),
        ]),
      ),
    );
  },

  excludes() {
    const designs = Object.fromEntries(
      Object.entries(DESIGNS).filter(([name]) => name !== '16 × 2' && name !== '3 × 1'),
    );
    const drops = [0, 0.05, 0.1, 0.3];
    const names = [
      'perfect',
      'flat 0.90',
      'flat 0.98',
      'flat 0.995',
      'slope 0.98 to 0.60',
      'cliff 0.97 to 0.5 at 50K',
    ];
    const noisesOf = (design) => (DESIGNS[design].marks === 1 ? ['independent'] : ALARM_NOISES);
    if (options.brief) {
      table(
        `X is no smaller than the true drop (of ${drops.join(', ')}); by how much it is larger, median`,
        ['grid', ...ALARM_NOISES],
        Object.keys(designs).map((design) => [
          design,
          ...ALARM_NOISES.map((noise) => {
            if (!noisesOf(design).includes(noise)) return '';
            const all = drops.flatMap((drop) =>
              names.map((name) => excluded(design, name, noise, drop)),
            );
            const excess = all.flatMap((one) => one.excess).sort((a, b) => a - b);
            const held = mean(all.map(({ held }) => held));
            return `${percent(held)}; ${excess[excess.length >> 1].toFixed(2)}`;
          }),
        ]),
      );
      return;
    }
    for (const drop of drops) {
      for (const design of Object.keys(designs)) {
        table(
          `X covers a drop of ${drop} (interval covers; median X − drop), ${design}`,
          ['reader', ...noisesOf(design)],
          names.map((name) => [
            name,
            ...noisesOf(design).map((noise) => {
              const { held, within, excess } = excluded(design, name, noise, drop);
              const middle = excess[excess.length >> 1];
              return `${percent(held)} (${percent(within)}; ${middle.toFixed(3)})`;
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
    const noisesHere = ['independent', 'ICC 0.05', 'ICC 0.1', 'ICC 0.2', 'moody'];
    const all = Object.entries(designs).flatMap(([design, series]) =>
      ['flat 0.995', 'flat 0.95', 'flat 0.90'].flatMap((name) =>
        (series.prompts.length > 9 ? [0.05] : [0.05, 0.2]).flatMap((drop) =>
          noisesHere.map((noise) => ({
            design,
            row: `${design}, ${name}, ${drop}`,
            ...powerOf(`${design}/${name}`, series, modelOf(name), noise, drop),
          })),
        ),
      ),
    );
    table(
      'Power for a drop: real; planned with the true recall and ICC; stated from a baseline (mean); unknown from it',
      ['design, reader, drop', ...noisesHere],
      grouped(all, ({ row }) => row).map(([row, cells]) => [
        row,
        ...cells.map(({ real, planned, stated, unknown }) => {
          const said = Number.isNaN(stated) ? '–' : percent(stated);
          return `${percent(real)}; ${percent(planned)}; ${said}; ${percent(unknown)}`;
        }),
      ]),
    );
    const points = (share) => (100 * share).toFixed(1);
    table(
      'In all cells of a design, in points',
      [
        'design',
        'planned less real: mean',
        'typical (root mean square)',
        'stated within 5 points',
        'range of a baseline holds the real one, give or take 5 points',
      ],
      grouped(all, ({ design }) => design).map(([design, cells]) => {
        const off = cells.map(({ planned, real }) => planned - real);
        const near = cells.filter(({ stated, real }) => Math.abs(stated - real) <= 0.05);
        return [
          design,
          points(mean(off)),
          points(Math.sqrt(mean(off.map((one) => one ** 2)))),
          `${near.length} of ${cells.length}`,
          percent(mean(cells.map(({ held }) => held))),
        ];
      }),
    );
  },

  'new-config': () => {
    const grids = {
      'what `init` writes: 4K to 64K in octaves, 8 seeds': [4, 8, 16, 32, 64].flatMap((k) =>
        range(8).map(() => 1000 * k),
      ),
      '4K to 32K in octaves, and 128K, 5 seeds': [4, 8, 16, 32, 128].flatMap((k) =>
        range(5).map(() => 1000 * k),
      ),
    };
    table(
      'How often a gate finds an even drop, planned',
      ['grid', 'recall', 'drop', 'ICC 0', 'ICC 0.05', 'ICC 0.1'],
      Object.entries(grids).flatMap(([name, lengths]) =>
        [
          [0.95, 0.05],
          [0.9, 0.05],
          [0.95, 0.03],
        ].map(([recall, drop]) => [
          name,
          recall,
          drop,
          ...[0, 0.05, 0.1].map((icc) => {
            const prompts = lengths.map((tokens) => {
              return { series: 0, tokens, marks: 32, recall, icc };
            });
            const question = { alpha: 0.05, maxDrop: 0.02, drop };
            return percent(regressionPower(prompts, question, { evaluations: DRAWS }).probability);
          }),
        ]),
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
            const scores = run(series, modelOf(name) ?? (() => 1), 'independent', random);
            const { verdict } = judgeRegression(compared(series, [scores], scores), LIMITS);
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
        const runs = range(4).map(() => run(series, modelOf('flat 0.95'), 'ICC 0.05', random));
        const took = (action) => {
          const start = performance.now();
          action();
          return Math.round(performance.now() - start);
        };
        const one = compared(series, [runs[0]], runs[3]);
        const three = compared(series, runs.slice(0, 3), runs[3]);
        return [
          name,
          took(() => judgeRegression(one, LIMITS)),
          took(() => judgeRegression(three, LIMITS)),
          took(() => statedPower(one, { alpha: 0.05, maxDrop: 0.02, drop: 0.05 })),
        ];
      }),
    );
  },
};

/** Of the drop that is excluded: how often it is no smaller than the true one, and by how much it is larger. */
function excluded(design, name, noise, drop) {
  let covered = 0;
  let within = 0;
  const excess = [];
  const recall = modelOf(name) ?? (() => 1);
  const change = (value) => clamp(value - drop);
  const { marks, prompts } = DESIGNS[design];
  const expected = (of) =>
    mean(
      prompts.map(({ tokens }) =>
        mean(NOISES[noise].expected(range(marks).map((i) => of(recall(tokens, (i + 1) / marks))))),
      ),
    );
  const truth =
    noise === 'moody'
      ? moodyMean(recall, prompts, (value) => value) - moodyMean(recall, prompts, change)
      : expected((value) => value) - expected(change);
  verdicts(
    `excludes/${design}/${name}/${noise}/${drop}`,
    [DESIGNS[design]],
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
  return { held: covered / DRAWS, within: within / DRAWS, excess };
}

/** How often a drop is found, how often by a plan that knows the reader, and what baselines state. */
function powerOf(key, series, recall, noise, drop) {
  const question = { alpha: 0.05, maxDrop: 0.02, drop };
  const baselines = [];
  const { failed: real } = verdicts(
    `power/${key}/${noise}/${drop}`,
    [series],
    recall,
    noise,
    { change: (value) => value - drop },
    (_, before) => baselines.push(before),
  );
  const { marks, prompts } = series;
  // The moody reader's prompts have a standard deviation of 0.07 around 0.9 of its recall.
  const [icc, top] = noise === 'moody' ? [0.07 ** 2 / 0.09, 0.9] : [noises[noise].icc, 1];
  const known = prompts.map(({ tokens }) => {
    return { series: 0, tokens, marks, recall: top * recall(tokens), icc };
  });
  const { probability: planned } = regressionPower(known, question, { evaluations: 400 });
  const all = baselines
    .slice(0, BASELINES)
    .map((before) =>
      statedPower(compared([series], before, before[0]), question, { evaluations: 80 }),
    );
  const holds = ({ low, high }) => Number(low - 0.05 <= real && real <= high + 0.05);
  return {
    real,
    planned,
    stated: mean(all.flatMap(({ probability }) => probability ?? [])),
    unknown: mean(all.map(({ probability }) => Number(probability === undefined))),
    held: mean(all.map(holds)),
  };
}

/** The recall of the moody reader, whose recall ends at 0. */
function moodyMean(recall, prompts, change) {
  const random = seedrandom('moody');
  const moods = range(4000).map(() => 0.1 * 2 * random() ** 0.5 * (random() < 0.75 ? 1 : 0));
  return mean(
    prompts.map(({ tokens }) => mean(moods.map((lost) => clamp(change(recall(tokens)) - lost)))),
  );
}

for (const [name, section] of Object.entries(SECTIONS)) {
  if (SECTION !== undefined && SECTION !== name) continue;
  const start = performance.now();
  section();
  noteTime(name, start);
}
