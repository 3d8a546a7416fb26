/** Full-width characters, and digits of other scripts, which some models write also where a text has none. */

const QUOTES: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '、': ',',
  '،': ',',
  '。': '.',
  '।': '.',
  '−': '-',
  '　': ' ',
};

/**
 * Full-width letters, digits and punctuation, digits of any script, curly quotes, 、 and 。 as their ASCII
 * counterparts, each in its place.
 *
 * @example
 * halfWidth('［٣，९］') // '[3,9]'
 */
export function halfWidth(text: string): string {
  return withAsciiDigits(
    text.replace(/[！-～“”‘’、،。।−　]/g, (found) => QUOTES[found] ?? shifted(found)),
  );
}

/** Digits that are one UTF-16 unit each, so that every character stays in its place. */
export function withAsciiDigits(text: string): string {
  return text.replace(/(?![0-9\u{10000}-\u{10ffff}])\p{Nd}/gu, asciiDigit);
}

/** The digits of a script stand in a row, from a code point that ends in 0 or in 6. */
function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const row = code - (code % 16);
  const zero = /\p{Nd}/u.test(String.fromCharCode(row)) ? row : row + 6;
  return `${code - zero}`;
}

function shifted(found: string): string {
  return String.fromCharCode(found.charCodeAt(0) - 0xfee0);
}
