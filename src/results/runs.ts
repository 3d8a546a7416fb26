/** Which results are one run of a grid: parts of it together, and the same prompts again apart. */
import type { Row } from './rows.js';

/** The rows of one file or evaluation. */
export interface Source {
  name: string;
  rows: Row[];
}

/** One run of all readers, from one source or several. */
export interface Run {
  names: string[];
  rows: Row[];
}

/**
 * Sources in the order they are given, as runs: a source belongs to the first run that has none of its
 * Cases of the same reader yet, as shards of one grid do, and otherwise is a run of its own.
 */
export function inRuns(sources: readonly Source[]): Run[] {
  const runs: (Run & { cells: Set<string> })[] = [];
  for (const { name, rows } of sources) {
    const cells = new Set(
      rows.map(({ provider, prompt, id }) => JSON.stringify([provider, prompt, id])),
    );
    const open = runs.find((run) => ![...cells].some((cell) => run.cells.has(cell)));
    const run = open ?? { names: [], rows: [], cells: new Set() };
    if (!open) runs.push(run);
    run.names.push(name);
    for (const row of rows) run.rows.push(row);
    for (const cell of cells) run.cells.add(cell);
  }
  return runs.map(({ names, rows }) => ({ names, rows }));
}
