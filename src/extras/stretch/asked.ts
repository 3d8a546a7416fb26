/** Groups results of padded tests by model, test, and padding. */
import { groupBy } from '../../base/group-by.js';
import {
  byModel,
  byTest,
  columnNames,
  type TestSource,
} from '../../measuring/facts/tests/suite.js';
import type { Stretched } from '../../measuring/results/stretched.js';
import type { TestRow } from '../../measuring/results/test-row.js';

/** Padding of a prompt. */
export type Arm = Pick<Stretched, 'arm' | 'length'>;

export type StretchedRow = TestRow & { stretch: Stretched };

/** Calls are in the order of the arms. */
export interface CalledTest {
  id: string;
  name: string;
  calls: StretchedRow[][];
}

/** A provider with one prompt. */
export interface CalledModel {
  name: string;
  arms: Arm[];
  tests: CalledTest[];
}

function isStretched(row: TestRow): row is StretchedRow {
  return row.stretch !== undefined;
}

/** Returns models in the order of promptfoo's columns. Other rows are left out. */
export function askedModels(sources: readonly TestSource[]): CalledModel[] {
  const rows = sources.flatMap(({ tests }) => {
    const own = tests.filter(isStretched);
    const names = columnNames(own, ({ stretch, provider }) => stretch?.model ?? provider);
    return own.map((row) => ({ row, ...names.get(row.column)! }));
  });
  return byModel(rows).map(({ name, own }) => {
    const arms = uniqueArms(own.map(({ row }) => row.stretch));
    return {
      name,
      arms,
      tests: byTest(own).map(({ own: asked, ...test }) => {
        const calls = groupBy(asked, ({ row }) => armKey(row.stretch));
        return {
          ...test,
          calls: arms.map((arm) => (calls.get(armKey(arm)) ?? []).map(({ row }) => row)),
        };
      }),
    };
  });
}

/** Keeps each arm once. */
function uniqueArms(all: readonly Arm[]): Arm[] {
  return [...groupBy(all, armKey).values()]
    .map(([first]) => ({ arm: first!.arm, length: first!.length }))
    .sort((a, b) => ORDER.indexOf(a.arm) - ORDER.indexOf(b.arm) || a.length - b.length);
}

const ORDER: readonly Arm['arm'][] = ['as-is', 'one-turn', 'padded'];

function armKey({ arm, length }: Arm): string {
  return `${arm}:${length}`;
}
