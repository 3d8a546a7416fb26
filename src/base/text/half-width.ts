/** Converts full-width characters and other scripts' digits, which some models write unasked. */

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
 * Replaces full-width signs, digits of any script, curly quotes, 、 and 。 by ASCII, each in its place.
 *
 * @example
 * halfWidth('［٣，９］') // '[3,9]'
 */
export function halfWidth(text: string): string {
  return withAsciiDigits(
    text.replace(/[！-～“”‘’、،。।−　]/g, (found) => QUOTES[found] ?? shifted(found)),
  );
}

/** Replaces digits of one UTF-16 unit each, so that every character keeps its place. */
export function withAsciiDigits(text: string): string {
  return text.replace(/(?![0-9\u{10000}-\u{10ffff}])\p{Nd}/gu, asciiDigit);
}

/** Relies on the digits of a script being in a row, from a code point that ends in 0 or 6. */
function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const row = code - (code % 16);
  const zero = /\p{Nd}/u.test(String.fromCharCode(row)) ? row : row + 6;
  return `${code - zero}`;
}

function shifted(found: string): string {
  return String.fromCharCode(found.charCodeAt(0) - 0xfee0);
}
