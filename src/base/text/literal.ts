export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Writes a part of a pattern that finds any of some words, the longest first. */
export function alternatives(words: readonly string[]): string {
  return words
    .toSorted((a, b) => b.length - a.length)
    .map(literal)
    .join('|');
}
