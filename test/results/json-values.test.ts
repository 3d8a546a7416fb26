import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EACH, type JsonPath, jsonValues } from '../../src/results/json-values.js';

const RESULTS: JsonPath = ['results', 'results', EACH];

/** The document in pieces of so many bytes. */
async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function valuesOf(text: string, path: JsonPath, size = 7): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const value of jsonValues(pieces(text, size), path)) found.push(value);
  return found;
}

describe('jsonValues', () => {
  it("finds promptfoo's results, whatever stands around them", async () => {
    const text = `{"evalId": "a", "results": {"version": 3, "prompts": [{"results": [1]}],
      "results": [ {"x": "]},{\\"\\\\"} , 5, "y", null, [[], {}] ], "stats": {}}, "config": {"a": 1}}`;
    const expected = [{ x: ']},{"\\' }, 5, 'y', null, [[], {}]];
    for (const size of [1, 2, 3, 1000])
      expect(await valuesOf(text, RESULTS, size)).toEqual(expected);
    expect(await valuesOf(text, ['config'])).toEqual([{ a: 1 }]);
    expect(await valuesOf(text, ['nothing'])).toEqual([]);
  });

  it('finds what JSON.parse finds, cut anywhere and indented anyhow', async () => {
    const cut = fc.integer({ min: 1, max: 20 });
    const indent = fc.integer({ min: 0, max: 2 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.jsonValue(),
        cut,
        indent,
        async (all, other, size, spaces) => {
          const text = JSON.stringify(
            { o: other, results: { o: other, results: all } },
            null,
            spaces,
          );
          const parsed = JSON.parse(text) as { results: { results: unknown[] } };
          expect(await valuesOf(text, RESULTS, size)).toEqual(parsed.results.results);
          expect(await valuesOf(text, ['o'], size)).toEqual([
            (parsed as unknown as { o: unknown }).o,
          ]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ['', 'it is empty'],
    ['{"results": {"results": [{"x": 1}', 'it ends in the middle'],
    ['{"results": {"results": [{"x": 1}]}} }', 'its brackets do not match'],
    ['{"results": {"results": [{"x": 1}}}', 'its brackets do not match'],
    ['{"results": {}} 5', 'something stands behind its end'],
    ['results', 'it is no JSON'],
    ['{"results": {"results": [{"x": }]}}', 'JSON'],
  ])('refuses %j', async (text, message) => {
    await expect(valuesOf(text, RESULTS)).rejects.toThrow(message);
  });
});
