/** Handles text as Python does, if scores and prompts of the originals depend on it. */

/** Matches white space as Python does. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python counts the separators of ASCII, too
const SPACE = /[\p{White_Space}\x1c-\x1f]/u;

export const PYTHON_SPACE = new RegExp(`${SPACE.source}+`, 'gu');

export function withoutSpace(text: string): string {
  return text.replace(PYTHON_SPACE, '');
}

export function pythonWords(text: string): string[] {
  return text.split(PYTHON_SPACE).filter((word) => word !== '');
}

/** Strips as `text.strip()`, or of other characters. */
export function stripped(text: string, characters = SPACE): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.test(text[start]!)) start++;
  while (end > start && characters.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

export function lengthOf(text: string): number {
  return text.replace(/[\u{10000}-\u{10ffff}]/gu, ' ').length;
}

/** Counts characters before a part, -1 if there is none, as `text.find(part)`. */
export function find(text: string, part: string): number {
  const at = text.indexOf(part);
  return at < 0 ? at : lengthOf(text.slice(0, at));
}
