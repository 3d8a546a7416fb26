/**
 * Are the numbers that people decide by true? Readers whose truth is known (bench/readers.mjs) are asked
 * grids, and what src/measuring/statistics says of them is held against the truth. Prints Markdown tables. What is said
 * of length has a bench of its own: bench/truth-length.mjs.
 *
 *   npm run build && node bench/truth.mjs [draws] [section …] [--data <folder>]
 *
 * Sections: estimates, weak, relative, ruler, data-sets, recall, widths, grids, marks, positions, composites, differences,
 * rise. `ruler`, `data-sets`, `widths` and `grids` need the folder with `published/ruler.csv`,
 * `effective-length/data-sets.jsonl` and `counting-stars/figures-marks.json` (or the variable TRUTH_DATA). A part of a section: `--designs "32 × 1,3 × 3"`, `--noises …`. `--brief` has one line for each
 * design and noise: the middle reader, and the worst one with its name.
 */
import { parseArgs } from 'node:util';
import seedrandom from 'seedrandom';
import { effectiveLength } from '../dist/measuring/statistics/curve/effective-length-of.js';
import { recallBand, recallOfLengths } from '../dist/measuring/statistics/curve/recall-band.js';
import { recallCurve } from '../dist/measuring/statistics/curve/recall-curve.js';
import { clearestRise } from '../dist/measuring/statistics/curve/rise.js';
import { pairedDifference } from '../dist/measuring/statistics/differences.js';
import { weightedSum } from '../dist/measuring/statistics/interval.js';
import { middleDip, tailLoss } from '../dist/measuring/statistics/positions.js';
import * as intervals from '../dist/measuring/statistics/recall-interval.js';
import { lengthText as length, noteTime, percent, printRows, printTable } from './markdown.mjs';
import {
  ask,
  crossing,
  dataSets,
  designs,
  mean,
  models,
  noises,
  realGrids,
  risingModels,
  rulerModels,
  truth,
} from './readers.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    brief: { type: 'boolean', default: false },
    data: { type: 'string', default: process.env.TRUTH_DATA },
    designs: { type: 'string' },
    noises: { type: 'string' },
  },
});
const [first, ...rest] = positionals;
const isNumber = /^\d+$/.test(first ?? '');
const DRAWS = isNumber ? Number(first) : 500;
const asked = isNumber || first === undefined ? rest : [first, ...rest];

const { recallInterval } = intervals;
/** What knows no usable answers is asked for all of them. */
const usableRecall = intervals.usableRecall ?? recallInterval;
const isUsable = ({ marks }) => marks.length < 8 || mean(marks) > 0.2;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const covers = ({ low, high }, value) => low <= value + 1e-9 && value - 1e-9 <= high;
const chosen = (names, text) => (text ? text.split(',') : names);
const chosenNoises = (names) => chosen(names ?? Object.keys(noises), options.noises);
const chosenDesigns = (names) => chosen(names, options.designs);
const flat = Object.keys(models).filter((name) => name.startsWith('flat'));

/** Columns of shares of which the smallest is the worst, and of which the largest is. */
const COVERS = ['covers', 'usable', 'all', 'one length', 'dip covered', 'loss covered'];
const FALSE_CLAIMS = ['low too high', 'false dip', 'false loss'];

let finish = () => {};

/** A table; with `--brief`, of its settings (design and noise) with the middle and the worst reader of each. */
function table(...columns) {
  const model = columns.findIndex((name) => name === 'reader' || name === 'readers');
  if (!options.brief || model < 0) return printRows(...columns);
  const judged = columns.flatMap((name, i) =>
    COVERS.includes(name) || FALSE_CLAIMS.includes(name) ? [i] : [],
  );
  const rows = [];
  finish = () => {
    const row = printRows(
      ...columns.slice(0, model),
      'readers',
      ...judged.map((i) => `${columns[i]}: middle; worst`),
    );
    const settingOf = (cells) => cells.slice(0, model).join(' | ');
    for (const setting of new Set(rows.map(settingOf))) {
      const own = rows.filter((cells) => settingOf(cells) === setting);
      const cells = judged.map((i) => {
        const sorted = own
          .filter((cells) => cells[i] !== '')
          .sort((a, b) => Number.parseFloat(a[i]) - Number.parseFloat(b[i]));
        if (sorted.length === 0) return '';
        const worst = sorted.at(FALSE_CLAIMS.includes(columns[i]) ? -1 : 0);
        const middle = sorted[sorted.length >> 1];
        return worst[i] === middle[i] ? worst[i] : `${middle[i]}; ${worst[i]} (${worst[model]})`;
      });
      row(setting, own.length, ...cells);
    }
    finish = () => {};
  };
  return (...cells) => rows.push(cells);
}

