/** A text as the source of a pattern that finds just this text. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A part of a pattern that finds any of some words anywhere, the longest first. */
export function alternatives(words: readonly string[]): string {
  return words
    .toSorted((a, b) => b.length - a.length)
    .map(literal)
    .join('|');
}
