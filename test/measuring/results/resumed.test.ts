import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { spentBy } from '../../../src/measuring/facts/tables/spent.js';
import { suiteOf } from '../../../src/measuring/facts/tests/suite.js';
import {
  columnsOf,
  joinedColumns,
  withColumnNames,
} from '../../../src/measuring/results/columns.js';
import { askedOf } from '../../../src/measuring/results/conditions.js';
import { askedOnce, testsOnce, withOvercome } from '../../../src/measuring/results/resumed.js';
import type { Placed } from '../../../src/measuring/results/rows.js';
import { type TestRow, testRow } from '../../../src/measuring/results/test-row.js';
import { imagine } from './rows-for-tests.js';

const MODELS = ['a', 'b', 'c'];
const rows = imagine('any', () => 0.8);

const placed = (model: string, test: number, column: number, more: Partial<Row> = {}): Placed => ({
  row: { ...rows[test]!, provider: model, ...more },
  column,
  asked: askedOf({}),
  test,
  model,
  odd: [],
});
const columns = (names: readonly string[]) =>
  columnsOf(names.map((provider) => ({ provider, label: 'stars' })));

/** As promptfoo 0.123.1 stores it: one test was asked of all before, then three tests in nine columns. */
const before = MODELS.map((model, column) => placed(model, 0, column));
const resumed = [1, 2, 3].flatMap((test) =>
  MODELS.flatMap((model, i) =>
    [0, 1, 2].map((k) => placed(model, test, 3 * i + k, k > 0 ? { cached: true } : {})),
  ),
);
const again = ['b', 'b', 'b', 'c', 'c', 'c'].map((model, i) => placed(model, 0, 3 + i));
const nine = columns(MODELS.flatMap((model) => [model, model, model]));
const config = { providers: MODELS.map((label) => ({ id: 'openai:chat:gpt-4.1', label })) };

describe('an evaluation of several readers that promptfoo resumed', () => {
  it.each([
    ['a config', config],
    ['its columns', undefined],
  ])('has every answer once, by %s', (_, known) => {
    const read = askedOnce([...before, ...again, ...resumed], nine, known)!;
    const kept = read.answers.map(withOvercome);
    expect(kept).toHaveLength(12);
    expect(new Set(kept.map(({ provider }) => provider))).toEqual(new Set(MODELS));
    expect(read.columns.map(({ provider }) => provider)).toEqual(MODELS);
    expect(read.warning).toMatch(
      /^`promptfoo eval --resume` asked each of 3 readers 3 times, so 36 results are there for 12 answers\. Each answer counts once\. .*`npx promptfoo eval` again/,
    );
  });

  it('takes the answer that was asked first, and counts what the others were paid', () => {
    const asked = [
      placed('a', 0, 1, { cached: true, answer: 'cached', cost: 0 }),
      placed('a', 0, 2, { answer: 'asked', cost: 2 }),
      placed('a', 0, 0, { error: 'HTTP 500', cost: 1 }),
      placed('b', 0, 3, { cost: 4 }),
      placed('b', 0, 4, { cost: 4 }),
    ];
    const once = askedOnce(asked, nine, config)!.answers.map(withOvercome);
    expect(once.map(({ answer }) => answer)).toEqual(['asked', '{}']);
    expect(spentBy(once)).toMatchObject({ calls: 4, cost: 11 });
  });

  it('keeps repeats apart', () => {
    const repeated = [0, 1].map((test) => placed('a', test, 0, { id: 'same' }));
    expect(askedOnce(repeated, nine, config)?.answers).toHaveLength(2);
  });
});

describe('tests of your own that promptfoo resumed', () => {
  /** Two readers were asked one test before, then each two tests in two of four columns. */
  const answered = [
    ...['a', 'b'].map((provider, column) => ({ provider, column, test: 0 })),
    ...[0, 1, 2, 3].map((column) => ({ provider: column < 2 ? 'a' : 'b', column, test: 1 })),
    ...[2, 3].map((column) => ({ provider: 'b', column, test: 0 })),
  ];
  const four = columns(['a', 'a', 'b', 'b']);
  const rowOf = ({ provider, column }: (typeof answered)[number]) =>
    ({
      ...testRow({ success: true, provider: { label: provider }, prompt: { label: 'stars' } })!,
      column,
    }) as TestRow;

  it('have every answer once, each in one column of its reader', () => {
    const tests = answered.map((one) => ({ row: rowOf(one), column: one.column, test: one.test }));
    const once = testsOnce(tests, four, undefined);
    expect(once.tests.map(({ provider, column }) => [provider, column])).toEqual([
      ['a', 0],
      ['b', 1],
      ['a', 0],
      ['b', 1],
    ]);
    expect(once.warnings[0]).toContain('so 8 results are there for 4 answers');
    expect(suiteOf([{ name: 'x', tests: once.tests }]).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(testsOnce([], four, { providers: ['a', 'b'] })).toEqual({ tests: [], warnings: [] });
    expect(testsOnce(tests.slice(0, 2), columns(['a', 'b']), undefined).warnings).toEqual([]);
  });
});

it('providers of one name that a config has several times are readers, and not resumed', () => {
  const twice = ['a', 'a', 'b', 'b'];
  const all = twice.map((model, column) => placed(model, 0, column));
  const providers = twice.map((id) => ({ id }));
  expect(askedOnce(all, columns(twice), { providers })).toBeUndefined();
  const named = withColumnNames(all, columns(twice));
  expect(named.map(({ provider }) => provider)).toEqual(['a (1)', 'a (2)', 'b (1)', 'b (2)']);
});

describe('a prompt that two configs have', () => {
  const prompts = ['{{prompt}}', '{{prompt}}'].map((raw) => ({ raw, label: 'stars' }));
  const numbersOf = (names: readonly string[], known: unknown) => {
    const { columns: once, numberOf } = joinedColumns(columns(names), known);
    return [once.map(({ provider }) => provider), names.map((_, i) => numberOf(i))];
  };

  it('is one column of each provider', () => {
    expect(numbersOf(['a', 'a', 'b', 'b'], { prompts })).toEqual([
      ['a', 'b'],
      [0, 0, 1, 1],
    ]);
  });

  it('leaves providers of one name two', () => {
    expect(numbersOf(['a', 'a', 'a', 'a'], { prompts })).toEqual([
      ['a', 'a'],
      [0, 0, 1, 1],
    ]);
  });

  it('is not seen where there is one, or where columns are not as the config says', () => {
    const [prompt] = prompts;
    const others = [prompt, { ...prompt, raw: 'Read. {{prompt}}' }];
    for (const known of [undefined, { prompts: [prompt] }, { prompts: others }]) {
      expect(numbersOf(['a', 'a'], known)[1]).toEqual([0, 1]);
    }
    expect(numbersOf(['a', 'a', 'a'], { prompts })[1]).toEqual([0, 1, 2]);
    expect(joinedColumns(columns(['a', 'a']), { prompts }).numberOf('x')).toBe('x');
  });
});
