import type { Case } from '../../contract/case.js';
import type { PlannedProvider } from './suite.js';

/** What prompts of the user's own tests are counted with. */
export const OWN_TESTS_TOKENIZER = 'o200k_base';

/** Models that count with a tokenizer of ours, and simulated models. Claude's since version 3 is not public. */
const OWN: Readonly<Record<string, RegExp>> = {
  o200k_base: /gpt-(4o|4\.1|[5-9]|oss)|\bo[134]\b|^package:promptfoo-counting-stars|^simulated/,
  cl100k_base: /gpt-(4(?![o.\d])|3\.5)/,
  qwen3: /qwen/,
  llama3_1: /llama-?3/,
  gemma3: /gemma/,
  deepseek_v3: /deepseek/,
  gemini: /gemini/,
};

/** Returns the tokens a model counts for one of a Case's tokenizer, at least and at most. docs/method/plan.md */
export function tokenFactors(
  { tokenizer, language }: Pick<Case, 'tokenizer' | 'language'>,
  { id }: PlannedProvider,
): readonly [number, number] {
  if (typeof tokenizer !== 'string' || OWN[tokenizer]?.test(id.toLowerCase())) return [1, 1];
  return language === 'en' ? [0.95, 1.5] : [0.45, 2.3];
}
