import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { askingSide } from '../../../src/commands/asking-door.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { OwnResults } from '../../../src/measuring/results/own-results.js';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = readonly (string | number)[];

/** An evaluation of four prompts as promptfoo wrote it, without the texts of its prompts. */
const stored = JSON.parse(
  readFileSync(new URL('stored-results.json', import.meta.url), 'utf8'),
) as { evalId: string; results: { prompts: Json[]; results: Json[] } };
const { prompts, results } = stored.results;

const ODD: readonly (Json | undefined)[] = [
  ...[null, true, false, -1, -59_999, 0.5, 1e15, 1e308, '0990', '', 'x', 'NaN', '<img src=x>'],
  ...[
    '\u0000\u001b[2J',
    [],
    {},
    [null],
    [['x']],
    { a: null },
    { length: 1e9 },
    Number.NaN,
    undefined,
  ],
];

/** What a score rests on: the Case, the prompt, who answered, the answer, and what `score` said. */
const RESTS = [
  /^vars\b/,
  /^prompt(\.raw)?$/,
  /^provider\.id$/,
  /^response(\.output)?$/,
  /^gradingResult(\.componentResults(\.0(\.score|\.assertion(\.value)?|\.metadata(\.id|\.marks.*)?)?)?)?$/,
];

function places(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => places(one, [...path, key]));
  return [path, ...inner];
}

function changed(result: Json, path: Path, value: Json | undefined): Json {
  const copy = structuredClone(result);
  let at = copy as Record<string | number, Json>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, Json>;
  at[path[path.length - 1]!] = value as Json;
  return copy;
}

async function read(all: readonly Json[], columns = prompts) {
  const own = new OwnResults(askingSide);
  for (const [i, one] of all.entries()) await own.add(one, `Result ${i + 1} of r.json`);
  return own.of({ evalId: stored.evalId, prompts: columns });
}

/** All that recall is made of, by reader. */
const recallOf = async (all: readonly Json[], columns = prompts) =>
  recallIn((await read(all, columns)).rows);

const recallIn = (rows: Awaited<ReturnType<typeof read>>['rows']) =>
  evaluationOf(rows).models.map(({ name, cases }) => ({
    provider: name,
    recall: [...cases].map(([id, { shown }]) => [id, shown.score, shown.marks, shown.error]),
  }));

const fields = places(results[1]!)
  .filter((path) => path.length > 0)
  .filter((path) => !RESTS.some((pattern) => pattern.test(path.join('.'))));

describe('a field that no score rests on', async () => {
  const expected = await recallOf(results);
  // One that is odd and one that is not: each costs a reading of its prompt.
  const few = results.slice(0, 2);
  const expectedOfFew = await recallOf(few);

  it.each(fields.map((path) => [path.join('.'), path] as const))(
    '%s may be anything',
    async (_, path) => {
      for (const odd of ODD) {
        const { rows, warnings } = await read([few[0]!, changed(few[1]!, path, odd)]);
        expect(recallIn(rows), JSON.stringify(odd)).toEqual(expectedOfFew);
        expect(warnings.length, JSON.stringify(odd)).toBeLessThan(2);
      }
    },
  );

  it.each([
    [
      ['latencyMs'],
      -59_999,
      /The first: good, `latencyMs` is -59999, but must be a number of at least 0\.$/,
    ],
    [['response', 'tokenUsage', 'prompt'], '0990', /`response\.tokenUsage\.prompt` is "0990"/],
    [['response', 'tokenUsage', 'completionDetails'], 'none', /completionDetails/],
    [['cost'], Number.NaN, /`cost` is NaN/],
    [['provider', 'label'], { a: 1 }, /`provider\.label` is \{"a":1\}/],
    [['provider'], null, /`provider` is/],
    [['namedScores', 'precision'], 3, /`namedScores\.precision` is 3/],
    [['testCase', 'metadata'], 'x', /`testCase\.metadata` is "x"/],
  ] as [Path, Json, RegExp][])('%j as %j gets one line', async (path, value, line) => {
    const { warnings } = await read([
      results[0]!,
      changed(results[1]!, path, value),
      ...results.slice(2),
    ]);
    expect(warnings).toEqual([expect.stringMatching(line)]);
    expect(warnings[0]).toMatch(/^Damaged values left out: in 1 of 4 results\. /);
  });

  it('is counted in one line for all results and all fields', async () => {
    const all = results.map((one) => changed(changed(one, ['latencyMs'], -1), ['cost'], 'free'));
    expect((await read(all)).warnings).toEqual([
      expect.stringMatching(/^Damaged values left out: in 4 of 4 results\. /),
    ]);
    expect(await recallOf(all)).toEqual(expected);
  });
});

