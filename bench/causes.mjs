/**
 * Is the cause true that a report names? Readers with a planted cause (bench/planted.mjs) answer grids, and what is said
 * of their marks is held against the cause. Prints Markdown tables.
 *
 *   npm run build && node bench/causes.mjs [draws] [fitted|unseen] [--wrong]
 *
 * `--wrong` lists some of the false causes.
 */
import { parseArgs } from 'node:util';
import seedrandom from 'seedrandom';
import { diagnose } from '../dist/benchmarks/counting-stars/diagnosis.js';
import { causeOf } from '../dist/measuring/facts/tables/reached-figures.js';
import { likelyLengths } from '../dist/measuring/statistics/curve/effective-length.js';
import { recallCurve } from '../dist/measuring/statistics/curve/recall-curve.js';
import { reliableLength } from '../dist/measuring/statistics/reliable/reliable-length.js';
import { wholeFailures } from '../dist/measuring/statistics/whole-failures.js';
import { noteTime, percent, printTable } from './markdown.mjs';
import { GRIDS, NEEDS_MARKS, PLANTED, plantedRows } from './planted.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { wrong: { type: 'boolean', default: false } },
});
const [draws = '200', only] = positionals;
const DRAWS = Number(draws);
const sets = Object.keys(GRIDS).filter((set) => (only ?? set) === set);

/** The word for one answer's marks; one that finds nothing says something else. */
function whereLost(marks) {
  if (!marks.includes(1)) return 'wrong';
  const reference = marks.map((_, i) => 5 + 7 * i + (i % 3));
  const numbers = reference.filter((_, i) => marks[i] === 1);
  return diagnose({ form: 'json', numbers, reference, marks });
}

/** How far the reader is reliable, with the place that it ignores. */
function reached(rows) {
  const likely = likelyLengths(recallCurve(rows));
  const reliable = reliableLength(rows, likely, { threshold: 0.85 });
  return { reliable, shortest: rows[0].tokens };
}

function judge(name, grid, seed) {
  const { rows, right } = plantedRows(name, grid, seedrandom(seed), whereLost);
  const cause = causeOf(rows, reached(rows))?.cause;
  const isCounted = name !== 'collapsed' || wholeFailures(rows)?.answers > 0;
  if (right(cause)) return isCounted ? 'right' : 'none';
  return cause ?? 'none';
}

for (const set of sets) {
  const start = performance.now();
  const totals = [];
  const rows = Object.entries(GRIDS[set]).map(([gridName, grid]) => {
    const cells = Object.keys(PLANTED).map((name) => {
      if (grid.marks === 1 && NEEDS_MARKS.includes(name)) return '';
      const judged = Array.from({ length: DRAWS }, (_, i) =>
        judge(name, grid, `${set}/${gridName}/${name}/${i}`),
      );
      const right = judged.filter((one) => one === 'right').length / DRAWS;
      const wrong = judged.filter((one) => one !== 'right' && one !== 'none');
      if (options.wrong && wrong.length > 0) console.error(gridName, name, wrong.slice(0, 6));
      totals.push([right, wrong.length / DRAWS]);
      return `${percent(right)} / ${percent(wrong.length / DRAWS)}`;
    });
    return [gridName, ...cells];
  });
  printTable([`${set}: right / false`, ...Object.keys(PLANTED)], rows);
  const mean = (at) => totals.reduce((sum, one) => sum + one[at], 0) / totals.length;
  console.log(`\nAll: right ${percent(mean(0))}, false ${percent(mean(1))}.`);
  noteTime(set, start);
}