/** So many grids of a reader, each from a seed of its own. */
function* grids(model, noiseName, designName, name) {
  for (let draw = 0; draw < DRAWS; draw++) {
    const random = seedrandom(`${name}/${noiseName}/${designName}/${draw}`);
    yield ask(model, noises[noiseName], designs[designName], random);
  }
}

/** Recall in usable answers, of many more prompts than are asked. */
function usableTruth(model, noiseName, designName) {
  const random = seedrandom.alea(`truth/${noiseName}/${designName}`);
  const rounds = Math.ceil(20_000 / designs[designName].length);
  const usable = Array.from({ length: rounds }, () =>
    ask(model, noises[noiseName], designs[designName], random).filter(isUsable),
  ).flat();
  return mean(usable.map(({ marks }) => mean(marks)));
}

/** How intervals of effective length do against one truth. */
function judge(intervals, known) {
  return {
    cover: mean(intervals.map((interval) => Number(covers(interval, known)))),
    tooHigh: mean(intervals.map(({ low }) => Number(low > known + 1e-9))),
    estimate: median(intervals.map(({ value }) => value)),
    widths: intervals
      .filter(({ low, high }) => low > 0 && high < Infinity)
      .map(({ low, high }) => high / low),
  };
}

/** Recalls of steady readers. */
const STEADY = [0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98, 0.995];