describe('a damaged result', async () => {
  const component = ['gradingResult', 'componentResults', 0];

  it.each([
    ['marks', [...component, 'metadata', 'marks'], 'all'],
    ['marks that contradict the score', [...component, 'metadata', 'marks'], [0, 0, 0, 0]],
    ['score', [...component, 'score'], 75],
    ['grading', ['gradingResult'], 'good'],
    ['answer', ['response'], 'good'],
    ['seed', ['vars', 'case', 'seed'], 'one'],
  ] as [string, Path, Json][])(
    'in its %s is a failed call, and the others count',
    async (_, path, value) => {
      const { rows, warnings } = await read([
        results[0]!,
        changed(results[1]!, path, value),
        ...results.slice(2),
      ]);
      expect(rows).toHaveLength(4);
      expect(rows[1]).toMatchObject({ provider: 'good', score: 0, passed: false });
      expect(rows[1]!.error).toMatch(/^Result 2 of r\.json (is damaged|contradicts itself): /);
      expect(rows.filter(({ error }) => error === undefined)).toHaveLength(3);
      expect(warnings).toEqual([
        expect.stringMatching(
          /^Counted as failed calls: 1 of 4 results\. The first: good, Counting-Stars .*Restore/,
        ),
      ]);
    },
  );

  it('stays a failed call beside a repeat that is whole', async () => {
    const { rows } = await read([...results, changed(results[1]!, [...component, 'score'], 75)]);
    const { models } = evaluationOf(rows);
    const calls = models.flatMap(({ cases }) => [...cases.values()].flatMap((one) => one.calls));
    expect(calls).toHaveLength(5);
    expect(calls.filter(({ error }) => error !== undefined)).toHaveLength(1);
  });

  it('of nobody knows which prompt is left out, and named', async () => {
    for (const path of [['vars'], ['vars', 'case'], ['vars', 'case', 'tokens']]) {
      const all = [changed(results[0]!, path, 'x'), ...results.slice(1)];
      const { rows, warnings } = await read(all);
      expect(rows).toHaveLength(3);
      expect(warnings).toEqual([
        expect.stringMatching(
          /^Results left out: 1 of 4 results\. The first: Result 1 of r\.json is damaged: /,
        ),
      ]);
    }
  });

  it('is one sentence where there is no other', async () => {
    const all = results.map((one) => changed(one, ['vars'], {}));
    await expect(read(all)).rejects.toThrow(
      /^None of 4 results can be counted\. The first: Result 1 of r\.json is damaged: `vars\.case` is missing/,
    );
  });
});

describe('31 readers of which one is odd', async () => {
  const names = Array.from({ length: 31 }, (_, i) => `reader ${i}`);
  const columns = names.map((provider) => ({ ...(prompts[0] as object), provider }) as Json);
  const all = names.flatMap((label, promptIdx) =>
    results.map((one, i) => ({
      ...(one as object),
      id: `${promptIdx}-${i}`,
      promptIdx,
      provider: { id: 'test', label },
    })),
  ) as unknown as Json[];
  const expected = await recallOf(all, columns);

  it.each([
    [['latencyMs'], -59_999],
    [['response', 'tokenUsage', 'prompt'], '0990'],
    [['provider'], 7],
    [['metadata'], null],
  ] as [Path, Json][])('in %j: all are as before', async (path, value) => {
    const odd = all.map((one, i) => (i < 4 ? changed(one, path, value) : one));
    expect(await recallOf(odd, columns)).toEqual(expected);
  });

  it('in its marks: 30 are as before', async () => {
    const path = ['gradingResult', 'componentResults', 0, 'metadata', 'marks'];
    const odd = all.map((one, i) => (i < 4 ? changed(one, path, 'x') : one));
    const rest = ({ provider }: { provider: string }) => provider !== 'reader 0';
    expect((await recallOf(odd, columns)).filter(rest)).toEqual(expected.filter(rest));
  });
});
