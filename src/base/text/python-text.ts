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

/** `len(text)`: characters, where JavaScript counts UTF-16 units. */
export function lengthOf(text: string): number {
  return text.replace(/[\u{10000}-\u{10ffff}]/gu, ' ').length;
}

/** `text.find(part)`: after how many characters a part stands, -1 where it stands nowhere. */
export function find(text: string, part: string): number {
  const at = text.indexOf(part);
  return at < 0 ? at : lengthOf(text.slice(0, at));
}
