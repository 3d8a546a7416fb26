/**
 * How far prompts are from their length, for each kind of tokenizer: the whole prompt is counted anew
 * (by js-tiktoken itself for its encodings) and compared with the target and with the stated count.
 *
 *   npm run build && node bench/exactness.mjs [prompts]
 */
import seedrandom from 'seedrandom';
import { buildPrompt } from '../dist/generators/prompt.js';
import { loadTokenizer } from '../dist/haystack/tokenizer.js';
import { countingStars } from '../dist/index.js';
import { tiktokenCounter } from './counting.mjs';
import { printRows } from './markdown.mjs';

const PROMPTS = Number(process.argv[2] ?? 500);
const LONGEST = 16_000;

async function counter(name) {
  const encoded = ['o200k_base', 'cl100k_base', 'p50k_base'].includes(name);
  if (!encoded) {
    const tokenizer = await loadTokenizer(name);
    return (text) => tokenizer.count(text);
  }
  return tiktokenCounter(name);
}

console.log(
  `${PROMPTS} random prompts of 1,000 to ${LONGEST} tokens for each tokenizer, en and zh`,
);
const row = printRows(
  'tokenizer',
  'stated count wrong',
  'mean below target',
  'worst below target',
  'above target',
);
for (const tokenizer of [
  'o200k_base',
  'cl100k_base',
  'p50k_base',
  'characters',
  'words',
  'claude',
  'qwen3',
]) {
  const random = seedrandom(tokenizer);
  const count = await counter(tokenizer);
  let wrong = 0;
  let sum = 0;
  let worst = 0;
  let above = 0;
  for (let i = 0; i < PROMPTS; i++) {
    const language = tokenizer !== 'words' && i % 2 === 1 ? 'zh' : 'en';
    const lengths = [1000 + Math.floor(random() * (LONGEST - 1000))];
    const stars = 1 + Math.floor(random() * 12);
    const [test] = await countingStars({ tokenizer, language, lengths, stars, seeds: [i % 20] });
    const theCase = test.vars.case;
    const { prompt, promptTokens } = await buildPrompt(theCase);
    const actual = count(prompt);
    const missing = theCase.tokens - theCase.reserve - actual;
    if (actual !== promptTokens) wrong++;
    if (missing < 0) above++;
    sum += missing;
    worst = Math.max(worst, missing);
  }
  row(tokenizer, wrong, (sum / PROMPTS).toFixed(2), worst, above);
}
