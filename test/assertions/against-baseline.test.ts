/** The options `baseline` and `maxDrop`, from a generator's config to the score of an answer. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type BaselineCase, baselineText } from '../../src/baseline.js';
import type { CountingStarsCase } from '../../src/benchmarks/counting-stars/cases.js';
import { starCounts } from '../../src/benchmarks/counting-stars/star-sentences.js';
import { type Case, caseId } from '../../src/case.js';
import { countingStars, score } from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'counting-stars-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CONFIG = { stars: 32, lengths: [2000, 3000], threshold: 0 };
const plain = await countingStars(CONFIG);
const cases = plain.map((test) => test.vars!.case as unknown as CountingStarsCase);

/** A baseline of a reader that has so many stars of each case, from the first on. */
function baselineFile(
  name: string,
  found: number,
  of: readonly CountingStarsCase[] = cases,
): string {
  const entry = (theCase: Case): [string, BaselineCase] => {
    const { tokens, seed, evidence = 0 } = theCase;
    const marks = Array.from({ length: evidence }, (_, i) => (i < found ? 1 : 0));
    return [caseId(theCase), { tokens, seed, score: found / evidence, marks, description: '' }];
  };
  const file = join(folder, name);
  writeFileSync(file, baselineText(new Map([['gpt', new Map(of.map(entry))]])));
  return file;
}

const provider = (label?: string, id = 'openai:gpt') => ({ label, id: () => id });

/** Score an answer that lists the stars from `from` to `to`. */
async function graded(config: object, [from, to]: [number, number], by = provider('gpt')) {
  const [test] = await countingStars({ ...CONFIG, ...config });
  const { case: theCase } = test!.vars as unknown as { case: CountingStarsCase };
  const [assertion] = test!.assert as { config?: unknown }[];
  return score(JSON.stringify({ little_penguin: starCounts(theCase).slice(from, to) }), {
    vars: test!.vars as Record<string, unknown>,
    test: { assert: test!.assert },
    config: assertion!.config,
    provider: by,
  });
}

describe('a cell with a baseline', () => {
  const baseline = baselineFile('31.json', 31);

  it('fails when it lost more than chance explains', async () => {
    const result = await graded({ baseline }, [0, 18]);
    // 13 lost, none gained: 2^-13.
    expect(result.reason).toBe(
      'fell from 31/32 to 18/32 (p = 0.0001); 18/32 ★; missing 14 of the last 14 (missing-tail)',
    );
    expect(result).toMatchObject({ pass: false, score: 18 / 32 });
    expect((await graded({}, [0, 18])).pass).toBe(true);
  });

  it('passes when it lost and gained alike, or little', async () => {
    expect(await graded({ baseline }, [1, 32])).toMatchObject({ pass: true });
    // 5 lost have p = 1/32, which is more than 0.05 divided by two cells.
    expect(await graded({ baseline }, [0, 26])).toMatchObject({ pass: true });
    expect(await graded({ baseline }, [0, 25])).toMatchObject({ pass: false });
    expect(await graded({ baseline, maxDrop: 0.2 }, [0, 25])).toMatchObject({ pass: true });
  });

  it('is compared by the id of a provider without a label', async () => {
    expect((await graded({ baseline }, [0, 18], provider(undefined, 'gpt'))).pass).toBe(false);
    expect((await graded({ baseline }, [0, 31], provider(undefined, 'gpt'))).pass).toBe(true);
  });

  it('fails when the baseline does not have the provider, and says which it has', async () => {
    const result = await graded({ baseline }, [0, 32], provider('claude'));
    expect(result.pass).toBe(false);
    expect(result.reason).toBe(
      `the baseline ${baseline} has no reader "claude", it has "gpt"; 32/32 ★`,
    );
  });

  it('has the same Case and identity as without', async () => {
    const [test] = await countingStars({ ...CONFIG, baseline, maxDrop: 0.1 });
    expect(test!.vars).toEqual(plain[0]!.vars);
    expect(test!.metadata).toEqual(plain[0]!.metadata);
    expect((test!.assert as { config: object }[])[0]!.config).toEqual({
      baseline: { file: baseline, sha256: expect.stringMatching(/^[0-9a-f]{16}$/) },
      maxDrop: 0.1,
      cells: 2,
    });
  });

  it('says so when the baseline has changed since', async () => {
    const file = baselineFile('changing.json', 31);
    const [test] = await countingStars({ ...CONFIG, baseline: file });
    writeFileSync(file, '{}');
    const [assertion] = test!.assert as { config?: unknown }[];
    const context = { vars: test!.vars!, config: assertion!.config, provider: provider('gpt') };
    await expect(score('[]', context as never)).rejects.toThrow(
      `baseline: ${file} is gone or has changed since this test was made. Restore the file, or ` +
        'generate the test cases again.',
    );
    await expect(score('[]', { ...context, config: { baseline: 1 } } as never)).rejects.toThrow(
      'The `config` of a `score` assertion is not complete.',
    );
  });
});

