import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { afterAll, describe, expect, it } from 'vitest';
import { withDoubt } from '../../../src/answers/doubts.js';
import { UserError } from '../../../src/base/user-error.js';
import { askingSide } from '../../../src/commands/asking-door.js';
import * as caseFacts from '../../../src/commands/asking-side.js';
import type { Doubt } from '../../../src/contract/reading.js';
import type { Row } from '../../../src/contract/row.js';
import { documentTerminal } from '../../../src/measuring/document/render/terminal.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import { csvTables } from '../../../src/measuring/report/report-files.js';
import { ReadFrom, readFile } from '../../../src/measuring/results/read-results.js';
import { toRow } from '../../../src/measuring/results/rows.js';
import { DEFAULT_GATE } from '../../../src/measuring/verdicts/gate/gate.js';
import { gateDocument } from '../../../src/measuring/verdicts/gate/gate-document.js';
import { gateWithFloors as gate } from '../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { markdownReport, terminalReport } from '../report/outputs.js';
import { imagine, kept, toResult } from './rows-for-tests.js';

const rows = imagine('reader', () => 0.5, { lengths: [4000, 16_000], seeds: 2 });
const REMEDY =
  'Restore the file, or evaluate again and write it with `promptfoo eval -o results.json`.';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as Json;

/** A result with another value at a path. */
function changed(path: readonly (string | number)[], value: Json): Json {
  const result = plain(toResult(rows[0]!));
  let at = result as Record<string | number, Json>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, Json>;
  at[path[path.length - 1]!] = value;
  return result;
}

const OURS = ['gradingResult', 'componentResults', 1];
const OURS_METADATA = { id: rows[0]!.id, marks: rows[0]!.marks, positions: rows[0]!.positions };

describe('a damaged result', () => {
  it.each<[(string | number)[], Json, string]>([
    [
      [...OURS, 'score'],
      'high',
      '`gradingResult.componentResults.1.score` is "high", but must be a number from 0 to 1.',
    ],
    [
      [...OURS, 'score'],
      75,
      '`gradingResult.componentResults.1.score` is 75, but must be a number from 0 to 1.',
    ],
    [[...OURS, 'score'], null, '`gradingResult.componentResults.1.score` is null, but'],
    [
      [...OURS, 'metadata', 'marks', 2],
      2,
      '`gradingResult.componentResults.1.metadata.marks.2` is 2, but must be a number from 0 to 1.',
    ],
    [
      [...OURS, 'metadata', 'marks'],
      'all',
      'metadata.marks` is "all", but must be a list of numbers from 0 to 1.',
    ],
    [
      ['vars', 'case', 'tokens'],
      1e308,
      '`vars.case.tokens` is 1e+308, but must be a whole number of tokens, from 1 to 20000000.',
    ],
    [['vars', 'case', 'seed'], 'one', '`vars.case.seed` is "one", but must be a whole number.'],
    [['vars', 'case', 'language'], 7, '`vars.case.language` is 7, but must be a name or a file.'],
    [
      ['vars', 'case', 'composite'],
      { part: 'a', weight: '<img>' },
      '`vars.case.composite.weight` is "<img>", but must be a number of at least 0.',
    ],
  ])('with %j as %j is named', (path, value, message) => {
    let error: unknown;
    try {
      toRow(changed(path, value), caseFacts, 'Result 1 of r.json');
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(UserError);
    expect((error as Error).message).toContain('Result 1 of r.json is damaged: ');
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).toContain(REMEDY);
  });

  it('that contradicts itself is named', () => {
    const marks = Array.from({ length: 8 }, () => 0);
    const result = changed([...OURS, 'metadata', 'marks'], marks);
    expect(() => toRow(result, caseFacts, 'Result 1 of r.json')).toThrow(
      /^Result 1 of r\.json contradicts itself: its score is [\d.]+, but the mean of its marks is 0\. Restore/,
    );
  });
});

describe('a doubtful answer', () => {
  const doubtOf = (doubt: Doubt): Row => {
    const { metadata } = withDoubt({
      reason: '',
      metadata: OURS_METADATA,
      doubt: { why: doubt },
    });
    return toRow(changed([...OURS, 'metadata'], metadata), caseFacts)!;
  };

  it.each<Doubt>(['not asserted', 'part', 'form'])('says why it is: %s', (doubt) => {
    expect(doubtOf(doubt)).toMatchObject({ reading: 'doubtful', doubt });
  });
});

const folder = mkdtempSync(join(tmpdir(), 'mutated-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Values of the kinds that a damaged or forged file may have in any place. */
const STRANGE: Json[] = [
  ...[null, true, 0, -1, 1e308, -1e308, 0.5, 2, '', 'x', '<img src=x>', '\u0000\u001b[2J'],
  ...[[], {}, [null], [['x']], { a: null }, { length: 1e9 }, [1e308, 1e308], '::error::x'],
];

/** Every place in a value, as a path. */
function places(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => places(one, [...path, key]));
  return [path, ...inner];
}

describe('results with any value in any place', () => {
  const baseline = kept(rows);
  const floors = [{ kind: 'recall' as const, recall: 0.1 }];
  const options = {
    ...DEFAULT_GATE,
    floors,
    allow: { errors: true, missing: true, extra: true, cached: false, changed: false, new: false },
  };
  const all = places(plain(toResult(rows[0]!))).filter((path) => path.length > 0);

  it('refuse nothing: a strange value in each place gives a report and a verdict', async () => {
    const random = seedrandom('mutations');
    const values = [...STRANGE, undefined];
    const mutations = all.map((path) => ({
      path,
      value: values[Math.floor(random() * values.length)],
    }));
    expect(mutations.length).toBeGreaterThan(60);
    for (const { path, value } of mutations) {
      const results = rows.map(toResult).map(plain);
      results[0] = changed(path, value as Json);
      const file = join(folder, 'mutated.json');
      writeFileSync(file, JSON.stringify({ results: { results } }));
      const where = `${path.join('.')}: ${JSON.stringify(value)}`;
      const found = (await readFile(file, new ReadFrom(askingSide))).rows;
      // Without its vars, a result may be of a test of the user's.
      expect(found.length, where).toBeGreaterThanOrEqual(rows.length - 1);
      const evaluation = evaluationOf(found);
      const data = analyse(evaluation);
      const text = [
        terminalReport(data, 80),
        markdownReport(data),
        ...Object.values(csvTables(data)),
        documentTerminal(gateDocument(gate(evaluation, baseline, options)), {
          ...{ colour: false, width: 80 },
        }),
      ].join('\n');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
      expect(text, where).not.toMatch(/[\u0000\u001b]/);
      expect(text, where).not.toMatch(/NaN|undefined|\[object/);
    }
  });
});
