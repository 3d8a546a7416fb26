/** The gate inside of promptfoo: the hook `afterAll` runs it for tests that name a baseline. */

import { readBaseline } from '../baseline/baseline.js';
import { UserError } from '../case.js';
import { detectedDrop } from '../defaults.js';
import { showsColour } from '../output/terminal.js';
import type { Row } from '../results/rows.js';
import { logText } from '../text/log-text.js';
import { EXIT_CODES } from './exit-codes.js';
import { DEFAULT_GATE, gate } from './gate.js';
import { gateText } from './verdict-text.js';

/** A row with the metadata of its test. */
export interface AskedRow {
  row: Row;
  metadata: { baseline?: unknown; maxDrop?: unknown };
}

/**
 * Compare what has a baseline with it, print the verdict, and let the process end with 1 where recall
 * fell and 2 where that could not be decided. promptfoo itself ends with another code only when a test
 * fails.
 *
 * @throws {UserError} when a baseline cannot be compared with
 */
export function gateAfterEvaluation(asked: readonly AskedRow[]): void {
  for (const [file, { rows, maxDrop }] of requestsOf(asked)) {
    const { runs, madeBy } = readBaseline(file);
    const limits = { maxDrop, detect: detectedDrop(maxDrop) };
    const result = gate(rows, runs, { ...DEFAULT_GATE, ...limits }, madeBy);
    const { stdout } = process;
    const text = gateText(result, { colour: showsColour(stdout) });
    stdout.write(logText(`\nGate, compared with ${file}\n${text}\n`));
    endWith(EXIT_CODES[result.verdict]);
  }
}

/** A failure weighs more than an open question. */
function endWith(code: number): void {
  if (code === 0 || process.exitCode === EXIT_CODES.failed) return;
  process.exitCode = code;
}

/** The rows to compare, by baseline file. */
function requestsOf(asked: readonly AskedRow[]): Map<string, { rows: Row[]; maxDrop: number }> {
  const requests = new Map<string, { rows: Row[]; maxDrop: number }>();
  for (const { row, metadata } of asked) {
    const { baseline, maxDrop } = metadata;
    if (typeof baseline !== 'string' || typeof maxDrop !== 'number') continue;
    const known = requests.get(baseline);
    if (known && known.maxDrop !== maxDrop) {
      throw new UserError(
        `\`maxDrop\` is ${known.maxDrop} and ${maxDrop} for tests of one baseline, ${baseline}. Give ` +
          'all of them the same.',
      );
    }
    requests.set(baseline, known ?? { rows: [], maxDrop });
    requests.get(baseline)!.rows.push(row);
  }
  return requests;
}
