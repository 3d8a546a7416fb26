import seedrandom from 'seedrandom';
import type { Row } from '../../../src/contract/row.js';
import { baselineOf } from '../../../src/measuring/facts/baseline-of.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import type { BaselineFile } from '../../../src/measuring/results/baseline/baseline.js';

/** Rows of an imagined reader that finds the star at a position of a length with a probability. */
export function imagine(
  provider: string,
  recallAt: (tokens: number, position: number) => number,
  { lengths = [4000, 8000, 16_000, 32_000], stars = 8, seeds = 1 } = {},
): Row[] {
  const rows: Row[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    for (const tokens of lengths) {
      const random = seedrandom(`${provider}/${seed}/${tokens}`);
      const positions = Array.from({ length: stars }, (_, i) => (i + 1) / stars);
      const marks = positions.map((position) => (random() < recallAt(tokens, position) ? 1 : 0));
      const score = marks.reduce<number>((sum, mark) => sum + mark, 0) / stars;
      const row: Row = {
        id: `${tokens}.s${seed}`,
        benchmark: 'counting-things',
        task: 'list',
        language: 'en',
        haystack: 'moby-dick',
        variant: '',
        provider,
        prompt: 'stars',
        tokens,
        seed,
        description: `${tokens} tokens, seed ${seed}`,
        score,
        marks,
        positions,
        passed: score >= 0.85,
        reason: `${score * stars}/${stars}`,
        diagnosis: score === 1 ? 'complete' : 'scattered',
        namedScores: { recall: score, precision: 1, format: 1 },
        answer: '{}',
        reserve: 100,
        promptTokens: tokens - 100,
        latencyMs: tokens / 10,
        cost: tokens / 1e6,
      };
      rows.push({ ...row, case: caseOf(row) });
    }
  }
  return rows;
}

/** A baseline of one run or several. */
export function kept(...runs: (readonly Row[])[]): BaselineFile {
  return baselineOf(
    runs.map((rows) => evaluationOf(rows)),
    false,
  );
}

function caseOf({ benchmark, task, language, haystack, tokens, seed, reserve }: Row) {
  return { benchmark, task, language, haystack, tokens, seed, reserve };
}

/** A result of promptfoo, as its files have it, for a row. */
export function toResult(row: Row): object {
  return {
    provider: { id: 'test:provider', label: row.provider },
    prompt: { raw: 'a long text', label: row.prompt },
    vars: {
      case: caseOf(row),
    },
    testCase: { description: row.description },
    metadata: { benchmark: row.benchmark, id: row.id },
    namedScores: { ...row.namedScores, ...row.measures },
    response: { output: row.answer, tokenUsage: { prompt: row.promptTokens } },
    failureReason: row.error ? 2 : 0,
    error: row.error,
    latencyMs: row.latencyMs,
    cost: row.cost,
    gradingResult: row.error
      ? null
      : {
          componentResults: [
            { pass: true, score: 0.5, reason: 'theirs', assertion: { value: 'file://x.js' } },
            {
              pass: row.passed,
              score: row.score,
              reason: row.reason,
              namedScores: row.namedScores,
              assertion: { value: 'package:promptfoo-counting-stars:score' },
              metadata: {
                id: row.id,
                marks: row.marks,
                positions: row.positions,
                diagnosis: row.diagnosis,
              },
            },
          ],
        },
  };
}
