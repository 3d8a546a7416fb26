import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { baselineText } from '../../../../src/measuring/results/baseline/baseline-text.js';
import {
  gateEvaluation,
  printVerdict,
} from '../../../../src/measuring/verdicts/gate/after-evaluation.js';
import { imagine, kept } from '../../results/rows-for-tests.js';

const LENGTHS = [4000, 8000, 16_000, 32_000, 64_000, 128_000];
const perfect = imagine('reader', () => 1, { lengths: LENGTHS, seeds: 2 });
const fallen = perfect.map((row): Row => ({ ...row, score: 0, marks: row.marks.map(() => 0) }));
const asked = (rows: readonly Row[], baseline: string, maxDrop = 0.02): Row[] =>
  rows.map((row) => ({ ...row, gate: { baseline, maxDrop } }));
const gateAfter = (rows: readonly Row[]) => {
  const gated = gateEvaluation(
    rows.flatMap(({ gate }) => gate ?? []),
    (baseline) => ({ name: 'x', rows: rows.filter(({ gate }) => gate?.baseline === baseline) }),
  );
  for (const one of gated) printVerdict(one);
};

describe('gateEvaluation and printVerdict', () => {
  const { exitCode } = process;
  let folder = '';
  let printed: string[] = [];
  const file = (name: string, rows: readonly Row[]) => {
    const path = join(folder, name);
    writeFileSync(path, baselineText(kept(rows)));
    return path;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gate-'));
    printed = [];
    process.exitCode = undefined;
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed.push(String(text));
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = exitCode;
    rmSync(folder, { recursive: true });
  });

  it('prints the verdict, and leaves the exit code of what passes alone', () => {
    const baseline = file('kept.json', perfect);
    gateAfter(asked(perfect, baseline));
    expect(printed).toHaveLength(1);
    expect(printed[0]).toMatch(
      /^\nGate, compared with .*kept\.json\nPassed: any drop is at most .*\n/,
    );
    expect(printed[0]).toMatch(/\n$/);
    expect(process.exitCode).toBeUndefined();
  });

  it('compares with each baseline its own tests, and a failure weighs more than a doubt', () => {
    const [whole, single] = [file('whole.json', perfect), file('single.json', perfect.slice(0, 1))];
    const doubtful = asked(perfect.slice(0, 1), single);
    gateAfter(doubtful);
    expect(printed.join('')).toContain('Inconclusive: ');
    expect(process.exitCode).toBe(2);
    gateAfter([...asked(fallen, whole), ...doubtful]);
    expect(printed.map((text) => /^(Failed|Inconclusive)/m.exec(text)?.[1])).toEqual([
      'Inconclusive',
      'Failed',
      'Inconclusive',
    ]);
    expect(process.exitCode).toBe(1);
  });

  it('compares a reader with one of another name, where the tests say so', () => {
    const renamed = perfect.map((row) => ({ ...row, provider: 'other' }));
    const baseline = file('kept.json', perfect);
    expect(() => gateAfter(asked(renamed, baseline))).toThrow(
      'The results ("other") and the baseline',
    );
    const gate = { baseline, maxDrop: 0.02, baselineProviders: ['reader=other'] };
    gateAfter(renamed.map((row) => ({ ...row, gate })));
    expect(printed[0]).toContain('Passed: ');
  });

  it('takes the drop that the tests accept', () => {
    const lower = perfect.map((row): Row => ({ ...row, score: 0.75, marks: [1, 1, 1, 0] }));
    gateAfter(asked(lower, file('kept.json', perfect), 0.4));
    expect(printed[0]).toContain('Passed: ');
    expect(printed[0]).toContain('Facts found: 100% → 75%');
  });

  it('refuses two drops for one baseline', () => {
    expect(() =>
      gateAfter([...asked(perfect, 'a.json'), ...asked(perfect, 'a.json', 0.1)]),
    ).toThrow(
      '`maxDrop` is 0.02 and 0.1 for tests of one baseline, a.json. Give all of them the same.',
    );
  });
});
