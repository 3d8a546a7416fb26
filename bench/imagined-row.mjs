/**
 * A row of results as a report reads it, of an imagined test.
 *
 * @param own - what sets it apart: `id`, `tokens`, `seed`, `score`, `marks`, `positions`
 */
export function imaginedRow(own) {
  return {
    benchmark: 'counting-stars',
    task: 'acquisition',
    language: 'en',
    haystack: 'prose',
    variant: '',
    provider: 'reader',
    prompt: 'stars',
    description: `${own.tokens} tokens`,
    passed: true,
    reason: '',
    namedScores: {},
    answer: '',
    reserve: 0,
    ...own,
  };
}
