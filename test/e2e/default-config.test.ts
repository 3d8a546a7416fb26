/** The main job: the config at the root of the repository, run by promptfoo as a newcomer runs it. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getEncoding, type Tiktoken } from 'js-tiktoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltPrompt } from '../../src/generators/hidden-prompt.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import {
  type EvalResult,
  type Evaluation,
  evaluate,
  firstDifference,
  ROOT,
  temporaryFolder,
} from './promptfoo.js';

const STARS = 32;
const LENGTHS = Array.from({ length: 32 }, (_, k) => 4000 * (k + 1));
const WINDOW = 64_000;
const LOOKED_AT = [4000, 32_000, 64_000, 68_000, 80_000, 104_000, 128_000];

const state = temporaryFolder();
let evaluation: Evaluation;
let encoding: Tiktoken;

beforeAll(async () => {
  evaluation = await evaluate(ROOT, state.path);
  encoding = getEncoding('o200k_base');
});

afterAll(() => state.remove());

function resultsOf(label: string): EvalResult[] {
  return evaluation.results
    .filter(({ provider }) => provider.label === label)
    .sort((a, b) => a.vars.case.tokens - b.vars.case.tokens);
}

function marksOf(result: EvalResult): number[] {
  const marks = result.gradingResult?.componentResults?.[0]?.metadata?.marks;
  if (!marks) throw new Error(`no marks: ${JSON.stringify(result.gradingResult)}`);
  return marks;
}

/** Stars that are found, star by star, as a share of all contexts. */
function recallByStar(label: string): number[] {
  const rows = resultsOf(label).map(marksOf);
  return Array.from(
    { length: STARS },
    (_, star) => rows.reduce((sum, row) => sum + row[star]!, 0) / rows.length,
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Four standard errors of the mean of independent draws with these probabilities. */
function samplingError(probabilities: readonly number[], repeats: number): number {
  const variance = probabilities.reduce((sum, p) => sum + p * (1 - p), 0) * repeats;
  return (4 * Math.sqrt(variance)) / (probabilities.length * repeats);
}

describe('the default config', () => {
  it('ends with exit code 0 and 96 results without an error', () => {
    expect(evaluation.output).toContain('96 passed');
    expect(evaluation.exitCode).toBe(0);
    expect(evaluation.stats).toMatchObject({ successes: 96, failures: 0, errors: 0 });
    expect(evaluation.results.filter(({ error }) => error)).toEqual([]);
    for (const label of ['forgetful', 'lost in the middle', 'window of 64K tokens']) {
      expect(resultsOf(label).map(({ vars }) => vars.case.tokens)).toEqual(LENGTHS);
    }
  });

  it('sends prompts of exactly the length that was asked for', () => {
    expect(evaluation.results).toHaveLength(96);
    for (const { vars, tokenUsage } of evaluation.results) {
      const { tokens, reserve } = vars.case;
      const length = tokenUsage!.prompt! + reserve;
      expect(length).toBeLessThanOrEqual(tokens);
      expect(length).toBeGreaterThanOrEqual(tokens - Math.max(40, tokens * 0.002));
    }
  });

  it('sends the bytes that the Case determines', async () => {
    const built = new Map<number, BuiltPrompt>();
    for (const { vars } of resultsOf('forgetful')) {
      built.set(vars.case.tokens, await buildPrompt(vars.case));
    }
    for (const result of evaluation.results) {
      const { prompt, promptTokens } = built.get(result.vars.case.tokens)!;
      expect(firstDifference(result.prompt.raw, prompt)).toBeUndefined();
      expect(result.tokenUsage?.prompt).toBe(promptTokens);
    }
  });

  it('stores no context besides the prompt that was sent', () => {
    for (const { vars, testCase } of evaluation.results) {
      expect(Object.keys(vars)).toEqual(['prompt']);
      expect(vars.prompt).toMatch(
        /^package:promptfoo-counting-stars:prompt:\nbenchmark=counting-stars\n/,
      );
      expect(JSON.stringify(vars).length).toBeLessThan(1024);
      expect(JSON.stringify(testCase).length).toBeLessThan(2048);
    }
    const prompts = evaluation.results.reduce(
      (sum, { prompt }) => sum + Buffer.byteLength(prompt.raw),
      0,
    );
    const database = readdirSync(state.path)
      .filter((name) => name.startsWith('promptfoo.db'))
      .reduce((sum, name) => sum + statSync(join(state.path, name)).size, 0);
    expect(database).toBeGreaterThan(prompts);
    expect(database).toBeLessThan(prompts * 1.1 + 2_000_000);
  });

  it('describes every test in a line that says what it is', () => {
    expect(resultsOf('forgetful')[15]?.testCase.description).toBe('64K');
  });

  describe('measures the readers as what they were told to be', () => {
    it('forgetful: nine of ten stars, wherever they stand', () => {
      const byStar = recallByStar('forgetful');
      const draws = new Array<number>(STARS).fill(0.9);
      expect(Math.abs(mean(byStar) - 0.9)).toBeLessThan(samplingError(draws, LENGTHS.length));
      for (let quarter = 0; quarter < 4; quarter++) {
        const stars = byStar.slice(8 * quarter, 8 * quarter + 8);
        const error = samplingError(draws.slice(0, 8), LENGTHS.length);
        expect(Math.abs(mean(stars) - 0.9)).toBeLessThan(error);
      }
      expect(mean(resultsOf('forgetful').map(({ score }) => score))).toBeCloseTo(mean(byStar), 10);
    });

    it('lost in the middle: all at the ends, four of ten halfway', () => {
      const byStar = recallByStar('lost in the middle');
      const told = byStar.map((_, i) => 0.4 + 0.6 * Math.abs((2 * (i + 1)) / STARS - 1));
      for (let eighth = 0; eighth < 8; eighth++) {
        const stars = byStar.slice(4 * eighth, 4 * eighth + 4);
        const expected = told.slice(4 * eighth, 4 * eighth + 4);
        const error = samplingError(expected, LENGTHS.length);
        expect(Math.abs(mean(stars) - mean(expected))).toBeLessThan(error);
      }
      const ends = mean([...byStar.slice(0, 4), ...byStar.slice(-4)]);
      expect(mean(byStar.slice(12, 20))).toBeLessThan(ends - 0.3);
    });

    it('window: exactly the stars within its last 64,000 tokens', () => {
      const results = resultsOf('window of 64K tokens');
      expect(results).toHaveLength(32);
      // js-tiktoken takes a second for three of the long ones.
      const looked = results.filter(({ vars }) => LOOKED_AT.includes(vars.case.tokens));
      expect(looked).toHaveLength(LOOKED_AT.length);
      for (const { prompt, score, tokenUsage } of looked) {
        const tokens = encoding.encode(prompt.raw);
        expect(tokens.length).toBe(tokenUsage?.prompt);
        const seen = encoding.decode(tokens.slice(-WINDOW));
        const stars = seen.match(/the little penguin counted \d+ ★\./gi) ?? [];
        expect(score).toBe(stars.length / STARS);
      }
      expect(results.slice(0, 16).map(({ score }) => score)).toEqual(new Array(16).fill(1));
      expect(results[31]?.score).toBeCloseTo(0.5, 1);
    });
  });
});
