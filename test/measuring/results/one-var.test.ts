/** Results whose Case stands behind the reference to its prompt say what those say that have it in a var of its own. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { askingSide } from '../../../src/commands/asking-door.js';
import type { Case } from '../../../src/contract/case.js';
import { caseLine } from '../../../src/generators/generate.js';
import { OwnResults } from '../../../src/measuring/results/own-results.js';

interface Stored {
  vars?: { case?: Case; prompt?: string };
  testCase: { vars: { case?: Case; prompt?: string } };
}

const stored = JSON.parse(
  readFileSync(new URL('stored-results.json', import.meta.url), 'utf8'),
) as { evalId: string; results: { prompts: unknown[]; results: Stored[] } };
const { prompts, results } = stored.results;

async function read(all: readonly unknown[]) {
  const own = new OwnResults(askingSide);
  for (const [i, one] of all.entries()) await own.add(one, `Result ${i + 1} of r.json`);
  return own.of({ evalId: stored.evalId, prompts });
}

const inOneVar = ({ vars, testCase, ...result }: Stored): Stored => {
  const prompt = caseLine(vars!.prompt!, vars!.case!);
  return { ...result, vars: { prompt }, testCase: { ...testCase, vars: { prompt } } };
};

it('are the same rows', async () => {
  const before = await read(results);
  expect(before.rows).toHaveLength(4);
  expect(await read(results.map(inOneVar))).toEqual(before);
});

it('are read where the prompt stands in the place of its reference, or vars only in the test', async () => {
  const before = await read(results);
  const sent = results
    .map(inOneVar)
    .map((one) => ({ ...one, vars: { prompt: 'Call me Ishmael.' } }));
  expect((await read(sent)).rows).toEqual(before.rows);
  const inTest = results.map(inOneVar).map(({ vars, ...one }) => one);
  expect((await read(inTest)).rows).toEqual(before.rows);
});

it('are damaged where their Case is', async () => {
  const cut = results.map(inOneVar).map((one) => {
    const vars = { prompt: `${one.vars!.prompt!} size={` };
    return { ...one, vars, testCase: { ...one.testCase, vars } };
  });
  await expect(read(cut)).rejects.toThrow(
    'None of 4 results can be counted. The first: Result 1 of r.json',
  );
});