describe('the option baseline', () => {
  it.each([
    [{ maxDrop: 0.1 }, 'countingStars: `maxDrop` is 0.1, but there is no `baseline` to drop from.'],
    [{ baseline: 'none.json' }, 'baseline: there is no file "none.json" in '],
    [{ baseline: 'package.json' }, 'package.json is not a baseline. Write one with'],
    [{ baseline: '{\n}' }, 'Write the path without `file://`'],
    [{ baseline: 'x', maxDrop: 2 }, '`maxDrop` is 2, but must be a number from 0 to 1'],
  ])('%j is refused', async (config, message) => {
    await expect(countingStars({ ...CONFIG, ...config })).rejects.toThrow(message);
  });

  it('must have all cases', async () => {
    const baseline = baselineFile('one.json', 32, cases.slice(1));
    await expect(countingStars({ ...CONFIG, baseline })).rejects.toThrow(
      `countingStars: \`baseline\` is "${baseline}", which lacks 1 of the 2 cases of this config ` +
        `(the first: ${caseId(cases[0]!)}). Use the options that it was made with, or make it again`,
    );
  });

  it('must have one answer to each case', async () => {
    const single = baselineFile('single.json', 32);
    const [first] = cases;
    const text = readFileSync(single, 'utf8').replace('"score":1,', '"score":1,"scores":[1,1],');
    const baseline = join(folder, 'several.json');
    writeFileSync(baseline, text);
    await expect(countingStars({ ...CONFIG, baseline })).rejects.toThrow(
      `countingStars: \`baseline\` is "${baseline}", which has means of several answers to 1 of the 2 ` +
        `cases (the first: ${caseId(first!)}), but a test has one answer. Make it from an evaluation ` +
        'without `--repeat`, or leave `baseline` out and use `npx promptfoo-counting-stars gate`.',
    );
  });

  it('must have enough marks in each cell', async () => {
    const config = { stars: 5, lengths: [2000, 3000] };
    const few = (await countingStars(config)).map(
      (test) => test.vars!.case as unknown as CountingStarsCase,
    );
    const baseline = baselineFile('few.json', 5, few);
    await expect(countingStars({ ...config, baseline })).rejects.toThrow(
      'countingStars: `baseline` compares cell by cell, but a cell with 5 marks can never show a ' +
        'loss that is more than chance among 2 cells (task acquisition, 2000 tokens). Leave ' +
        '`baseline` out and use `npx promptfoo-counting-stars gate`, which takes all cells together.',
    );
  });

  it('is not for tasks that are right or wrong as a whole', async () => {
    const config = { tasks: 'sum' as const, lengths: [2000] };
    const [test] = await countingStars(config);
    const { tokens, seed } = test!.vars!.case as unknown as Case;
    const entry = { tokens, seed, score: 1, marks: [], description: '' };
    const file = join(folder, 'sum.json');
    const cases = new Map([[test!.metadata!.id as string, entry]]);
    writeFileSync(file, baselineText(new Map([['gpt', cases]])));
    await expect(countingStars({ ...config, baseline: file })).rejects.toThrow(
      'a cell with 1 mark can never show a loss that is more than chance among 1 cell (task sum',
    );
  });
});
