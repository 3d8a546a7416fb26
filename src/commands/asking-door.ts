/**
 * The one door by which commands that measure reach the half that makes prompts. All benchmarks, texts and tokenizers
 * come with it, so it is opened only when they are needed.
 */
export function askingSide() {
  return import('./asking-side.js');
}
