/**
 * What Python does with text where the originals' scores and prompts depend on it, and JavaScript does
 * otherwise.
 */

/** White space as `str.split`, `str.strip` and `\s` of Python know it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python counts the separators of ASCII, too
const SPACE = /[\p{White_Space}\x1c-\x1f]/u;

export const PYTHON_SPACE = new RegExp(`${SPACE.source}+`, 'gu');

/** `re.sub(r'\s+', '', text)`. */
export function withoutSpace(text: string): string {
  return text.replace(PYTHON_SPACE, '');
}

/** `text.split()`: the words of a text. */
export function wordsOf(text: string): string[] {
  return text.split(PYTHON_SPACE).filter((word) => word !== '');
}

/** `text.strip()`, or `text.strip(…)` of other characters. */
export function stripped(text: string, characters = SPACE): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.test(text[start]!)) start++;
  while (end > start && characters.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}
