/** Results of ordinary tests, as promptfoo's files have them. */

interface Made {
  test?: number;
  pass?: boolean | number;
  provider?: string;
  prompt?: string;
  column?: number;
  assert?: unknown[];
  vars?: Record<string, unknown>;
  description?: string;
  metrics?: Record<string, number>;
  error?: string;
  cached?: boolean;
  output?: string;
  cost?: number;
  tokens?: { prompt: number; completion: number };
}

/** One result of promptfoo. */
export function resultOf({
  test = 0,
  pass = true,
  provider = 'gpt',
  prompt = 'answer',
  column = 0,
  assert = [{ type: 'contains', value: `right ${test}` }],
  vars = { question: `question ${test}` },
  description,
  metrics = {},
  error,
  cached,
  output = pass ? 'right' : 'wrong',
  cost,
  tokens,
}: Made = {}) {
  const score = Number(pass);
  return {
    promptIdx: column,
    testIdx: test,
    testCase: { vars, assert, ...(description !== undefined && { description }) },
    vars,
    provider: { id: provider },
    prompt: { raw: 'rendered', label: prompt },
    success: score === 1 && error === undefined,
    score,
    namedScores: metrics,
    gradingResult: error === undefined ? { pass: score === 1, score, componentResults: [] } : null,
    response: { output, ...(cached && { cached }), ...(tokens && { tokenUsage: tokens }) },
    ...(cost !== undefined && { cost }),
    ...(error !== undefined && { error, failureReason: 2 }),
  };
}

/** A run of so many tests: `digits` are what each of them does in its rounds, for example `110`. */
export function runOf(tests: readonly string[], more: Made = {}) {
  return tests.flatMap((digits, test) =>
    [...digits].map((digit, round) =>
      resultOf({ output: `${test}/${round}/${digit}`, ...more, test, pass: digit === '1' }),
    ),
  );
}
