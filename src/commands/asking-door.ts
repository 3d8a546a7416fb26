/**
 * Loads the half that makes prompts. Commands that measure reach it only here, since all benchmarks, texts and
 * tokenizers come with it.
 */
export function askingSide() {
  return import('./asking-side.js');
}
