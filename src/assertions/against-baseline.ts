/** Compares one cell with a baseline, for tests whose generator was given one. docs/gate.md */

import { type Baseline, type BaselineCase, readBaseline, wholeBaseline } from '../baseline.js';
import { type FileReference, UserError } from '../case.js';
import { ALPHA } from '../defaults.js';
import { isUnchanged } from '../files.js';
import type { BaselineCheck } from '../generators/baseline-check.js';
import { sum } from '../numbers.js';
import { signFlip } from '../statistics/sign-flip.js';

/** What promptfoo passes of the provider whose answer is scored. */
export interface ScoredProvider {
  label?: string | undefined;
  id?: (() => string) | undefined;
}

/** A cell as it is now. */
export interface Cell {
  id: string;
  /** One mark for each piece of evidence. */
  marks: readonly number[];
}

const baselines = new Map<string, Baseline>();

/**
 * Why a cell fails against its baseline.
 *
 * @returns nothing when it does not
 * @throws {UserError} when the baseline has changed since the test was made
 */
export function fallReason(
  check: BaselineCheck,
  provider: ScoredProvider | undefined,
  { id, marks }: Cell,
): string | undefined {
  const baseline = open(check.baseline);
  const names = [provider?.label, provider?.id?.()].filter((name) => name !== undefined);
  const reader = names.find((name) => baseline.has(name));
  if (reader === undefined) {
    const known = [...baseline.keys()].map((name) => JSON.stringify(name)).join(', ');
    return (
      `the baseline ${check.baseline.file} has no reader ${JSON.stringify(names[0] ?? '')}, it has ` +
      known
    );
  }
  const before = baseline.get(reader)!.get(id);
  if (!before) return `the baseline ${check.baseline.file} has no such case of ${reader}`;
  return cellFall(before, marks, check);
}

/**
 * The exact test of McNemar (1947): if nothing changed, a piece of evidence that only one of two runs
 * found is as likely to be the earlier run's as the later one's.
 *
 * @returns nothing when the cell did not fall by more than `maxDrop` and by more than chance
 *
 * @example
 * cellFall(before, after, check) // 'fell from 31/32 to 18/32 (p = 0.0002)'
 */
export function cellFall(
  { marks: before }: Pick<BaselineCase, 'marks'>,
  after: readonly number[],
  { maxDrop, cells }: Pick<BaselineCheck, 'maxDrop' | 'cells'>,
): string | undefined {
  const drops = before.map((mark, i) => mark - (after[i] ?? 0));
  const found = sum(before);
  const p = signFlip(drops);
  if (sum(drops) <= maxDrop * before.length + 1e-9 || p > ALPHA / cells) return undefined;
  const of = `/${before.length}`;
  return (
    `fell from ${rounded(found)}${of} to ${rounded(sum(after))}${of} ` +
    `(p ${p < 0.0001 ? '< 0.0001' : `= ${p.toFixed(4)}`})`
  );
}

function open(reference: FileReference): Baseline {
  const key = `${reference.sha256} ${reference.file}`;
  const known = baselines.get(key);
  if (known) return known;
  if (!isUnchanged(reference)) {
    throw new UserError(
      `baseline: ${reference.file} is gone or has changed since this test was made. Restore the file, ` +
        'or generate the test cases again.',
    );
  }
  const baseline = wholeBaseline(readBaseline(reference.file).runs);
  baselines.set(key, baseline);
  return baseline;
}

function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}

/**
 * The comparison that a test's own `score` assertion asks for.
 *
 * @throws {UserError} when its `config` is not as a generator makes it
 */
export function checkOf(config: unknown): BaselineCheck | undefined {
  if (typeof config !== 'object' || config === null || !('baseline' in config)) return undefined;
  const { baseline, maxDrop, cells } = config as Partial<BaselineCheck>;
  const { file, sha256 } = baseline ?? {};
  if (
    typeof file !== 'string' ||
    typeof sha256 !== 'string' ||
    typeof maxDrop !== 'number' ||
    typeof cells !== 'number'
  ) {
    throw new UserError(
      'The `config` of a `score` assertion is not complete. Leave it as the generator made it, and ' +
        "write `baseline` and `maxDrop` into the generator's config.",
    );
  }
  return { baseline: { file, sha256 }, maxDrop, cells };
}
