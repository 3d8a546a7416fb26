/**
 * What Python does with text where the originals' scores and prompts depend on it, and JavaScript does
 * otherwise.
 */

/** White space as `str.split`, `str.strip` and `\s` of Python know it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python counts the separators of ASCII, too
export const PYTHON_SPACE = /[\p{White_Space}\x1c-\x1f]+/gu;

/** `re.sub(r'\s+', '', text)`. */
export function withoutSpace(text: string): string {
  return text.replace(PYTHON_SPACE, '');
}

/** `text.split()`: the words of a text. */
export function wordsOf(text: string): string[] {
  return text.split(PYTHON_SPACE).filter((word) => word !== '');
}

/** `text.strip()`. */
export function stripped(text: string): string {
  const words = wordsOf(text);
  if (words.length === 0) return '';
  const start = text.indexOf(words[0]!);
  const last = words.at(-1)!;
  return text.slice(start, text.lastIndexOf(last) + last.length);
}
