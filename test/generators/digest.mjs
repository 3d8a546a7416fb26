/**
 * The digest of all prompts of a fixed set of configs, which touches every way in which chance or
 * text comes into a prompt. It runs under plain Node too, to compare versions of Node:
 *
 *   node test/generators/digest.mjs
 */
import { createHash } from 'node:crypto';

const CONFIGS = [
  { versions: ['8-4'], maxTokens: 16_000, seeds: 2 },
  { language: 'zh', stars: 16, lengths: [6000], tasks: ['acquisition', 'reasoning'] },
  { language: 'ru', stars: 8, lengths: [6000], tasks: ['corrections'], distractors: 5 },
  { language: 'ko', stars: 8, lengths: [6000], tasks: ['sum'], positions: 'jitter' },
  { haystack: 'prose', tokenizer: 'cl100k_base', stars: 32, lengths: [9000], order: 'ascending' },
  { haystack: 'prose', tokenizer: 'characters', stars: 4, lengths: [9000], subject: 'the owl' },
  { tokenizer: 'claude', stars: 4, lengths: [4000], positions: [0, 0.25, 0.3, 1] },
];

/**
 * @param {(config: object) => Promise<{ vars?: object, metadata?: object }[]>} countingStars
 * @param {(theCase: object) => Promise<{ prompt: string, promptTokens: number }>} buildPrompt
 * @returns {Promise<string>} SHA-256, hexadecimal
 */
export async function promptDigest(countingStars, buildPrompt) {
  const hash = createHash('sha256');
  for (const config of CONFIGS) {
    for (const { vars, metadata } of await countingStars(config)) {
      const { prompt, promptTokens } = await buildPrompt(vars.case);
      hash.update(`${metadata.id} ${promptTokens}\n${prompt}\n`);
    }
  }
  return hash.digest('hex');
}

if (process.argv[1]?.endsWith('digest.mjs')) {
  const { countingStars } = await import('../../dist/index.js');
  const { buildPrompt } = await import('../../dist/generators/prompt.js');
  console.log(process.version, await promptDigest(countingStars, buildPrompt));
}
