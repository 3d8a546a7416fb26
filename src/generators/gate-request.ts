/**
 * The options `baseline`, `maxDrop` and `baselineProviders`: tests tell in their metadata what the hook
 * `afterAll` compares with. See docs/gate.md.
 */

import { MAX_DROP } from '../base/defaults.js';
import { UserError } from '../base/user-error.js';
import type { Case } from '../contract/case.js';
import { caseId } from '../contract/case-identity.js';
import type { GateRequest, IdsOfBaseline } from '../contract/requests.js';

interface Asked {
  baseline?: string | undefined;
  maxDrop?: number | undefined;
  baselineProviders?: string[] | undefined;
}

/**
 * Returns what the tests of a grid say of their comparison.
 *
 * @param generator - the name users know the generator by
 * @returns nothing without the option `baseline`
 * @throws {UserError} when the baseline cannot be read or lacks a case
 */
export function gateRequest(
  generator: string,
  { baseline: file, maxDrop, baselineProviders }: Asked,
  cases: readonly Case[],
  idsOf: IdsOfBaseline,
): GateRequest | undefined {
  if (file === undefined) {
    const [given] = Object.entries({ maxDrop, baselineProviders }).filter(([, value]) => value);
    if (given === undefined) return undefined;
    throw new UserError(
      `${generator}: \`${given[0]}\` is ${given[1]}, but there is no \`baseline\` to compare with. Give ` +
        'the path of a baseline file.',
    );
  }
  assertAllThere(generator, file, idsOf(file), cases);
  return {
    baseline: file,
    maxDrop: maxDrop ?? MAX_DROP,
    ...(baselineProviders && { baselineProviders }),
  };
}

function assertAllThere(
  generator: string,
  file: string,
  known: ReadonlySet<string>,
  cases: readonly Case[],
): void {
  const missing = cases.map(caseId).filter((id) => !known.has(id));
  if (missing.length === 0) return;
  throw new UserError(
    `${generator}: \`baseline\` is "${file}", which lacks ${missing.length} of the ${cases.length} ` +
      `cases of this config (the first: ${missing[0]}). Use the options that it was made with, or ` +
      'make it again: evaluate without `baseline`, then `npx promptfoo-counting-stars baseline`.',
  );
}
