/** A whole grid like one of the paper's, which published scores are for. */
export const PAPER_GRID = {
  benchmark: 'counting-stars',
  task: 'acquisition',
  lengths: Array.from({ length: 32 }, (_, i) => 4000 * (i + 1)),
  longest: 128_000,
  prompts: 32,
  temperatures: ['0'] as (string | undefined)[],
  conditions: {
    version: '32-32',
    language: 'zh',
    order: 'ascending',
    positions: 'even',
    sentences: 'a line each',
    wording: 'your own b505cd5ffee121cd',
    text: 'your files 13328f6092ec66de',
    distractors: 'none',
    lengths: '725 characters a thousand tokens',
    tokenizer: 'cl100k_base',
    'line breaks': 'none',
  },
};
