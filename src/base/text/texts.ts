/** Order of texts by code units: the same on every machine, whatever its language. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * A count with its noun, in English; `sayCount` says it in any language.
 *
 * @example
 * counted(1, 'prompt') // '1 prompt'
 * counted(3, 'prompt') // '3 prompts'
 */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The longest of some texts, the first of several; nothing of none is an empty text. */
export function longest(texts: readonly string[]): string {
  return texts.reduce((most, text) => (text.length > most.length ? text : most), '');
}

/** The start of a text on one line and in quotation marks, so that its user knows it again. */
export function startText(text: string): string {
  return JSON.stringify(text.slice(0, 60).replace(/[\s\p{Cc}\p{Cf}]+/gu, ' '));
}

/** A name at the head of a column. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The start of an answer on one line, for a reason: `"It was in the year…"`. */
export function quoted(text: string): string {
  const line = text.slice(0, 200).replace(/\s+/g, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 60)}…` : line}"`;
}

/**
 * A text with quotation marks, hyphens and dashes of ASCII in the place of typographic ones, which
 * some models write and others do not.
 */
export function withAsciiMarks(text: string): string {
  return text
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-');
}

/** A name with hyphens as a program writes it: `latestValue`. */
export function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