const sections = {
  /** The estimate itself, without cut-off answers: the least and the largest of the medians of all noises. */
  estimates: () => {
    const columns = chosenDesigns(['3 × 3', 'octaves × 3', 'depths 8 × 11', '32 × 1']);
    const noisesHere = chosenNoises(['independent', 'ICC 0.1', 'ICC 0.2']);
    const rows = Object.entries(models).map(([name, model]) => {
      const medians = columns.map((design) =>
        noisesHere
          .map((noise) =>
            median([...grids(model, noise, design, name)].map((g) => effectiveLength(g).value)),
          )
          .sort((a, b) => a - b),
      );
      const cells = medians.map((own) => {
        const [least, most] = [own[0], own.at(-1)].map(length);
        return least === most ? least : `${least} to ${most}`;
      });
      const at = truth(model, noises.independent, designs['32 × 1']);
      return [name, length(crossing(at, designs['32 × 1'])), ...cells];
    });
    printTable(['reader', 'truth', ...columns], rows);
  },

  /**
   * The curve at the shortest length of readers that find nothing; medians of the curves of readers that find
   * the same at every length, beside the intervals of the lengths.
   */
  weak: () => {
    const row = printRows('design', 'finds nothing: the curve at its shortest length', 'steady');
    for (const design of chosenDesigns(["init's 5 × 8", 'octaves × 3', '32 × 1', '3 × 3'])) {
      const curveOf = (recall) => {
        const prompts = designs[design].map(({ tokens, positions }) => ({
          tokens,
          marks: positions.map((_, i) => Number(i < Math.round(recall * positions.length))),
        }));
        const curve = recallCurve(prompts);
        return { band: recallBand(curve), own: recallOfLengths(prompts) };
      };
      const apart = STEADY.filter((recall) => {
        const { band, own } = curveOf(recall);
        const medians = new Map(band.map((point) => [point.tokens, point.recall.value]));
        return own.some((point) => !covers(point.recall, medians.get(point.tokens)));
      });
      const { value, low, high } = curveOf(0).band[0].recall;
      row(
        design,
        `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
        apart.length === 0 ? `within at all ${STEADY.length}` : `not within at ${apart.join(', ')}`,
      );
    }
  },

  relative: () => {
    const row = table(
      'design',
      'noise',
      'reader',
      'base score',
      'truth',
      'covers',
      'low too high',
      'median',
    );
    for (const design of chosenDesigns(['octaves × 3', '32 × 1'])) {
      for (const noise of chosenNoises(['independent', 'ICC 0.2', '6 % collapsed'])) {
        for (const name of [
          'flat 0.70',
          'flat 0.92',
          'slope 0.98 to 0.60',
          'gentle 0.93 to 0.80',
          'cliff 0.97 to 0.5 at 50K',
          'cliff 0.97 to 0.75 at 90K',
          'logistic at 24K',
        ]) {
          const model = models[name] ?? (() => 0.7);
          const at = truth(model, noises[noise], designs[design]);
          const relativeTo = [4000, 8000];
          const base = mean(relativeTo.map(at));
          const known = crossing(at, designs[design], 0.85 * base);
          const all = [...grids(model, noise, design, name)].map((grid) =>
            effectiveLength(grid, { relativeTo }),
          );
          const { cover, tooHigh, estimate } = judge(all, known);
          row(
            design,
            noise,
            name,
            base.toFixed(3),
            length(known),
            percent(cover),
            percent(tooHigh),
            length(estimate),
          );
        }
      }
    }
  },

  ruler: () => {
    const row = table(
      'design',
      'noise',
      'covers',
      'low too high',
      'least cover of a curve',
      'median high/low',
      'bounded',
    );
    for (const design of chosenDesigns(['32 × 1', 'octaves × 3'])) {
      for (const noise of chosenNoises(['independent', 'ICC 0.1'])) {
        const judged = Object.entries(rulerModels(options.data)).map(([name, model]) => {
          const known = crossing(model, designs[design]);
          const all = [...grids(model, noise, design, name)].map((grid) => effectiveLength(grid));
          return { name, ...judge(all, known) };
        });
        const widths = judged.flatMap((one) => one.widths);
        const least = judged.reduce((a, b) => (b.cover < a.cover ? b : a));
        row(
          design,
          noise,
          percent(mean(judged.map(({ cover }) => cover))),
          percent(mean(judged.map(({ tooHigh }) => tooHigh))),
          `${percent(least.cover)} (${least.name})`,
          median(widths).toFixed(2),
          `${widths.length} of ${judged.length * DRAWS}`,
        );
      }
    }
  },

  'data-sets': () => {
    const row = table(
      'design',
      'ICC',
      'cover',
      'low too high',
      'median high/low',
      'bounded',
      'narrower than psignifit',
    );
    for (const sets of Object.values(groupBySetting(dataSets(options.data)))) {
      const judged = sets.map(({ prompts, threshold, truth: known, psignifit }) => {
        const interval = effectiveLength(prompts, { threshold });
        // psignifit's range is 2K to 512K.
        const width = Math.min(interval.high, 512_000) / Math.max(interval.low, 2000);
        return {
          ...judge([interval], known),
          narrower: psignifit && width < psignifit.high / psignifit.low,
        };
      });
      const compared = judged.filter(({ narrower }) => typeof narrower === 'boolean');
      const widths = judged.flatMap((one) => one.widths);
      row(
        sets[0].design,
        sets[0].icc,
        `${judged.filter(({ cover }) => cover).length} of ${judged.length}`,
        judged.filter(({ tooHigh }) => tooHigh).length,
        median(widths).toFixed(2),
        widths.length,
        compared.length
          ? `${compared.filter(({ narrower }) => narrower).length} of ${compared.length}`
          : '',
      );
    }
  },

  /** Recall in usable answers, in all of them, and in all of one length: how often intervals hold it, and their widths. */
  recall: () => {
    const row = table(
      'design',
      'noise',
      'reader',
      'usable',
      'mean width',
      'all',
      'mean width',
      'one length',
      'mean width',
    );
    for (const design of chosenDesigns(['32 × 1', 'octaves × 3', '3 × 3', 'depths 8 × 11'])) {
      for (const noise of chosenNoises()) {
        for (const [name, model] of Object.entries(models)) {
          const at = truth(model, noises[noise], designs[design]);
          const known = mean(designs[design].map(({ tokens }) => at(tokens)));
          const lengths = [...new Set(designs[design].map(({ tokens }) => tokens))];
          const knownUsable = usableTruth(model, noise, design);
          const [usable, all, single] = [[], [], []];
          const judged = (interval, is) => ({
            covered: covers(interval, is),
            width: interval.high - interval.low,
          });
          for (const grid of grids(model, noise, design, name)) {
            usable.push(judged(usableRecall(grid), knownUsable));
            all.push(judged(recallInterval(grid), known));
            for (const tokens of [lengths[0], lengths[lengths.length >> 1], lengths.at(-1)]) {
              const own = grid.filter((prompt) => prompt.tokens === tokens);
              single.push(judged(recallInterval(own, 0.95, grid), at(tokens)));
            }
          }
          const cells = [usable, all, single].flatMap((own) => [
            percent(mean(own.map(({ covered }) => Number(covered)))),
            mean(own.map(({ width }) => width)).toFixed(3),
          ]);
          row(design, noise, name, ...cells);
        }
      }
    }
  },

  /**
   * What the intervals of steady readers and of published curves come to. The curves are those of which no data set was drawn
   * when the statistics were tuned; ends that are open count as 2K and 256K.
   */
  widths: () => {
    const row = printRows('figure', 'design', 'noise', 'width', 'covers');
    for (const design of ['32 × 1', '3 × 3', 'octaves × 3']) {
      for (const noise of ['independent', 'ICC 0.1']) {
        const model = () => 0.93;
        const known = usableTruth(model, noise, design);
        const all = [...grids(model, noise, design, 'widths')].map((grid) => usableRecall(grid));
        row(
          'recall in usable answers, flat 0.93',
          design,
          noise,
          mean(all.map(({ low, high }) => high - low)).toFixed(3),
          percent(mean(all.map((one) => Number(covers(one, known))))),
        );
      }
    }
    const tuned = new Set(dataSets(options.data).map(({ curve }) => curve));
    const curves = Object.entries(rulerModels(options.data)).filter(([name]) => !tuned.has(name));
    for (const design of ['32 × 1', 'octaves × 3']) {
      for (const noise of ['independent', 'ICC 0.1']) {
        const all = curves.flatMap(([name, model]) => {
          const known = crossing(model, designs[design]);
          return [...grids(model, noise, design, `widths ${name}`)].map((grid) => {
            const { low, high } = effectiveLength(grid);
            const width = Math.min(high, 256_000) / Math.max(low, 2000);
            return { width, covered: covers({ low, high }, known) };
          });
        });
        row(
          `effective length, ${curves.length} RULER curves: median high/low`,
          design,
          noise,
          median(all.map(({ width }) => width)).toFixed(1),
          percent(mean(all.map(({ covered }) => Number(covered)))),
        );
      }
    }
  },

  /** Prompts drawn from 22 grids of real models; the prior was chosen by the first of each pair, without the others. */
  grids: () => {
    const row = printRows('grids', 'prompts', 'usable', 'mean width', 'all', 'mean width');
    const real = realGrids(options.data);
    const halves = {
      seen: real.filter((_, i) => i % 4 < 2),
      unseen: real.filter((_, i) => i % 4 > 1),
    };
    for (const [half, own] of Object.entries(halves)) {
      for (const count of [9, 12, 18, 32]) {
        const all = own.flatMap(({ name, prompts }) =>
          Array.from({ length: DRAWS }, (_, draw) => {
            const random = seedrandom(`${name}/${count}/${draw}`);
            const grid = Array.from({ length: count }, () => {
              return prompts[Math.floor(random() * prompts.length)];
            }).sort((a, b) => a.tokens - b.tokens);
            const [usable, whole] = [usableRecall(grid), recallInterval(grid)];
            const recallOf = (some) => mean(some.map(({ marks }) => mean(marks)));
            return {
              usable: covers(usable, recallOf(prompts.filter(isUsable))),
              width: usable.high - usable.low,
              all: covers(whole, recallOf(prompts)),
              wholeWidth: whole.high - whole.low,
            };
          }),
        );
        row(
          half,
          count,
          percent(mean(all.map((one) => Number(one.usable)))),
          mean(all.map(({ width }) => width)).toFixed(3),
          percent(mean(all.map((one) => Number(one.all)))),
          mean(all.map(({ wholeWidth }) => wholeWidth)).toFixed(3),
        );
      }
    }
  },

  /** Pairs of grids that differ in one mark: how often a low end is lower with it, and by how much at most. */
  marks: () => {
    const row = printRows('design', 'pairs', 'usable', 'all', 'length');
    for (const design of chosenDesigns(['3 × 3', 'octaves × 3', '32 × 1'])) {
      const falls = [];
      for (const noise of chosenNoises(['independent', 'ICC 0.1', 'ICC 0.2', '6 % collapsed'])) {
        for (const [name, model] of Object.entries(models)) {
          for (const before of grids(model, noise, design, `marks ${name}`)) {
            const random = seedrandom(`${name}/${noise}/${design}/${falls.length}`);
            const lost = before.filter(({ marks }) => marks.includes(0));
            if (lost.length === 0) continue;
            const changed = lost[Math.floor(random() * lost.length)];
            const marks = changed.marks.with(changed.marks.indexOf(0), 1);
            const after = before.map((one) => (one === changed ? { ...one, marks } : one));
            const fall = (of) => of(before).low - of(after).low;
            falls.push([fall(usableRecall), fall(recallInterval), fall(effectiveLength) || 0]);
          }
        }
      }
      const cells = [0.01, 0.01, 0].map((least, i) => {
        const own = falls.filter((fall) => fall[i] > least + 1e-9);
        const most = Math.max(0, ...falls.map((fall) => fall[i]));
        const worst = i < 2 ? `, at most ${most.toFixed(3)}` : '';
        return `${percent(own.length / falls.length, 1)}${i < 2 ? ' by more than 0.01' : ''}${worst}`;
      });
      row(design, falls.length, ...cells);
    }
  },

  positions: () => {
    const row = table(
      'design',
      'noise',
      'reader',
      'dip',
      'dip covered',
      'false dip',
      'dip found',
      'mean width',
      'loss',
      'loss covered',
      'false loss',
      'loss found',
    );
    for (const design of chosenDesigns([
      '32 × 1',
      'octaves × 3',
      '3 × 3',
      'depths 8 × 11',
      'depths 15 × 15',
    ])) {
      for (const noise of chosenNoises()) {
        for (const name of [
          'flat 0.90',
          'flat 0.97',
          'flat 0.995',
          'U 1.0 to 0.85',
          'cliff 0.97 to 0.5 at 50K',
        ]) {
          const model = models[name];
          const dips = [];
          const losses = [];
          for (const grid of grids(model, noise, design, name)) {
            dips.push(middleDip(grid));
            losses.push(tailLoss(grid));
          }
          const exact = exactPositions(model, noises[noise], designs[design]);
          const cells = [
            [dips, exact.dip],
            [losses, exact.loss],
          ].map(([all, known]) => {
            const said = percent(mean(all.map(({ low }) => Number(low > 0))));
            return [
              known.toFixed(3),
              percent(mean(all.map((interval) => Number(covers(interval, known))))),
              ...(known > 1e-9 ? ['', said] : [said, '']),
            ];
          });
          const width = mean(dips.map(({ low, high }) => high - low)).toFixed(3);
          row(design, noise, name, ...cells[0], width, ...cells[1]);
        }
      }
    }
  },

  composites: () => {
    const row = table('parts', 'noise', 'readers', 'covers', 'mean width');
    const weights = [0.4, 0.3, 0.3];
    for (const design of chosenDesigns(['3 × 3', 'octaves × 3'])) {
      for (const noise of chosenNoises()) {
        for (const names of [
          ['flat 0.97', 'flat 0.90', 'slope 0.98 to 0.60'],
          ['flat 0.995', 'flat 0.995', 'flat 0.97'],
        ]) {
          const known = names.map((name) => {
            const at = truth(models[name], noises[noise], designs[design]);
            return mean(designs[design].map(({ tokens }) => at(tokens)));
          });
          const exact = known.reduce((sum, value, i) => sum + weights[i] * value, 0);
          const all = [];
          for (let draw = 0; draw < DRAWS; draw++) {
            const parts = names.map((name, i) => {
              const random = seedrandom(`${name}/${noise}/${design}/${draw}/${i}`);
              const grid = ask(models[name], noises[noise], designs[design], random);
              return { figure: recallInterval(grid), weight: weights[i] };
            });
            all.push(weightedSum(parts));
          }
          const cover = mean(all.map((interval) => Number(covers(interval, exact))));
          const width = mean(all.map(({ low, high }) => high - low));
          row(`3 of ${design}`, noise, names.join(', '), percent(cover), width.toFixed(3));
        }
      }
    }
  },

  differences: () => {
    const row = table('design', 'noise', 'readers', 'truth', 'covers', 'mean width');
    const pairs = [
      ['flat 0.97', 'flat 0.97'],
      ['flat 0.995', 'flat 0.995'],
      ['flat 0.95', 'flat 0.90'],
      ['flat 0.97', 'cliff 0.97 to 0.75 at 90K'],
    ];
    for (const design of chosenDesigns(['32 × 1', 'octaves × 3', '3 × 3', 'depths 8 × 11'])) {
      for (const noise of chosenNoises()) {
        for (const [a, b] of pairs) {
          const known = [a, b].map((name) => {
            const at = truth(models[name], noises[noise], designs[design]);
            return mean(designs[design].map(({ tokens }) => at(tokens)));
          });
          const all = [];
          for (let draw = 0; draw < DRAWS; draw++) {
            const [first, second] = [a, b].map((name, i) =>
              ask(
                models[name],
                noises[noise],
                designs[design],
                seedrandom(`${name}/${noise}/${design}/${draw}/${i}`),
              ),
            );
            const matched = first.map(({ marks }, i) => ({
              first: marks,
              second: second[i].marks,
            }));
            all.push(pairedDifference(matched));
          }
          const cover = mean(all.map((interval) => Number(covers(interval, known[1] - known[0]))));
          const width = mean(all.map(({ low, high }) => high - low));
          row(
            design,
            noise,
            `${b} against ${a}`,
            (known[1] - known[0]).toFixed(3),
            percent(cover),
            width.toFixed(3),
          );
        }
      }
    }
  },

  rise: () => {
    const others = [...flat, 'U 1.0 to 0.85', 'gentle 0.93 to 0.80', 'cliff 0.97 to 0.75 at 90K'];
    const rising = Object.keys(risingModels);
    const said = (design, noise, name) => {
      const model = models[name] ?? risingModels[name];
      const all = [...grids(model, noise, design, name)].map((grid) => clearestRise(grid));
      return mean(all.map(({ clear }) => Number(clear)));
    };
    const row = options.brief
      ? printRows('design', 'noise', `${others.length} that do not: mean; most`, ...rising)
      : printRows('design', 'noise', 'reader', 'said to rise');
    for (const design of chosenDesigns(['32 × 1', 'octaves × 3', '3 × 3', 'depths 8 × 11'])) {
      for (const noise of chosenNoises()) {
        if (!options.brief) {
          for (const name of [...others, ...rising]) {
            row(design, noise, name, percent(said(design, noise, name)));
          }
          continue;
        }
        const shares = others.map((name) => said(design, noise, name));
        const cells = rising.map((name) => percent(said(design, noise, name)));
        row(design, noise, `${percent(mean(shares))}; ${percent(Math.max(...shares))}`, ...cells);
      }
    }
  },
};

/** Sets of one design and ICC together. */
function groupBySetting(sets) {
  const groups = {};
  for (const set of sets) {
    groups[`${set.design}, ${set.icc}`] ??= [];
    groups[`${set.design}, ${set.icc}`].push(set);
  }
  return groups;
}

/** Dip and loss as they are to be measured, for a grid whose prompts all have the same positions, or one each. */
function exactPositions(model, noise, design) {
  const expected = design.flatMap(({ tokens, positions }) =>
    noise
      .expected(positions.map((position) => model(tokens, position)))
      .map((recall, i) => ({ recall, position: positions[i] })),
  );
  const over = (holds) =>
    mean(expected.filter(({ position }) => holds(position)).map(({ recall }) => recall));
  const ends = (over((p) => p <= 0.2) + over((p) => p > 0.8)) / 2;
  return {
    dip: ends - over((p) => Math.abs(p - 0.5) <= 0.1),
    loss: over((p) => p <= 0.8) - over((p) => p > 0.8),
  };
}

const wanted = asked.length > 0 ? asked : Object.keys(sections);
for (const name of wanted) {
  if (!sections[name]) throw new Error(`no section ${name}: ${Object.keys(sections).join(', ')}`);
  if (['ruler', 'data-sets'].includes(name) && !options.data) {
    console.log(`\n## ${name}\n\nleft out: --data <folder> is not given`);
    continue;
  }
  const start = performance.now();
  console.log(`\n## ${name}; grids of each reader: ${DRAWS}`);
  sections[name]();
  finish();
  noteTime(name, start);
}
