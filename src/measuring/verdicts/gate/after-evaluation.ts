/** Runs the gate inside promptfoo, from the hook `afterAll`, for tests that name a baseline. */

import { detectedDrop } from '../../../base/defaults.js';
import { groupBy } from '../../../base/group-by.js';
import { hookOutput, print } from '../../../base/safe-output.js';
import { say } from '../../../base/text/language.js';
import { UserError } from '../../../base/user-error.js';
import type { GateRequest } from '../../../contract/requests.js';
import { documentTerminal } from '../../document/render/terminal.js';
import { showsColour, WIDEST } from '../../document/terminal.js';
import { type Source, together } from '../../facts/evaluation/runs.js';
import { readBaseline } from '../../results/baseline/baseline.js';
import { EXIT_CODES } from './exit-codes.js';
import { DEFAULT_GATE } from './gate.js';
import { gateDocument } from './gate-document.js';
import type { Gated } from './gate-result.js';
import { gateWithFloors } from './gate-with-floors.js';

/**
 * Compares with each baseline in turn.
 * @param sourceFor - returns the results and the expected prompts of tests that name the baseline
 * @throws {UserError} if a baseline cannot be compared with
 */
export function* gateEvaluation(
  requests: readonly GateRequest[],
  sourceFor: (baseline: string) => Source,
): Generator<Gated> {
  for (const [file, own] of groupBy(requests, ({ baseline }) => baseline)) {
    const { maxDrop, baselineProviders: providers = [] } = agreed(file, own);
    const limits = { maxDrop, detect: detectedDrop(maxDrop), providers };
    const evaluation = together([sourceFor(file)]);
    const result = gateWithFloors(evaluation, readBaseline(file), { ...DEFAULT_GATE, ...limits });
    yield { file, evaluation, result };
  }
}

/**
 * Prints a verdict and sets the exit code: 1 if recall fell, 2 if inconclusive. promptfoo itself changes it only for a
 * failing test.
 */
export function printVerdict({ file, result }: Gated): void {
  const output = hookOutput();
  const look = { colour: showsColour(output), width: output.columns ?? WIDEST };
  const text = documentTerminal(gateDocument(result, { baseline: file }), look);
  print(output, `\n${say`Gate, compared with ${file}`}\n${text}\n`);
  endWith(EXIT_CODES[result.verdict]);
}

/** Keeps a failure, which weighs more than an open question. */
function endWith(code: number): void {
  if (code === 0 || process.exitCode === EXIT_CODES.failed) return;
  process.exitCode = code;
}

/** Returns the options of a baseline's tests, which must agree. */
function agreed(file: string, requests: readonly GateRequest[]): GateRequest {
  for (const option of ['maxDrop', 'baselineProviders'] as const) {
    const given = new Set(requests.map((one) => JSON.stringify(one[option]) ?? 'not given'));
    if (given.size === 1) continue;
    throw new UserError(
      `\`${option}\` is ${[...given].join(' and ')} for tests of one baseline, ${file}. Give ` +
        'all of them the same.',
    );
  }
  return requests[0]!;
}
