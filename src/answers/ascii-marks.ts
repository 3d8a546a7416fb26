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
