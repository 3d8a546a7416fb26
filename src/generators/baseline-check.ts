/**
 * The options `baseline` and `maxDrop`: what a test's assertion must know to compare its cell with a
 * baseline. docs/gate.md says what this check can and cannot see.
 */
import { type Baseline, readBaseline, wholeBaseline } from '../baseline.js';
import { type Case, caseId, type FileReference, UserError } from '../case.js';
import { ALPHA, MAX_DROP } from '../defaults.js';
import { referenceFile } from '../files.js';
import { canBeSignificant } from '../statistics/sign-flip.js';

/** Part of a test's `score` assertion: its `config`. */
export interface BaselineCheck {
  baseline: FileReference;
  /** A drop of recall up to this one is accepted. */
  maxDrop: number;
  /** Cells of the grid, which share one probability of a false alarm. */
  cells: number;
}

/**
 * What the tests of a grid need for the comparison.
 *
 * @param generator - the name users know the generator by
 * @returns nothing without the option `baseline`
 * @throws {UserError} when the baseline lacks a case or has several answers to one, or cells have too
 *   few marks to show a loss
 */
export function baselineCheck(
  generator: string,
  { baseline: file, maxDrop }: { baseline?: string | undefined; maxDrop?: number | undefined },
  cases: readonly Case[],
): BaselineCheck | undefined {
  if (file === undefined) {
    if (maxDrop === undefined) return undefined;
    throw new UserError(
      `${generator}: \`maxDrop\` is ${maxDrop}, but there is no \`baseline\` to drop from. Give the ` +
        'path of a baseline file.',
    );
  }
  const reference = referenceFile('baseline', file, 'leave the option out');
  const known = wholeBaseline(readBaseline(file).runs);
  assertAllThere(generator, file, known, cases);
  assertSingleAnswers(generator, file, known, cases);
  assertEnoughMarks(generator, known, cases);
  return { baseline: reference, maxDrop: maxDrop ?? MAX_DROP, cells: cases.length };
}

function assertAllThere(
  generator: string,
  file: string,
  baseline: Baseline,
  cases: readonly Case[],
): void {
  const readers = [...baseline.values()];
  const missing = cases.map(caseId).filter((id) => !readers.some((own) => own.has(id)));
  if (missing.length === 0) return;
  throw new UserError(
    `${generator}: \`baseline\` is "${file}", which lacks ${missing.length} of the ${cases.length} ` +
      `cases of this config (the first: ${missing[0]}). Use the options that it was made with, or ` +
      'make it again: evaluate without `baseline`, then `npx promptfoo-counting-stars baseline`.',
  );
}

/** promptfoo scores one answer at a time, which varies more than a mean of several. */
function assertSingleAnswers(
  generator: string,
  file: string,
  baseline: Baseline,
  cases: readonly Case[],
): void {
  const several = cases
    .map(caseId)
    .filter((id) => [...baseline.values()].some((own) => own.get(id)?.scores !== undefined));
  if (several.length === 0) return;
  throw new UserError(
    `${generator}: \`baseline\` is "${file}", which has means of several answers to ${several.length} of ` +
      `the ${cases.length} cases (the first: ${several[0]}), but a test has one answer. Make it from ` +
      'an evaluation without `--repeat`, or leave `baseline` out and use ' +
      '`npx promptfoo-counting-stars gate`.',
  );
}

/** A cell whose every mark could be lost without being significant would never fail. */
function assertEnoughMarks(generator: string, baseline: Baseline, cases: readonly Case[]): void {
  const level = ALPHA / cases.length;
  for (const theCase of cases) {
    const id = caseId(theCase);
    const marks = Math.max(
      ...[...baseline.values()].map((own) => Math.max(1, own.get(id)?.marks.length ?? 0)),
    );
    if (canBeSignificant(marks, level)) continue;
    throw new UserError(
      `${generator}: \`baseline\` compares cell by cell, but a cell with ${marks} ` +
        `${marks === 1 ? 'mark' : 'marks'} can never show a loss that is more than chance among ` +
        `${cases.length} ${cases.length === 1 ? 'cell' : 'cells'} (task ${theCase.task}, ` +
        `${theCase.tokens} tokens). Leave \`baseline\` out and use ` +
        '`npx promptfoo-counting-stars gate`, which takes all cells together.',
    );
  }
}
