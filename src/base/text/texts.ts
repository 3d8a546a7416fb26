/** Orders texts by code units, the same on every machine. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Writes a count with its English noun: `1 prompt`, `3 prompts`. `sayCount` does it in any language. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the first of the longest texts. */
export function longest(texts: readonly string[]): string {
  return texts.reduce((most, text) => (text.length > most.length ? text : most), '');
}

/** Quotes the start of a text on one line, for its user to recognize. */
export function startText(text: string): string {
  return JSON.stringify(text.slice(0, 60).replace(/[\s\p{Cc}\p{Cf}]+/gu, ' '));
}

export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Quotes the start of an answer on one line: `"It was in the year…"`. */
export function quoted(text: string): string {
  const line = text.slice(0, 200).replace(/\s+/g, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 60)}…` : line}"`;
}

/** Replaces typographic quotes, hyphens and dashes by ASCII, since only some models write them. */
export function withAsciiMarks(text: string): string {
  return text
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-');
}

export function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
