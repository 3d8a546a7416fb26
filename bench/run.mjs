/**
 * Measure the built package:  npm run build && npm run bench [name ...]
 *
 * Prints a table for people and one line of JSON. Times differ from machine to machine; ratios are
 * between measurements of the same run.
 */
import { measureBuildGrids } from './build-grids.mjs';
import { measureGrowth } from './growth.mjs';
import { measureImportTime } from './import-time.mjs';
import { measureManyCases, measurePromptfooShare } from './promptfoo-share.mjs';

const MEASUREMENTS = {
  'build-grids': measureBuildGrids,
  'promptfoo-share': measurePromptfooShare,
  'many-cases': measureManyCases,
  'import-time': measureImportTime,
  growth: measureGrowth,
};

const COLUMNS = {
  measurement: 'measurement',
  seconds: 'seconds',
  busy: 'of a processor',
  peakMegabytes: 'peak MB',
  databaseMegabytes: 'database MB',
  milliseconds: 'ms',
  perToken: 'per token',
  ratio: 'plugin time ÷',
  busyRatio: 'plugin processor ÷',
  memoryRatio: 'plugin memory ÷',
  runs: 'runs',
};

function table(rows) {
  const keys = Object.keys(COLUMNS).filter((key) => rows.some((row) => row[key] !== undefined));
  const lines = [COLUMNS, ...rows].map((row) => keys.map((key) => String(row[key] ?? '')));
  const widths = keys.map((_, i) => Math.max(...lines.map((cells) => cells[i].length)));
  return lines
    .map((cells) =>
      cells
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
        .join('  '),
    )
    .join('\n');
}

const chosen = process.argv.slice(2);
const names = chosen.length > 0 ? chosen : Object.keys(MEASUREMENTS);
const all = {};
for (const name of names) {
  const measure = MEASUREMENTS[name];
  if (!measure) {
    const known = Object.keys(MEASUREMENTS).join(', ');
    throw new Error(`There is no measurement "${name}". Use some of ${known}.`);
  }
  all[name] = await measure();
  console.log(`${table(all[name])}\n`);
}
console.log(JSON.stringify({ node: process.version, ...all }));
