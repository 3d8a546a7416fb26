/** Full-width characters, which some models write also where a text has none. */

const QUOTES: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '、': ',',
  '。': '.',
  '−': '-',
  '　': ' ',
};

/** Full-width letters, digits and punctuation, curly quotes, 、 and 。 as their ASCII counterparts. */
export function halfWidth(text: string): string {
  return text.replace(/[！-～“”‘’、。−　]/g, (found) => QUOTES[found] ?? shifted(found));
}

export function withAsciiDigits(text: string): string {
  return text.replace(/[０-９]/g, shifted);
}

function shifted(found: string): string {
  return String.fromCharCode(found.charCodeAt(0) - 0xfee0);
}
